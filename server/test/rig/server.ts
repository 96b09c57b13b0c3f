import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import type { ResourceName } from 'portico-importer/resource.js';
import { afterAll, beforeAll } from 'vitest';
import { importResources } from '../../src/changes/transfers.js';
import type { Config } from '../../src/config/config.js';
import { hashKey, newApiKey, publicPrefix } from '../../src/http/gate/key-check.js';
import { ManualClock } from '../../src/lib/clock.js';
import { buildServer } from '../../src/server.js';
import { openServices, type Services } from '../../src/services.js';
import { type ClientEntry, NO_LINK_PATTERNS } from '../../src/store/directory/directory.js';
import type { Scope } from '../../src/store/directory/key-directory.js';
import { type AppUnderTest, balancedApp } from './balanced/app.js';
import { type Balanced, balancedServers } from './balanced/wire.js';
import type { TestDatabase } from './databases.js';
import { makeDirectory, makeTenant } from './migrated.js';
import { checkAnswers } from './schema-check.js';

/** Noon of 20 November 2026 in New York. */
export const NOON = Date.UTC(2026, 10, 20, 17, 0, 0);

/** A whole Portico on a database of its own, its clock standing at NOON. */
export interface TestServer {
  /** What answers calls: within this process, or two processes behind nginx (`--balanced`). */
  readonly app: AppUnderTest;
  readonly services: Services;
  readonly clock: ManualClock;
  /** Has what `work` asks answered within this process, for tests that look into the server. */
  inThisProcess<Result>(work: (app: FastifyInstance) => Promise<Result>): Promise<Result>;
  /** Makes a tenant, or a feed. */
  addTenant(name: string, settings?: Partial<ClientEntry>): Promise<ClientEntry>;
  /** Issues a key that is bound to a tenant. */
  addKey(tenant: string, options?: { scopes?: Scope[]; addresses?: string[] }): Promise<string>;
  /** Imports records into a tenant or feed, as `portico import` does. */
  put(tenant: string, resource: ResourceName, records: readonly object[]): Promise<void>;
  /** Reads a path with the tenant's key and answers the body. */
  get(key: string, path: string): Promise<unknown>;
}

/** The configuration of a server under test. */
export function testConfig(database: Pick<TestDatabase, 'dataFolder' | 'databaseUrl'>): Config {
  return {
    dataFolder: database.dataFolder,
    host: '127.0.0.1',
    port: 0,
    httpPort: undefined,
    tls: undefined,
    // Injected requests come from this address and say that they came over HTTPS.
    trustedProxies: ['127.0.0.1/32'],
    baseUrl: 'https://portico.test',
    databaseUrl: database.databaseUrl,
    databaseConnections: 10,
    sqliteMemory: 160,
    changesDays: 90,
    overload: 'accept',
    mediaUrl: undefined,
    mediaCache: 5000,
    redisUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'portico@localhost',
    operatorEmail: 'operator@localhost',
    webhookAllow: [],
    secretKey: randomBytes(32),
    corsOrigins: undefined,
    logLevel: 'silent',
    metrics: undefined,
    console: undefined,
    consoleUrl: undefined,
    consoleMap: undefined,
  };
}

/**
 * Starts a server for the suite that this is called in, and stops it afterwards. In a run with
 * `--balanced` a suite on PostgreSQL gets two, in turns.
 */
export function serverFor(database: TestDatabase, log?: Logger): TestServer {
  const balanced = database.kind === 'postgres' ? balancedServers() : undefined;
  const started: { server?: TestServer & { close(): Promise<void> } } = {};
  const running = () => {
    if (started.server === undefined) throw new Error('The server under test is not started yet.');
    return started.server;
  };
  beforeAll(async () => {
    started.server = await startServer(testConfig(database), balanced, log);
  });
  afterAll(() => running().close());
  return {
    get app() {
      return running().app;
    },
    get services() {
      return running().services;
    },
    get clock() {
      return running().clock;
    },
    inThisProcess: (work) => running().inThisProcess(work),
    addTenant: (...args) => running().addTenant(...args),
    addKey: (...args) => running().addKey(...args),
    put: (...args) => running().put(...args),
    get: (...args) => running().get(...args),
  };
}

/** Starts one outside of a suite. The caller closes it. */
export async function startServer(
  config: Config,
  balanced: Balanced | undefined,
  log = pino({ level: 'silent' }),
): Promise<TestServer & { close(): Promise<void> }> {
  const clock = new ManualClock(NOON);
  await makeDirectory(config);
  const services = await openServices(config, clock, log);
  const inProcess = await buildServer(services);
  checkAnswers(inProcess);
  await inProcess.ready();
  const local: AppUnderTest = {
    inject: (options) => inProcess.inject(options),
    close: () => inProcess.close(),
  };
  // All suites share the Redis: each installation has a name of its own there.
  const redisUrl = `${process.env.PORTICO_TEST_REDIS_URL}/1`;
  const across =
    balanced === undefined ? local : await balancedApp(balanced, { ...config, redisUrl }, clock);
  let app = across;
  return {
    get app() {
      return app;
    },
    services,
    clock,
    async inThisProcess(work) {
      app = local;
      try {
        return await work(inProcess);
      } finally {
        app = across;
      }
    },
    addTenant: (name, settings) => addTenant(services, name, settings),
    addKey: (tenant, options) => addKey(services, tenant, options),
    put: (tenant, resource, records) => put(services, tenant, resource, records),
    async get(key, path) {
      // Each read in a second of its own, so that no test meets the rates unless it means to.
      clock.advance(1100);
      const answer = await app.inject({
        url: `${path}${path.includes('?') ? '&' : '?'}apiKey=${key}`,
        headers: { 'x-forwarded-proto': 'https' },
      });
      if (answer.statusCode !== 200)
        throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    async close() {
      if (across !== local) await across.close();
      await local.close();
      await services.close();
    },
  };
}

async function addTenant(
  services: Services,
  name: string,
  settings: Partial<ClientEntry> = {},
): Promise<ClientEntry> {
  const entry: ClientEntry = {
    name,
    kind: 'client',
    title: name,
    time_zone: 'America/New_York',
    fold_repeat_leads: 0,
    coarsen_hidden: 0,
    database_url: null,
    mls_feed: null,
    rls_feed: null,
    ...NO_LINK_PATTERNS,
    created_at: NOON,
    ...settings,
  };
  await services.directory.addTenant(entry);
  if (entry.database_url === null) await makeTenant(services, entry);
  await services.tenants.database(entry);
  return entry;
}

async function addKey(
  services: Services,
  tenant: string,
  options: { scopes?: Scope[]; addresses?: string[] } = {},
): Promise<string> {
  const key = newApiKey(randomBytes);
  await services.directory.keys.add({
    tenant,
    hash: hashKey(key),
    prefix: publicPrefix(key),
    scopes: options.scopes ?? ['website'],
    addresses: options.addresses ?? [],
    privateAccess: false,
    sealedSecret: null,
    createdAt: NOON,
  });
  return key;
}

async function put(
  services: Services,
  name: string,
  resource: ResourceName,
  records: readonly object[],
): Promise<void> {
  const entry = await services.directory.tenant(name);
  if (entry === undefined) throw new Error(`There is no client ${name}.`);
  const database = await services.tenants.database(entry);
  const target = importResources(database, entry.time_zone, services.clock).get(resource);
  if (target === undefined) throw new Error(`There is no import of ${resource}.`);
  const { refused } = await target.write(
    records.map((record) => target.parse(record as Record<string, unknown>)),
  );
  const [first] = refused;
  if (first !== undefined) throw first.problem;
}
