import { Redis } from 'ioredis';
import { beforeAll, describe } from 'vitest';
import { stepAside } from './step-aside.js';

/** Numbered databases that one test file may take, in a Redis started for the run. */
const PER_FILE = 16;
/** Numbered databases of a Redis as it comes; number 0 is left to its owner. */
const USUAL_DATABASES = 16;

let taken = 0;

/**
 * The Redis of the test run, at a numbered database of its own for each call, so that suites running
 * at once do not count each other's requests. Two processes that are to share state share one URL.
 *
 * Below a Redis that was given (PORTICO_TEST_REDIS_URL) the numbers come round again after 15, and a
 * database may hold what an earlier suite left: `describeWithRedis` empties it first.
 *
 * @param suite The suite that needs it, named by `npm test` when there is no Redis.
 * @returns `redis://…/<number>`, or undefined when there is none: then skip the suite.
 */
export function redisUrl(suite = ''): string | undefined {
  const server = process.env.PORTICO_TEST_REDIS_URL;
  if (server === undefined || server === '' || server === 'none') {
    stepAside('Redis', suite);
    return undefined;
  }
  const databases = Number(process.env.PORTICO_TEST_REDIS_DATABASES ?? USUAL_DATABASES);
  if (taken === PER_FILE) throw new Error(`a test file takes at most ${PER_FILE} Redis databases`);
  // A worker's number belongs to one test file alone.
  const place = Number(process.env.VITEST_WORKER_ID ?? 0) * PER_FILE + taken;
  taken += 1;
  const url = new URL(server);
  url.pathname = `/${1 + (place % (databases - 1))}`;
  return url.href;
}

/**
 * Declares a suite that needs a Redis; it is skipped, and named at the end of `npm test`, where there
 * is none. Its database is empty when the first hook of the suite runs.
 *
 * @param name The suite's name.
 * @param declare Called with the URL of the suite's own numbered database.
 */
export function describeWithRedis(name: string, declare: (url: string) => void): void {
  const url = redisUrl(name);
  describe.skipIf(url === undefined)(name, () => {
    if (url !== undefined) {
      beforeAll(async () => {
        const client = new Redis(url);
        await client.flushdb();
        await client.quit();
      });
    }
    // A skipped suite is declared too, so that its tests are counted; nothing in it runs.
    declare(url ?? 'redis://absent.invalid/0');
  });
}
