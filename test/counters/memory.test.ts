import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock.js';
import { MemoryCounters } from '../../src/counters/memory.js';
import { SlidingWindow } from '../../src/counters/sliding-window.js';

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
          window.add(now);
          events.push(now);
        }
      }),
    );
  });
});
