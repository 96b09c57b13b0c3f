import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import {
  FIRST_WAIT_MS,
  FORGOTTEN_AFTER_MS,
  FREE_FAILURES,
  LONGEST_WAIT_MS,
  type LoginAttempts,
  MemoryLoginAttempts,
  RedisLoginAttempts,
} from '../../src/limits/login-attempts.js';
import { redisUrl } from '../rig/redis.js';
import { linkTo } from '../rig/redis-link.js';

const EMAIL = 'mia@example.com';

/** One implementation under the contract. */
interface Harness {
  readonly attempts: LoginAttempts;
  /** How many addresses are remembered. */
  size(): Promise<number | undefined>;
  close(): Promise<void>;
}

type Open = (clock: ManualClock, mostRemembered?: number) => Promise<Harness>;

const redis = redisUrl('attempts at passwords, in Redis');

const openInMemory: Open = async (clock, mostRemembered) => {
  const attempts = new MemoryLoginAttempts(clock, mostRemembered);
  return { attempts, size: async () => attempts.size, close: async () => {} };
};

const openInRedis: Open = async (time, mostRemembered) => {
  const link = await linkTo(redis ?? '');
  const attempts = new RedisLoginAttempts(link, time, {
    time,
    ...(mostRemembered === undefined ? {} : { mostRemembered }),
  });
  return {
    attempts,
    size: () => link.run(async (client) => (await client.keys(link.key('login:*'))).length),
    async close() {
      // What was counted by this process alone would have been no test of Redis.
      expect(link.there).toBe(true);
      await link.close();
    },
  };
};

describe('attempts at passwords: memory', () => declareContract(openInMemory));
it('a process remembers ten thousand addresses that attempted passwords', async () => {
  const attempts = new MemoryLoginAttempts(new ManualClock(0));
  for (let address = 0; address < 10_010; address += 1) await attempts.begin('acme', `${address}`);
  expect(attempts.size).toBe(10_000);
});
describe.skipIf(redis === undefined)('attempts at passwords: redis', () =>
  declareContract(openInRedis),
);

function declareContract(open: Open): void {
  let clock: ManualClock;
  let harness: Harness;

  beforeEach(async () => {
    clock = new ManualClock(0);
    harness = await open(clock);
  });
  afterEach(() => harness.close());

  const heard = async (email = EMAIL, tenant = 'acme') =>
    (await harness.attempts.begin(tenant, email)) !== undefined;

  /** How long an address waits now, found by asking; the attempt that is heard counts as failed. */
  async function waited(step: number): Promise<number> {
    let ms = 0;
    while (!(await heard())) {
      clock.advance(step);
      ms += step;
    }
    return ms;
  }

  it('hears the first failures without a wait, then waits that double', async () => {
    for (let times = 0; times < FREE_FAILURES; times += 1) expect(await heard()).toBe(true);
    expect(await heard()).toBe(false);
    clock.advance(FIRST_WAIT_MS - 1);
    expect(await heard()).toBe(false);
    clock.advance(1);
    expect(await heard()).toBe(true);
    expect([await waited(1000), await waited(1000), await waited(1000)]).toEqual([
      2000, 4000, 8000,
    ]);
  });

  it('waits a quarter of an hour at the longest', async () => {
    expect(LONGEST_WAIT_MS).toBe(15 * 60_000);
    for (let times = 0; times < 60; times += 1) {
      await heard();
      clock.advance(LONGEST_WAIT_MS);
    }
    await heard();
    expect(await waited(1000)).toBe(LONGEST_WAIT_MS);
  });

  it('forgets what came before a success', async () => {
    for (let times = 1; times < FREE_FAILURES; times += 1) await heard();
    await (await harness.attempts.begin('acme', EMAIL))?.succeeded();
    expect(await harness.size()).toBe(0);
    for (let times = 0; times < FREE_FAILURES; times += 1) expect(await heard()).toBe(true);
    expect(await heard()).toBe(false);
  });

  it('forgets the failures of an address when it is told to, and of no other', async () => {
    for (let times = 0; times < FREE_FAILURES; times += 1) {
      await heard();
      await heard('ben@example.com');
    }
    await harness.attempts.forget('acme', EMAIL);
    expect([await heard(), await heard('ben@example.com')]).toEqual([true, false]);
    expect(await harness.size()).toBe(2);
  });

  it('does not lengthen the wait by attempts that are not heard', async () => {
    for (let times = 0; times < FREE_FAILURES; times += 1) await heard();
    for (let times = 0; times < 100; times += 1) expect(await heard()).toBe(false);
    clock.advance(FIRST_WAIT_MS);
    expect(await heard()).toBe(true);
  });

  it('counts attempts from their beginning, so that many at once gain nothing', async () => {
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => harness.attempts.begin('acme', EMAIL)),
    );
    expect(begun.filter((attempt) => attempt !== undefined)).toHaveLength(FREE_FAILURES);
  });

  it('does not count an attempt that could not be checked', async () => {
    for (let times = 0; times < 50; times += 1)
      await (await harness.attempts.begin('acme', EMAIL))?.withdrawn();
    for (let times = 0; times < FREE_FAILURES; times += 1) expect(await heard()).toBe(true);
    expect(await heard()).toBe(false);
  });

  it('counts each address in each client by itself', async () => {
    for (let times = 0; times <= FREE_FAILURES; times += 1) await heard();
    expect(await heard()).toBe(false);
    expect(await heard('other@example.com')).toBe(true);
    expect(await heard(EMAIL, 'other')).toBe(true);
  });

  it('lets the address go on at once after the last free attempt could not be checked', async () => {
    for (let times = 1; times < FREE_FAILURES; times += 1) await heard();
    await (await harness.attempts.begin('acme', EMAIL))?.withdrawn();
    expect([await heard(), await heard()]).toEqual([true, false]);
  });

  it('remembers failures for a whole day after the last, and no longer', async () => {
    for (let times = 0; times < FREE_FAILURES; times += 1) await heard();
    clock.advance(FORGOTTEN_AFTER_MS - 1);
    expect([await heard(), await heard()]).toEqual([true, false]);
    clock.advance(FORGOTTEN_AFTER_MS);
    for (let times = 0; times < FREE_FAILURES; times += 1) expect(await heard()).toBe(true);
    expect(await heard()).toBe(false);
  });

  it('forgets failures after a day', async () => {
    for (let times = 0; times < FREE_FAILURES + 3; times += 1) {
      await heard();
      clock.advance(10_000);
    }
    clock.advance(24 * 60 * 60_000);
    for (let times = 0; times < FREE_FAILURES; times += 1) expect(await heard()).toBe(true);
    expect(await heard()).toBe(false);
  });

  it('remembers so many addresses, and drops the one untouched for longest', async () => {
    await harness.close();
    harness = await open(clock, 3);
    const fail = async (email: string) => {
      for (let times = 0; times < FREE_FAILURES; times += 1) await heard(email);
    };
    for (const email of ['a', 'b', 'c']) await fail(email);
    clock.advance(FIRST_WAIT_MS);
    expect(await heard('a')).toBe(true);
    await fail('d');
    expect(await harness.size()).toBe(3);
    expect([await heard('a'), await heard('d'), await heard('b')]).toEqual([false, false, true]);
  });
}
