import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../rig/databases.js';
import { canStartRedis, OwnRedis } from '../rig/own-redis.js';
import { fetchFrom, programEnvironment, type RunningServer, serve } from '../rig/program.js';
import { TcpProxy } from '../rig/tcp-proxy.js';
import { temporaryFolder } from '../rig/temp.js';
import { Report } from '../trust/report.js';
import { ANSWERED_WITHIN_MS, Callers } from './callers.js';
import { prepare, storedLeads } from './website.js';

const SUITE = 'a network that fails before Redis';

describe.skipIf(!canStartRedis(SUITE))(SUITE, () => {
  const database: TestDatabase = {
    kind: 'sqlite',
    dataFolder: temporaryFolder(),
    databaseUrl: undefined,
  };
  const store = new OwnRedis();
  let proxy: TcpProxy;
  let keys: string[];
  let servers: RunningServer[];
  let redis: Redis;

  beforeAll(async () => {
    keys = await prepare(database);
    await store.start();
    proxy = await TcpProxy.before(store.url);
    // Two processes of one installation.
    const environment = {
      ...programEnvironment(database),
      PORTICO_REDIS_URL: proxy.urlOf(store.url),
    };
    servers = [
      await serve({ ...database, environment }),
      await serve({ ...database, environment }),
    ];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    proxy.close();
    await store.stop();
  });
  beforeEach(() => {
    redis = new Redis(store.url, { retryStrategy: () => 20 });
    redis.on('error', () => {});
  });
  afterEach(() => redis.disconnect());

  async function limits(): Promise<string[]> {
    const answers = servers.map(({ url }) => fetchFrom(`${url}/health/ready`));
    const bodies = (await Promise.all(answers)).map(({ status, body }) => {
      expect(status).toBe(200);
      return JSON.parse(body) as { status: string; limits: string };
    });
    return bodies.map((body) => body.limits);
  }

  async function held(): Promise<number> {
    const slots = await redis.keys('portico:*:slots:*');
    const sizes = await Promise.all(slots.map((key) => redis.zcard(key)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  const faults: Record<string, () => Promise<unknown>> = {
    'answers that come a second late': async () => proxy.delay(1_000),
    'connections that are reset': async () => proxy.reset(),
    'connections that are refused': async () => proxy.refuse(),
    silence: async () => proxy.swallow(),
    'connections that go nowhere any more': async () => proxy.abandon(),
    'a restart that loses everything': async () => {
      await store.stop();
      await sleep(500);
      await store.start();
    },
  };

  it.each(Object.entries(faults))(
    '%s: every call is answered, and limits are shared again',
    async (_, fault) => {
      // A machine that is slow for a moment may have stopped sharing, as the fault before did.
      await expect.poll(limits).toEqual(['shared', 'shared']);
      const report = new Report();
      const callers = servers.map(
        ({ url }, index) => new Callers(url, keys.slice(index * 20, index * 20 + 20), report),
      );
      for (const one of callers) one.flow();
      await sleep(300);
      await fault();
      await sleep(1_500);
      await proxy.heal();
      const healed = performance.now();
      while ((await limits()).includes('per process')) await sleep(20);
      expect(performance.now() - healed).toBeLessThan(ANSWERED_WITHIN_MS);
      await sleep(200);
      for (const one of callers) {
        await one.stop();
        one.compare(await storedLeads(database));
        expect(one.acknowledged.size).toBeGreaterThan(0);
      }
      expect(report.violations).toEqual([]);
      while ((await held()) > 0) await sleep(20);
      expect(proxy.connections).toBe(2);
    },
  );

  it('is told by readiness, which stays 200', async () => {
    proxy.refuse();
    while ((await limits()).includes('shared')) await sleep(20);
    await proxy.heal();
    while ((await limits()).includes('per process')) await sleep(20);
  });

  it('leaves no slot behind of calls whose callers hang up', async () => {
    for (let call = 0; call < 60; call += 1) {
      const { url } = servers[call % 2] as RunningServer;
      const asked = request(`${url}/properties/?apiKey=${keys[call % keys.length]}`, {
        rejectUnauthorized: false,
        agent: false,
      });
      asked.on('error', () => {});
      asked.end();
      await sleep(call % 20);
      asked.destroy();
    }
    while ((await held()) > 0) await sleep(20);
    expect(await limits()).toEqual(['shared', 'shared']);
  });
});
