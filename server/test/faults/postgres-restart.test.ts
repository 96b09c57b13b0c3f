import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../rig/databases.js';
import { canStartPostgres, ENDINGS, OwnPostgres } from '../rig/own-postgres.js';
import { fetchFrom, post, programEnvironment, type RunningServer, serve } from '../rig/program.js';
import { temporaryFolder } from '../rig/temp.js';
import { ANSWERED_WITHIN_MS, newKeys, prepare, Traffic } from './traffic.js';

const SUITE = 'a PostgreSQL that ends in mid-query and starts again';

describe.skipIf(!canStartPostgres(SUITE))(SUITE, () => {
  let postgres: OwnPostgres;
  let database: TestDatabase;
  let server: RunningServer;

  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    const dataFolder = temporaryFolder();
    database = { kind: 'postgres', dataFolder, databaseUrl: postgres.url };
    await prepare(database);
    const environment = { ...programEnvironment(database), PORTICO_LOG_LEVEL: 'warn' };
    server = await serve({ ...database, environment });
  });
  afterAll(async () => {
    await server?.stop();
    await postgres?.stop('SIGINT');
  });

  it.each(Object.entries(ENDINGS))('%s: no false success, and an end to it', async (_, signal) => {
    const traffic = new Traffic(server.url, await newKeys(database));
    traffic.flow();
    await sleep(500);
    await postgres.stop(signal);
    await sleep(500);
    await postgres.startAgain();
    expect(await traffic.recovered()).toBeLessThan(ANSWERED_WITHIN_MS);
    await traffic.stop();
    traffic.expectAnswers();
    expect(traffic.sent.some(({ acknowledged }) => !acknowledged)).toBe(true);
    expect(await traffic.expectNoFalseSuccess(database)).toBeGreaterThan(0);
  });

  it('while it is away, every call is refused with 420 and the log has a line a second', async () => {
    const keys = await newKeys(database);
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
    await postgres.stop('SIGINT');
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
    await postgres.startAgain();
    while (!(await ask()).every((status) => status === 200)) await sleep(50);
  });
});
