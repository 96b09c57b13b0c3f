import { expect, it } from 'vitest';
import { WorkClock } from '../../../src/http/gate/loop-delay.js';
import { ManualClock } from '../../../src/lib/clock.js';

it('stands still from a refusal to the next call, if that comes at once', () => {
  const clock = new ManualClock(0);
  const work = new WorkClock(clock);
  /** A call, the milliseconds until the next one, and what the clock of work says then. */
  const call = (isRefused: boolean, ms: number): number => {
    work.called();
    if (isRefused) work.refused();
    clock.advance(ms);
    work.called();
    return work.monotonic();
  };
  expect(call(false, 2)).toBe(2);
  expect(call(true, 0.25)).toBe(2);
  expect(call(true, 0.5)).toBe(2);
  expect(call(false, 0.25)).toBe(2.25);
  // After the last of a turn comes work, or nothing.
  expect(call(true, 0.75)).toBe(3);
  expect([work.monotonic(), clock.monotonic()]).toEqual([3, 3.75]);
});
