/** docs/operating/grow.md, tried: two machines of two processes each, and what they share failing under load. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres } from '../../scripts/test-rig/programs.js';
import { Callers } from '../faults/callers.js';
import { prepare, storedLeads } from '../faults/website.js';
import type { TestDatabase } from '../rig/databases.js';
import { canStartRedis, OwnRedis } from '../rig/own-redis.js';
import { isWholeRun } from '../rig/part.js';
import { findPgBouncer, type RunningPgBouncer, startPgBouncer } from '../rig/pgbouncer.js';
import { ReplicatedPostgres } from '../rig/replicated-postgres.js';
import { type Serving, startServing } from '../rig/serving.js';
import { temporaryFolder } from '../rig/temp.js';
import { Report } from '../trust/report.js';
import { NGINX, type RunningNginx, startNginx } from './nginx.js';

const SUITE = 'two machines that share everything';
const HOSTS = ['127.0.0.1', '127.0.0.2'] as const;
const pgBouncer = findPgBouncer();
const isPossible =
  findPostgres() !== undefined && pgBouncer !== undefined && NGINX !== undefined && isWholeRun;

describe.skipIf(!isPossible || !canStartRedis(SUITE))(SUITE, () => {
  const folder = temporaryFolder('portico-machines-');
  const secretKey = randomBytes(32).toString('base64');
  const redis = new OwnRedis();
  let postgres: ReplicatedPostgres;
  let bouncer: RunningPgBouncer;
  let nginx: RunningNginx;
  let machines: Serving[] = [];
  let keys: string[];
  let callers: Callers;
  const report = new Report();

  const start = (host: string, port = '0') => {
    const place = join(folder, host);
    mkdirSync(place, { recursive: true });
    const environment = {
      ...{ PORTICO_DATA: 'data', PORTICO_HOST: host, PORTICO_PORT: port },
      PORTICO_SECRET_KEY: secretKey,
      PORTICO_DATABASE_URL: bouncer.url,
      PORTICO_REDIS_URL: redis.url,
      PORTICO_TRUST_PROXY: '127.0.0.0/8',
    };
    return startServing({ folder: place, environment }, '--workers', '2');
  };
  const database = (databaseUrl: string): TestDatabase => ({
    ...{ kind: 'postgres', dataFolder: join(folder, 'offline'), databaseUrl },
  });

  beforeAll(async () => {
    mkdirSync(join(folder, 'offline'));
    await redis.start();
    postgres = await ReplicatedPostgres.start(temporaryFolder('portico-postgres-'));
    keys = await prepare(database(postgres.primaryUrl));
    bouncer = await startPgBouncer(pgBouncer ?? '', postgres.primaryUrl, 40);
    machines = await Promise.all(HOSTS.map((host) => start(host)));
    for (const { run } of machines) run.outlivesTest();
    const addresses = machines.map(({ url }) => new URL(url).host);
    nginx = await startNginx(join(folder, 'nginx'), addresses);
    callers = new Callers(nginx.url, keys, report);
  });
  afterAll(async () => {
    await callers?.stop();
    await nginx?.stop();
    for (const { run } of machines) await run.kill();
    bouncer?.process.kill('SIGKILL');
    await postgres?.stop();
    await redis.stop();
  });

  /** Has callers meet what happens, and the time after it. */
  async function underLoad(happens: () => Promise<void>): Promise<void> {
    callers.flow();
    await pause(1_000);
    await happens();
    // Four processes recover one after the other: so many successes in a row have met each of them.
    for (let inRow = 0; inRow < 20; ) inRow = (await callers.send()) ? inRow + 1 : 0;
    await callers.recovered();
    await pause(1_000);
    await callers.stop();
  }
  const acknowledged = () => callers.acknowledged.size;
  afterEach(() => expect(report.violations).toEqual([]));

  test('answer every call while Redis is gone and comes back', async () => {
    const before = acknowledged();
    await underLoad(async () => {
      await redis.stop();
      await pause(2_000);
      await redis.start();
    });
    expect(acknowledged()).toBeGreaterThan(before);
  });

  test('go on where one of them is killed, and with it when it is back', async () => {
    const before = acknowledged();
    const [machine] = machines as [Serving];
    const port = new URL(machine.url).port;
    await underLoad(async () => {
      callers.expectFault(true);
      await machine.run.kill();
      await callers.recovered();
      machines[0] = await start(HOSTS[0], port);
      machines[0].run.outlivesTest();
    });
    expect(acknowledged()).toBeGreaterThan(before);
    callers.compare(await storedLeads(database(postgres.primaryUrl)));
  });

  test('lose no acknowledged write to a standby that takes the place of the primary', async () => {
    const before = acknowledged();
    await underLoad(async () => {
      callers.expectFault(true);
      await postgres.crashAndPromote();
      bouncer.leadTo(postgres.standbyUrl);
    });
    expect(acknowledged()).toBeGreaterThan(before);
    callers.compare(await storedLeads(database(postgres.standbyUrl)));
  });
});
