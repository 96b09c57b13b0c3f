import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase, type TestDatabase } from '../rig/databases.js';
import { fetchFrom, post, type RunningServer, serve } from '../rig/program.js';
import { TcpProxy } from '../rig/tcp-proxy.js';
import { ANSWERED_WITHIN_MS, newKeys, newPrivateKey, prepare, Traffic } from './traffic.js';

/** Longer than anything waits for an answer. */
const LONG_MS = 5_500;

forEachDatabase('leads that come in steadily', (database) => {
  let keys: string[];
  beforeAll(async () => {
    keys = await prepare(database);
  });

  it('are all acknowledged, and stored, while nothing fails', async () => {
    const server = await serve(database);
    const traffic = new Traffic(server.url, keys);
    traffic.flow();
    await sleep(500);
    await traffic.stop();
    await server.stop();
    traffic.expectAnswers();
    expect(await traffic.expectNoFalseSuccess(database)).toBe(traffic.sent.length);
  });

  // A file on a disk has no network before it.
  if (database.kind === 'postgres') declareFaults(database);
});

function declareFaults(database: TestDatabase): void {
  const { databaseUrl } = database;
  describe('over a network that fails', () => {
    let proxy: TcpProxy;
    let server: RunningServer;
    let keys: string[];

    beforeAll(async () => {
      keys = await newKeys(database);
      proxy = await TcpProxy.before(databaseUrl ?? '');
      server = await serve({ ...database, databaseUrl: proxy.urlOf(databaseUrl ?? '') });
    });
    afterAll(async () => {
      await server.stop();
      proxy.close();
    });

    /** Connections of the server, as the database sees them. */
    async function states(): Promise<(string | null)[]> {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const { rows } = await client.query<{ state: string | null }>(
        `select state from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await client.end();
      return rows.map(({ state }) => state);
    }

    const faults: Record<string, () => Promise<void>> = {
      'answers that come a second late': async () => {
        proxy.delay(1_000);
        await sleep(LONG_MS);
      },
      'connections that are reset': async () => {
        for (let times = 0; times < 5; times += 1) {
          proxy.reset();
          await sleep(150);
        }
      },
      silence: async () => {
        proxy.swallow();
        await sleep(LONG_MS);
      },
      'silence, and a reset when it ends': async () => {
        proxy.swallow();
        await sleep(LONG_MS);
        proxy.reset();
      },
      'connections that go nowhere any more': async () => proxy.abandon(),
    };

    it.each(Object.entries(faults))('%s: no false success, and an end to it', async (_, fault) => {
      const traffic = new Traffic(server.url, keys);
      traffic.flow();
      await sleep(500);
      await fault();
      await proxy.heal();
      expect(await traffic.recovered()).toBeLessThan(ANSWERED_WITHIN_MS);
      await traffic.stop();
      traffic.expectAnswers();
      // The fault was met.
      expect(traffic.sent.some(({ acknowledged }) => !acknowledged)).toBe(true);
      expect(await traffic.expectNoFalseSuccess(database)).toBeGreaterThan(0);
      // What was given up in mid-transaction ends on the database's side too.
      const busy = async () => (await states()).filter((state) => state !== 'idle');
      while ((await busy()).length > 0) await sleep(50);
      expect((await states()).length).toBeLessThanOrEqual(10);
    });

    it('answers a blog write in time that brings no picture', async () => {
      const form = {
        apiKey: await newPrivateKey(database),
        title: 'A post',
        body: 'Text',
        publish_date: '2026-11-20',
      };
      expect((await post(`${server.url}/blog`, form)).body).toContain('"Success"');
      proxy.delay(2_500);
      const began = performance.now();
      const { status } = await post(`${server.url}/blog`, form);
      expect(status).toBe(500);
      expect(performance.now() - began).toBeLessThan(ANSWERED_WITHIN_MS);
      await proxy.heal();
      while ((await fetchFrom(`${server.url}/health/ready`)).status !== 200) await sleep(50);
    });

    it('says that it is not ready while nothing comes back', async () => {
      proxy.swallow();
      const began = performance.now();
      const { status } = await fetchFrom(`${server.url}/health/ready`);
      expect(status).toBe(503);
      expect(performance.now() - began).toBeLessThan(ANSWERED_WITHIN_MS);
      await proxy.heal();
      while ((await fetchFrom(`${server.url}/health/ready`)).status !== 200) await sleep(50);
    });

    it('stops, though its connections go nowhere', async () => {
      const traffic = new Traffic(server.url, keys);
      await Promise.all([traffic.send(), traffic.send(), traffic.send()]);
      proxy.abandon();
      await server.stop();
    });
  });
}
