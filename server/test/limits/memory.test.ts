import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { LEASE_MS, MemoryCounters, SlidingWindow } from '../../src/limits/counters.js';

const LIMITS = { perSecond: 10, inFlight: 3 };

describe('counters in memory', () => {
  it('forgets idle subjects, as fast as new ones come', async () => {
    const clock = new ManualClock(0);
    const counters = new MemoryCounters(clock);
    for (let subject = 0; subject < 5000; subject += 1) {
      const admission = await counters.admit(`old ${subject}`, LIMITS);
      if (admission.admitted) admission.release();
    }
    expect(counters.size).toBe(5000);
    clock.advance(1000);
    for (let call = 0; call < 5000; call += 1) {
      clock.advance(100);
      const admission = await counters.admit('new', LIMITS);
      if (admission.admitted) admission.release();
    }
    expect(counters.size).toBe(1);
  });

  it('forgets idle subjects behind busy ones', async () => {
    const clock = new ManualClock(0);
    const counters = new MemoryCounters(clock);
    // Three calls under way that began first stand in front.
    for (const busy of ['a', 'b', 'c']) await counters.admit(busy, LIMITS);
    for (let subject = 0; subject < 1000; subject += 1) {
      const admission = await counters.admit(`old ${subject}`, LIMITS);
      if (admission.admitted) admission.release();
    }
    clock.advance(1000);
    for (let call = 0; call < 600; call += 1) {
      clock.advance(10);
      await counters.admit('a', LIMITS);
    }
    expect(counters.size).toBe(3);
  });

  it('frees a slot whose call must have ended at once, however many others there are', async () => {
    const clock = new ManualClock(0);
    const counters = new MemoryCounters(clock);
    for (let other = 0; other < 1000; other += 1) await counters.admit(`other ${other}`, LIMITS);
    for (let call = 0; call < 3; call += 1) await counters.admit('slow', LIMITS);
    for (let other = 1000; other < 2000; other += 1) {
      await counters.admit(`other ${other}`, LIMITS);
    }
    clock.advance(LEASE_MS - 1);
    expect((await counters.admit('slow', LIMITS)).admitted).toBe(false);
    clock.advance(1);
    expect(await counters.admit('slow', LIMITS)).toMatchObject({
      admitted: true,
      remaining: { perSecond: 9, inFlight: 2 },
    });
  });

  it('keeps a subject with a call under way, until that must have ended', async () => {
    const clock = new ManualClock(0);
    const counters = new MemoryCounters(clock);
    for (let call = 0; call < 3; call += 1) await counters.admit('slow', LIMITS);
    clock.advance(30_000);
    for (let call = 0; call < 5; call += 1) {
      const admission = await counters.admit(`other ${call}`, LIMITS);
      if (admission.admitted) admission.release();
    }
    expect((await counters.admit('slow', LIMITS)).admitted).toBe(false);
    clock.advance(30_000);
    for (let call = 0; call < 10; call += 1) {
      clock.advance(1000);
      const admission = await counters.admit('other', LIMITS);
      if (admission.admitted) admission.release();
    }
    expect(counters.size).toBe(1);
  });

  it('never says that less than nothing is left', async () => {
    const counters = new MemoryCounters(new ManualClock(0));
    const releases = Array.from({ length: 12 }, () => counters.count('a', LIMITS));
    const none = { perSecond: 0, inFlight: 0 };
    expect(await counters.admit('a', LIMITS)).toMatchObject({ reason: 'rate', remaining: none });
    for (const release of releases) release();
    expect((await counters.admit('a', LIMITS)).remaining).toEqual({ perSecond: 0, inFlight: 3 });
  });

  it('forgets everybody when it closes', async () => {
    const counters = new MemoryCounters(new ManualClock(0));
    for (let call = 0; call < 3; call += 1) await counters.admit('a', LIMITS);
    await counters.close();
    expect(counters.size).toBe(0);
    expect((await counters.admit('a', LIMITS)).admitted).toBe(true);
  });

  it('takes a release of a subject that it has forgotten', async () => {
    const clock = new ManualClock(0);
    const counters = new MemoryCounters(clock);
    const admission = await counters.admit('gone', LIMITS);
    clock.advance(60_000);
    await counters.admit('other', LIMITS);
    expect(counters.size).toBe(1);
    if (admission.admitted) admission.release();
    expect((await counters.admit('gone', LIMITS)).remaining).toEqual({ perSecond: 9, inFlight: 2 });
  });
});

describe('sliding window', () => {
  it('holds an event for its span exactly', () => {
    const window = new SlidingWindow(2, 1000);
    window.add(0);
    window.add(0);
    expect([window.used(999), window.isIdle(999), window.waitMs(999)]).toEqual([2, false, 1]);
    expect([window.used(1000), window.isIdle(1000), window.waitMs(1000)]).toEqual([0, true, 0]);
  });

  it('says how long to wait such that the wait is enough, and a millisecond less is not', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), gaps, (limit, steps) => {
        const window = new SlidingWindow(limit, 1000);
        const events: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const inside = events.filter((time) => now - time < 1000);
          expect(window.used(now)).toBe(inside.length);
          expect(window.isIdle(now)).toBe(inside.length === 0);
          const wait = window.waitMs(now);
          if (wait > 0) {
            expect(inside).toHaveLength(limit);
            expect(window.waitMs(now + wait - 1)).toBe(1);
            now += wait;
            expect(window.waitMs(now)).toBe(0);
          }
          // A caller that comes later than it must is let in as well.
          expect(window.waitMs(now + 5000)).toBe(0);
          window.add(now);
          events.push(now);
        }
      }),
    );
  });
});
