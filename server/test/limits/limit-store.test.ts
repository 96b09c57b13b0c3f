import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { ManualClock, systemClock } from '../../src/lib/clock.js';
import { limitsInProcess, limitsInRedis } from '../../src/limits/limit-store.js';
import { describeWithRedis } from '../rig/redis.js';

const LIMITS = { perSecond: 10, inFlight: 3 };

describe('limits in the process', () => {
  it('count everything there', async () => {
    const clock = new ManualClock(0);
    const limits = limitsInProcess(clock);
    await limits.start();
    expect(limits.kept()).toBe('process');
    const attemptLimit = limits.attemptLimit('keys', 2);
    expect([
      attemptLimit.limit,
      await attemptLimit.take('x'),
      await attemptLimit.take('x'),
    ]).toEqual([2, 0, 0]);
    expect(await attemptLimit.take('x')).toBe(60_000);
    const hourly = limits.attemptLimit('emails', 1, 3_600_000);
    expect([await hourly.take('x'), await hourly.take('x')]).toEqual([0, 3_600_000]);
    for (let login = 0; login < 5; login += 1) await limits.logins.begin('acme', 'mia');
    expect(await limits.logins.begin('acme', 'mia')).toBeUndefined();
    expect((await limits.counters.admit('a', LIMITS)).admitted).toBe(true);
    await limits.close();
    expect(await limits.counters.admit('a', LIMITS)).toMatchObject({
      remaining: { perSecond: 9, inFlight: 2 },
    });
  });
});

describeWithRedis('limits in Redis', (url) => {
  const open = (installation: string, time?: ManualClock) =>
    limitsInRedis({
      ...{ url, installation, clock: time ?? systemClock, ...(time && { time }) },
      ...{ log: pino({ level: 'silent' }), random: randomBytes },
    });

  it.each([
    ['the time of Redis', undefined],
    ['a given time', new ManualClock(Date.UTC(2026, 10, 20))],
  ])('are shared by two processes, by %s', async (_which, time) => {
    const installation = randomBytes(8).toString('hex');
    const [one, two] = await Promise.all([open(installation, time), open(installation, time)]);
    expect(one.kept()).toBe('fallback');
    await Promise.all([one.start(), two.start()]);
    expect([one.kept(), two.kept()]).toEqual(['shared', 'shared']);
    for (const { counters } of [one, two, one]) await counters.admit('a', LIMITS);
    expect(await two.counters.admit('a', LIMITS)).toMatchObject({ reason: 'simultaneous' });
    const attemptLimit = [one.attemptLimit('keys', 2), two.attemptLimit('keys', 2)];
    for (const counter of attemptLimit) expect(await counter.take('x')).toBe(0);
    for (const counter of attemptLimit) expect(await counter.take('x')).toBeGreaterThan(50_000);
    const hourly = [one, two].map((limits) => limits.attemptLimit('emails', 1, 3_600_000));
    expect(await hourly[0]?.take('x')).toBe(0);
    expect(await hourly[1]?.take('x')).toBeGreaterThan(3_500_000);
    for (const { logins } of [one, two, one, two, one]) await logins.begin('acme', 'mia');
    expect(await two.logins.begin('acme', 'mia')).toBeUndefined();
    await one.close();
    expect([one.kept(), two.kept()]).toEqual(['fallback', 'shared']);
    // What a process holds comes free when it closes.
    expect((await two.counters.admit('a', LIMITS)).remaining.inFlight).toBe(1);
    await two.close();
  });
});
