import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPostgres } from '../rig/databases.js';
import { fetchFrom, post, programEnvironment, type RunningServer, serve } from '../rig/program.js';
import { TcpProxy } from '../rig/tcp-proxy.js';
import { ANSWERED_WITHIN_MS } from './callers.js';
import { newPrivateKey, prepare } from './website.js';

onPostgres('a network that fails before PostgreSQL', (database) => {
  const { databaseUrl } = database;
  let proxy: TcpProxy;
  let server: RunningServer;
  let keys: string[];

  beforeAll(async () => {
    keys = await prepare(database);
    proxy = await TcpProxy.before(databaseUrl ?? '');
    const through = { ...database, databaseUrl: proxy.urlOf(databaseUrl ?? '') };
    const environment = { ...programEnvironment(through), PORTICO_LOG_LEVEL: 'warn' };
    server = await serve({ ...through, environment });
  });
  afterAll(async () => {
    await server.stop();
    proxy.close();
  });

  it('while PostgreSQL is away, every call is refused with 420 and the log has a line a second', async () => {
    let calls = 0;
    const waits = new Set<string | undefined>();
    const ask = async () => {
      await sleep(20);
      calls += 1;
      const key = keys[calls % keys.length] ?? '';
      const read = await fetchFrom(`${server.url}/properties?apiKey=${key}`);
      if (read.status === 420) waits.add(read.retryAfter);
      const form = { apiKey: key, firstname: 'N', lastname: 'Q', email: 'n@example.com' };
      const write = await post(`${server.url}/alerts`, { ...form, agentEmail: 'ann@example.com' });
      return [read.status, write.status];
    };
    while (!(await ask()).every((status) => status === 200)) await sleep(50);
    proxy.refuse();
    // Until the server has seen that its connections are gone.
    while (!(await ask()).every((status) => status === 420)) await sleep(10);
    const began = performance.now();
    const before = server.log().length;
    const seen = new Set<number>();
    while (performance.now() - began < 3_000) for (const status of await ask()) seen.add(status);
    expect([[...seen], [...waits]]).toEqual([[420], ['2']]);
    const lines = server.log().slice(before).split('\n');
    const loud = lines.filter((line) => /"level":[56]0/.test(line));
    expect(loud.length).toBeGreaterThan(0);
    expect(loud.length).toBeLessThanOrEqual(5);
    const words = loud.map((line) => JSON.parse(line).msg);
    expect(words).toContain('the database cannot be reached: calls that need it are refused');
    expect(words).not.toContain('a request failed');
    await proxy.heal();
    while (!(await ask()).every((status) => status === 200)) await sleep(50);
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
    const reads = keys.slice(0, 3).map((key) => fetchFrom(`${server.url}/agents/1?apiKey=${key}`));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200]);
    proxy.abandon();
    await server.stop();
  });
});
