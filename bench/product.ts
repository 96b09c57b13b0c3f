import { pino } from 'pino';
import type { Endpoint } from '../src/api/endpoint.js';
import { endpoints } from '../src/api/endpoints.js';
import { answerContext } from '../src/api/request-context.js';
import { systemClock } from '../src/clock.js';
import { loadConfig } from '../src/config.js';
import type { Client } from '../src/data/client-databases.js';
import { openServices, type Services } from '../src/services.js';
import { CLIENT } from './workspace.js';

/** What a search answers, as far as it is looked at here. */
export interface Answer {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly { readonly main_id: number }[];
}

const caller = { keyId: 1, privateAccess: false, partner: undefined } as const;

/** The program's own functions, on the data that the environment names. */
export interface Product {
  readonly services: Services;
  readonly client: Client;
  search(query: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Opens the program's services as its commands do. */
export async function openProduct(): Promise<Product> {
  const config = loadConfig(process.env, process.cwd());
  const services = await openServices(config, systemClock, pino({ level: 'silent' }));
  const client = await services.clients.client(CLIENT);
  if (client === undefined) throw new Error(`There is no client ${CLIENT}.`);
  const endpoint = endpoints.find(({ path }) => path === '/properties') as Endpoint;
  const baseUrl = services.baseUrl();
  return {
    services,
    client,
    search(query) {
      const context = answerContext(client.settings, systemClock.now(), baseUrl);
      return endpoint.handle({
        client,
        raw: query,
        id: 0,
        context,
        caller,
        tools: services.tools,
        feedContext: () => context,
      }) as Promise<Answer>;
    },
  };
}

/** The ids of the client's neighborhoods. */
export async function neighborhoodsOf({ database }: Client): Promise<number[]> {
  const rows = await database.db.selectFrom('neighborhood').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
