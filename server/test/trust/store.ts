import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { importResources } from '../../src/changes/transfers.js';
import { issueKey } from '../../src/http/gate/issued-keys.js';
import { systemClock } from '../../src/lib/clock.js';
import { openServices, type Services } from '../../src/services.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { testConfig } from '../rig/server.js';
import { succeed } from './command.js';
import type { Engine } from './part.js';

/** A PostgreSQL that stays busy must not have a run wait for ever. */
const LONGEST_WAIT = 120_000;
/** Of keys a number that no part comes near the rates of. */
const KEYS = 40;

/** Opens the databases of an installation next to its servers and commands. */
export async function inStore<Result>(
  engine: Engine,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = { ...testConfig(engine), secretKey: engine.secretKey };
  const services = await openServices(
    config,
    engine.clock ?? systemClock,
    pino({ level: 'silent' }),
  );
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** The database of a client that is there. */
export async function databaseOf(services: Services, name: string): Promise<TenantDatabase> {
  const entry = await services.directory.tenant(name);
  if (entry === undefined) throw new Error(`There is no client ${name}.`);
  return services.tenants.database(entry);
}

/** Makes a client with an agent. @returns API keys of its website. */
export async function addWebsite(
  engine: Engine,
  tenant: string,
  ...settings: string[]
): Promise<string[]> {
  await succeed(engine, 'client', 'add', tenant, ...settings);
  return inStore(engine, async (services) => {
    const database = await databaseOf(services, tenant);
    const agents = importResources(database, 'UTC', systemClock).get('agents');
    await agents?.write([agents.parse(ANN)]);
    const website = { ...WEBSITE, tenant };
    const keys = Array.from({ length: KEYS }, () => issueKey(services, website, randomBytes));
    return (await Promise.all(keys)).map(({ apiKey }) => apiKey);
  });
}

/** All leads of a client, each with the address of its email. */
export function storedLeads(engine: Engine, tenant: string) {
  return inStore(engine, async (services) => {
    const { db } = await databaseOf(services, tenant);
    const alerts = db.selectFrom('alert').leftJoin('letter', 'letter.alert_id', 'alert.id');
    return alerts.select(['alert.email', 'letter.to_address as to']).execute();
  });
}

/** The agent whom leads are for. */
export const ANN = { id: 1, email: 'ann@example.com', status: 'Active' };

const WEBSITE = {
  scopes: ['website'],
  addresses: [],
  privateAccess: false,
} as const;

/** Ends the connections to a PostgreSQL, as its operator does. */
export async function endConnections(databaseUrl: string): Promise<void> {
  await toOthers(databaseUrl, 'pg_terminate_backend(pid)');
}

/**
 * Waits for what a PostgreSQL still does, also for processes that are gone or have given up.
 *
 * @returns How many connections are open.
 */
export async function untilIdle(databaseUrl: string): Promise<number> {
  const until = Date.now() + LONGEST_WAIT;
  for (;;) {
    const others = await toOthers(databaseUrl, 'state, query');
    const busy = others.filter(({ state }) => state !== 'idle');
    if (busy.length === 0) return others.length;
    if (Date.now() > until) throw new Error(`PostgreSQL is still busy: ${JSON.stringify(busy)}`);
    await pause(20);
  }
}

async function toOthers(databaseUrl: string, what: string): Promise<{ state?: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select ${what} from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
  await client.end();
  return rows;
}
