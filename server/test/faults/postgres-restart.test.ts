import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../rig/databases.js';
import { canStartPostgres, ENDINGS, OwnPostgres } from '../rig/own-postgres.js';
import { type RunningServer, serve } from '../rig/program.js';
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
    server = await serve(database);
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
});
