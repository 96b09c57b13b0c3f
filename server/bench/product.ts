import { pino } from 'pino';
import type { Call, Endpoint, JsonText } from '../src/api/endpoint.js';
import { answerContext } from '../src/api/request-context.js';
import { loadConfig } from '../src/config/config.js';
import { endpoints } from '../src/endpoints.js';
import { RATE_LIMITS } from '../src/http/gate/rates.js';
import { systemClock } from '../src/lib/clock.js';
import { openServices, type Services } from '../src/services.js';
import { revisionOf } from '../src/store/tenant/write.js';
import type { Tenant } from '../src/store/tenant-databases.js';
import { CLIENT } from './workspace.js';

const caller: Call['caller'] = {
  keyId: 1,
  keyPrefix: '',
  privateAccess: false,
  scopes: new Set(['website']),
  limits: RATE_LIMITS,
  partner: undefined,
};

/** The program's own functions, on the data that the environment configures. */
export interface Product {
  readonly services: Services;
  readonly tenant: Tenant;
  /**
   * Runs a search and returns the JSON text.
   *
   * @param isCached Whether the texts of records are cached, as for a server's reads; otherwise all are
   *   made again.
   */
  search(query: Readonly<Record<string, string>>, isCached: boolean): Promise<string>;
}

/** Opens the program's services as its commands do. */
export async function openProduct(): Promise<Product> {
  const config = loadConfig(process.env, process.cwd());
  const services = await openServices(config, systemClock, pino({ level: 'silent' }));
  const tenant = await services.tenants.tenant(CLIENT);
  if (tenant === undefined) throw new Error(`There is no client ${CLIENT}.`);
  const endpoint = endpoints.find(({ path }) => path === '/properties') as Endpoint;
  const baseUrl = services.baseUrl();
  const revision = await revisionOf(tenant.database);
  return {
    services,
    tenant,
    async search(query, isCached) {
      const context = answerContext(tenant.settings, systemClock.now(), baseUrl);
      const answer = await endpoint.handle({
        tenant,
        raw: query,
        segment: undefined,
        kind: undefined,
        strict: false,
        ifMatch: undefined,
        records: undefined,
        context,
        caller,
        settingsId: isCached ? 'bench' : undefined,
        revisions: isCached ? new Map([[tenant.database, revision.number]]) : undefined,
        tools: services.tools,
        afterCommit: (work) => work(),
        feedContext: () => context,
      });
      return (answer as JsonText).text;
    },
  };
}

/** The ids of the tenant's neighborhoods. */
export async function neighborhoodsOf({ database }: Tenant): Promise<number[]> {
  const rows = await database.db.selectFrom('neighborhood').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
