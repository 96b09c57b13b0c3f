import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import type { RedisLink } from '../../src/limits/redis-link.js';
import { redisUrl } from '../rig/redis.js';
import { linkTo } from '../rig/redis-link.js';

const LIMITS = { perSecond: 10, inFlight: 3 };
const SUITE = 'a second that Redis has called full';
const url = redisUrl(SUITE);

describe.skipIf(url === undefined)(SUITE, () => {
  let clock: ManualClock;
  let link: RedisLink;
  let counters: RedisCounters;
  let redis: Redis;

  beforeEach(async () => {
    clock = new ManualClock(Date.UTC(2026, 10, 20));
    link = await linkTo(url ?? '');
    counters = new RedisCounters(link, clock, clock);
    redis = new Redis(url ?? '');
  });
  afterEach(async () => {
    expect(link.there).toBe(true);
    await link.close();
    redis.disconnect();
  });

  async function take(): Promise<() => void> {
    const admission = await counters.admit('a', LIMITS);
    if (!admission.admitted) throw new Error(`refused: ${admission.reason}`);
    return admission.release;
  }

  async function fill(): Promise<void> {
    for (let call = 0; call < 10; call += 1) (await take())();
    expect(await counters.admit('a', LIMITS)).toMatchObject({ reason: 'rate', retryAfterMs: 1000 });
  }

  /** From here on Redis would admit the subject. */
  const empty = () => redis.del(link.key('calls:a'));

  it('costs it no further question, and is told as long as it lasts', async () => {
    await fill();
    await empty();
    clock.advance(400);
    expect(await counters.admit('a', LIMITS)).toEqual({
      admitted: false,
      reason: 'rate',
      retryAfterMs: 600,
      remaining: { perSecond: 0, inFlight: 3 },
    });
    clock.advance(599.999);
    expect((await counters.admit('a', LIMITS)).admitted).toBe(false);
    expect(await redis.exists(link.key('calls:a'))).toBe(0);
    clock.advance(0.001);
    (await take())();
    expect(await redis.zcard(link.key('calls:a'))).toBe(1);
  });

  it('is the second of one subject', async () => {
    await fill();
    const other = await counters.admit('b', LIMITS);
    expect(other).toMatchObject({ admitted: true, remaining: { perSecond: 9 } });
  });

  it('has Redis asked anew when a slot of the subject has come free', async () => {
    const held = await take();
    for (let call = 0; call < 9; call += 1) (await take())();
    const refused = () => counters.admit('a', LIMITS);
    expect((await refused()).remaining).toEqual({ perSecond: 0, inFlight: 2 });
    expect((await refused()).remaining).toEqual({ perSecond: 0, inFlight: 2 });
    held();
    expect((await refused()).remaining).toEqual({ perSecond: 0, inFlight: 3 });
  });
});
