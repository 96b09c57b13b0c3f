import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import {
  type AttemptLimit,
  MemoryAttemptLimit,
  RedisAttemptLimit,
} from '../../src/limits/attempt-limit.js';
import { redisUrl } from '../rig/redis.js';
import { linkTo } from '../rig/redis-link.js';

/** One implementation under the contract. */
interface Harness {
  readonly attemptLimit: AttemptLimit;
  close(): Promise<void>;
}

type Open = (perMinute: number, clock: ManualClock) => Promise<Harness>;

const redis = redisUrl('counters of guesses, in Redis');

const openInMemory: Open = async (perMinute, clock) => ({
  attemptLimit: new MemoryAttemptLimit(perMinute, clock),
  close: async () => {},
});

const openInRedis: Open = async (perMinute, clock) => {
  const link = await linkTo(redis ?? '');
  return {
    attemptLimit: new RedisAttemptLimit(link, 'test', perMinute, clock, clock),
    async close() {
      // What was counted by this process alone would have been no test of Redis.
      expect(link.there).toBe(true);
      await link.close();
    },
  };
};

describe('counters of guesses: memory', () => declareContract(openInMemory));
describe.skipIf(redis === undefined)('counters of guesses: redis', () =>
  declareContract(openInRedis),
);

function declareContract(open: Open): void {
  let clock: ManualClock;
  let harness: Harness;
  beforeEach(async () => {
    clock = new ManualClock(0);
    harness = await open(3, clock);
  });
  afterEach(() => harness.close());

  const take = async (source = '192.0.2.1') => harness.attemptLimit.take(source);

  it('hear so many in a sliding minute, and say how long the next waits', async () => {
    expect(await take()).toBe(0);
    clock.advance(20_000);
    expect([await take(), await take(), await take()]).toEqual([0, 0, 40_000]);
    clock.advance(39_999);
    expect(await take()).toBe(1);
    clock.advance(1);
    expect([await take(), await take()]).toEqual([0, 20_000]);
  });

  it('count nothing that is only asked, or is not heard', async () => {
    for (let times = 0; times < 10; times += 1) {
      expect(await harness.attemptLimit.waitMs('192.0.2.1')).toBe(0);
    }
    expect([await take(), await take(), await take()]).toEqual([0, 0, 0]);
    for (let times = 0; times < 10; times += 1) expect(await take()).toBe(60_000);
    expect(await harness.attemptLimit.waitMs('192.0.2.1')).toBe(60_000);
    clock.advance(60_000);
    expect([await take(), await take(), await take(), await take()]).toEqual([0, 0, 0, 60_000]);
  });

  it('count each source by itself', async () => {
    for (let times = 0; times < 3; times += 1) await take('192.0.2.1');
    expect([await take('192.0.2.1'), await take('192.0.2.2')]).toEqual([60_000, 0]);
  });
}
