import { describe, expect, it } from 'vitest';
import { type CallUnderWay, Overload } from '../../../src/http/gate/overload.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { tickingOverload } from './ticking-overload.js';

/* What counts as pressure, in numbers, and how the share of each caller follows it. */

/** Begins so many calls of one caller, which stay under way. */
function begin(overload: Overload, count: number): CallUnderWay[] {
  overload.remember('one');
  return Array.from({ length: count }, () => {
    overload.refusal('one');
    const call = overload.begin();
    call.works();
    return call;
  });
}

describe('the pressure', () => {
  it('is how long work waits for a connection, in tenths of a second', () => {
    const { clock, overload } = tickingOverload({ waiting: () => 30 });
    for (let times = 0; times < 10; times += 1) {
      const [call] = begin(overload, 1);
      clock.advance(10);
      call?.end();
      // A call that was refused for its key is no work.
      overload.begin().end();
    }
    overload.refusal('one');
    // Thirty wait for those before them, which take ten milliseconds each.
    expect(overload.pressure).toBeCloseTo(3);
  });

  it.each([
    [99, 0],
    [100, 2],
  ])('is how many seconds the calls under way still take, if they are many: %i', (count, is) => {
    const { clock, overload } = tickingOverload({});
    const calls = begin(overload, count + 5);
    for (const { end } of calls.slice(0, 5)) {
      clock.advance(20);
      end();
    }
    overload.refusal('one');
    expect(overload.pressure).toBeCloseTo(is);
  });

  it('weighs what was a second ago a third as much as what is now', () => {
    const { clock, overload } = tickingOverload({ waiting: () => 100 });
    begin(overload, 3);
    const work = (calls: number, ms: number) => {
      for (let times = 0; times < calls; times += 1) {
        const call = overload.begin();
        call.works();
        clock.advance(ms);
        call.end();
      }
      overload.refusal('one');
    };
    work(50, 10);
    expect(overload.pressure).toBeCloseTo(10);
    work(500, 2);
    const before = Math.exp(-1);
    expect(overload.pressure).toBeCloseTo((500 * before + 1000) / (50 * before + 500));
  });

  it('knows nothing of the time in which no call was there', () => {
    const { clock, overload, tick } = tickingOverload({ waiting: () => 10 });
    const calls = begin(overload, 10);
    clock.advance(80);
    for (const { end } of calls) end();
    tick();
    expect(overload.pressure).toBeCloseTo(1);
    tick(10_000);
    for (let call = 0; call < 3; call += 1) overload.refusal('one');
    tick(50);
    const before = Math.exp(-0.05);
    expect(overload.pressure).toBeCloseTo((100 * before + 50) / (100 * before));
  });

  it('is looked at every fifty milliseconds', () => {
    for (const look of [
      ({ overload }: ReturnType<typeof tickingOverload>) => void overload.refusal('one'),
      ({ tick }: ReturnType<typeof tickingOverload>) => tick(0),
    ]) {
      const process = tickingOverload({ waiting: () => 1_000 });
      const calls = begin(process.overload, 5);
      process.clock.advance(49);
      for (const { end } of calls) end();
      look(process);
      expect(process.overload.pressure).toBe(0);
      process.clock.advance(1);
      look(process);
      expect(process.overload.pressure).toBeGreaterThan(1);
    }
  });

  it.each([
    { callers: 23, behind: false },
    { callers: 24, behind: true },
  ])('is none with fewer callers than that: %o', ({ callers, behind }) => {
    const clock = new ManualClock(0);
    const [utilization, waiting] = [() => 0, () => 1_000];
    const overload = new Overload({ clock, after: () => {}, utilization, waiting });
    for (let caller = 0; caller < callers; caller += 1) {
      overload.remember(`key${caller}`);
      overload.refusal(`key${caller}`);
    }
    const call = overload.begin();
    call.works();
    clock.advance(50);
    call.end();
    overload.refusal('key0');
    expect(overload.pressure > 1).toBe(behind);
  });

  it.each([
    { calls: 2, underWay: 0, behind: false },
    { calls: 3, underWay: 0, behind: true },
    { calls: 1, underWay: 2, behind: false },
    { calls: 1, underWay: 3, behind: true },
  ])('is none with fewer calls than that: %o', ({ calls, underWay, behind }) => {
    const { clock, overload } = tickingOverload({ waiting: () => 1_000 });
    overload.remember('one');
    for (let call = 0; call < calls; call += 1) overload.refusal('one');
    const [first] = Array.from({ length: underWay + 1 }, () => overload.begin());
    first?.works();
    clock.advance(50);
    first?.end();
    overload.refusal('one');
    expect(overload.pressure > 1).toBe(behind);
  });

  it.each([
    { utilization: 0.89, is: 0 },
    { utilization: 0.9, is: 2.5 },
  ])('is how late the event loop is, where that is busy: %o', ({ utilization, is }) => {
    const { overload, tick } = tickingOverload({ utilization: () => utilization });
    begin(overload, 24);
    tick(50);
    expect(overload.pressure).toBe(is);
  });

  it.each([
    { late: 23, is: 0 },
    { late: 24, is: 2.75 },
  ])('takes calls that came while it was late for a queue: %o', ({ late, is }) => {
    const { clock, overload, tick } = tickingOverload({ utilization: () => 1 });
    overload.remember('one');
    overload.refusal('one');
    clock.advance(20);
    // At the moment at which the next look is due it is not late.
    overload.refusal('one');
    clock.advance(20);
    for (let call = 0; call < late; call += 1) overload.refusal('one');
    tick(13);
    expect(overload.pressure).toBe(is);
  });

  it('is known to a call that comes before a look that is overdue', () => {
    const { clock, overload } = tickingOverload({ utilization: () => 1 });
    overload.remember('one');
    overload.refusal('one');
    clock.advance(40);
    for (let call = 0; call < 24; call += 1) overload.refusal('one');
    clock.advance(10);
    overload.refusal('one');
    expect(overload.pressure).toBe(2.5);
  });

  it.each([
    { refused: 23, is: 0 },
    { refused: 24, is: 2.5 },
  ])('takes calls that it has refused lately for a queue: %o', ({ refused, is }) => {
    let waiting = 1_000;
    const { clock, overload, tick } = tickingOverload({
      utilization: () => 1,
      waiting: () => waiting,
    });
    const calls = begin(overload, 5);
    clock.advance(10);
    for (const { end } of calls) end();
    tick(40);
    overload.refusal('one');
    tick(50);
    expect(overload.refuses).toBe(true);
    waiting = 0;
    for (let left = refused; left > 0; ) if (overload.refusal('one') !== undefined) left -= 1;
    tick(50);
    expect(overload.pressure).toBe(is);
    // They count less the older they are, and a second after the last one all are let in, though nobody calls.
    tick(50);
    expect(overload.pressure).toBe(0);
    for (let looks = 0; looks < 20; looks += 1) tick(50);
    expect(overload.refuses).toBe(false);
  });
});

describe('the share of each caller', () => {
  it('falls by a fifth at most and rises by a seventh at most, to no less than a call in ten seconds', () => {
    const { clock, overload, tick } = tickingOverload({ utilization: () => 1 });
    for (let caller = 0; caller < 24; caller += 1) {
      overload.remember(`key${caller}`);
      overload.refusal(`key${caller}`);
      overload.begin();
    }
    /** The seconds between two calls of a share, rounded up. */
    const advice = (): number => {
      for (;;) {
        const refusal = overload.refusal('key0');
        if (refusal !== undefined) return Number(refusal.headers?.['retry-after']);
      }
    };
    const times = (count: number, look: () => void) =>
      Array.from({ length: count }, () => {
        look();
        return advice();
      });
    /** A look at which the event loop is so late. */
    const late = (ms: number) => () => {
      for (const wait of [20, 20, 20 + ms]) tick(wait);
    };
    tick(150);
    // Far behind, all the time. At first seven tenths of what each has called are its share.
    expect(times(10, () => tick(150))).toEqual([2, 3, 4, 4, 5, 6, 8, 10, 10, 10]);
    // No longer. The first step is the largest, for the change.
    expect(times(10, late(0))).toEqual([9, 8, 8, 7, 6, 6, 5, 5, 4, 4]);
    // Half of what it can do, all of it, and the same again.
    expect([...times(1, late(6)), ...times(3, late(12))]).toEqual([4, 5, 5, 5]);

    // With as much as it can do it is not behind: a second after the last refusal all are let in.
    const look = () => {
      tick(20);
      tick(32);
    };
    tick(20);
    clock.advance(20);
    advice();
    tick(12);
    for (let looks = 0; looks < 18; looks += 1) look();
    expect([overload.pressure, overload.refuses]).toEqual([1, true]);
    look();
    expect(overload.refuses).toBe(false);
    // And nobody is refused again for it.
    for (let looks = 0; looks < 10; looks += 1) look();
    expect([overload.pressure, overload.refuses]).toEqual([1, false]);
  });
});
