import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { type Admission, type Counters, MemoryCounters } from '../../src/limits/counters.js';
import { RedisCounters } from '../../src/limits/redis-counters.js';
import { redisUrl } from '../rig/redis.js';
import { linkTo } from '../rig/redis-link.js';

/** One implementation under the contract, and how its time is moved. */
interface Harness {
  readonly counters: Counters;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

const redis = redisUrl('the contract of counters, in Redis');

const implementations: { name: string; missing?: boolean; open(): Promise<Harness> }[] = [
  {
    name: 'memory',
    open: async () => {
      const clock = new ManualClock(Date.UTC(2026, 10, 20));
      const counters = new MemoryCounters(clock);
      return {
        counters,
        advance: async (ms) => clock.advance(ms),
        close: () => counters.close(),
      };
    },
  },
  {
    // Redis' own time is told by a clock here; test/counters/redis-counters.test.ts has the real one.
    name: 'redis',
    missing: redis === undefined,
    open: async () => {
      const clock = new ManualClock(Date.UTC(2026, 10, 20));
      const link = await linkTo(redis ?? '');
      const counters = new RedisCounters(link, clock, clock);
      expect(link.there).toBe(true);
      return {
        counters,
        advance: async (ms) => clock.advance(ms),
        close: async () => {
          // What was counted by this process alone would have been no test of Redis.
          expect(link.there).toBe(true);
          await counters.close();
          await link.close();
        },
      };
    },
  },
];

const LIMITS = { perSecond: 10, inFlight: 3 };

for (const { name, missing = false, open } of implementations) {
  describe.skipIf(missing)(`counters: ${name}`, () => declareContract(open));
}

function declareContract(open: () => Promise<Harness>): void {
  async function withCounters(work: (harness: Harness) => Promise<void>): Promise<void> {
    const harness = await open();
    try {
      await work(harness);
    } finally {
      await harness.close();
    }
  }

  /** Admits a call that ends at once. */
  async function pass(counters: Counters, subject = 'a'): Promise<Admission> {
    const admission = await counters.admit(subject, LIMITS);
    if (admission.admitted) admission.release();
    return admission;
  }

  /** Admits a call that goes on. */
  async function hold(counters: Counters, subject = 'a'): Promise<() => void> {
    const admission = await counters.admit(subject, LIMITS);
    if (!admission.admitted) throw new Error(`refused: ${admission.reason}`);
    return admission.release;
  }

  it('admits ten in a second, tells what is left, and refuses the eleventh', () =>
    withCounters(async ({ counters }) => {
      for (let left = 9; left >= 0; left -= 1) {
        const admission = await pass(counters);
        expect(admission.admitted).toBe(true);
        expect(admission.remaining).toEqual({ perSecond: left, inFlight: 2 });
      }
      expect(await pass(counters)).toEqual({
        admitted: false,
        reason: 'rate',
        retryAfterMs: 1000,
        remaining: { perSecond: 0, inFlight: 3 },
      });
    }));

  it('slides: places come back one by one as their own second ends', () =>
    withCounters(async ({ counters, advance }) => {
      for (let call = 0; call < 5; call += 1) await pass(counters);
      await advance(900);
      for (let call = 0; call < 5; call += 1) await pass(counters);
      await advance(99);
      expect(await pass(counters)).toMatchObject({ admitted: false, retryAfterMs: 1 });
      await advance(1);
      for (let call = 0; call < 5; call += 1) {
        expect((await pass(counters)).admitted).toBe(true);
      }
      expect(await pass(counters)).toMatchObject({ reason: 'rate', retryAfterMs: 900 });
    }));

  it('does not count what it refuses', () =>
    withCounters(async ({ counters, advance }) => {
      for (let call = 0; call < 10; call += 1) await pass(counters);
      await advance(500);
      for (let call = 0; call < 50; call += 1) {
        expect((await pass(counters)).admitted).toBe(false);
      }
      await advance(500);
      for (let call = 0; call < 10; call += 1) {
        expect((await pass(counters)).admitted).toBe(true);
      }
    }));

  it('does not count in the second what it refuses for want of a slot', () =>
    withCounters(async ({ counters }) => {
      const release = await hold(counters);
      await hold(counters);
      await hold(counters);
      for (let call = 0; call < 20; call += 1) {
        expect((await pass(counters)).admitted).toBe(false);
      }
      release();
      expect((await pass(counters)).remaining.perSecond).toBe(6);
    }));

  it('lets three in at once and the fourth when one has ended', () =>
    withCounters(async ({ counters }) => {
      await hold(counters);
      const release = await hold(counters);
      await hold(counters);
      expect(await counters.admit('a', LIMITS)).toEqual({
        admitted: false,
        reason: 'simultaneous',
        retryAfterMs: 1000,
        remaining: { perSecond: 7, inFlight: 0 },
      });
      release();
      await hold(counters);
      expect((await counters.admit('a', LIMITS)).admitted).toBe(false);
    }));

  it('takes a slot back once, however often it is given back', () =>
    withCounters(async ({ counters }) => {
      const release = await hold(counters);
      await hold(counters);
      await hold(counters);
      release();
      release();
      await hold(counters);
      release();
      expect((await counters.admit('a', LIMITS)).admitted).toBe(false);
    }));

  it('names the rate when both are full', () =>
    withCounters(async ({ counters }) => {
      for (let call = 0; call < 7; call += 1) await pass(counters);
      for (let call = 0; call < 3; call += 1) await hold(counters);
      expect(await counters.admit('a', LIMITS)).toMatchObject({
        reason: 'rate',
        remaining: { perSecond: 0, inFlight: 0 },
      });
    }));

  it('frees a slot that nobody gives back after sixty seconds', () =>
    withCounters(async ({ counters, advance }) => {
      for (let call = 0; call < 3; call += 1) await hold(counters);
      await advance(59_999);
      expect((await counters.admit('a', LIMITS)).admitted).toBe(false);
      await advance(1);
      for (let call = 0; call < 3; call += 1) await hold(counters);
      expect((await counters.admit('a', LIMITS)).admitted).toBe(false);
    }));

  it("does not free somebody else's slot by a release that comes too late", () =>
    withCounters(async ({ counters, advance }) => {
      const late = await hold(counters);
      await advance(60_000);
      for (let call = 0; call < 3; call += 1) await hold(counters);
      late();
      expect((await counters.admit('a', LIMITS)).admitted).toBe(false);
    }));

  it('counts each subject by itself', () =>
    withCounters(async ({ counters }) => {
      for (let call = 0; call < 10; call += 1) await pass(counters, 'a');
      for (let call = 0; call < 3; call += 1) await hold(counters, 'b');
      expect((await pass(counters, 'a')).admitted).toBe(false);
      expect((await pass(counters, 'b')).admitted).toBe(false);
      expect((await pass(counters, 'c')).remaining).toEqual({ perSecond: 9, inFlight: 2 });
    }));

  it('gives the last place to one of those who ask at the same time', () =>
    withCounters(async ({ counters }) => {
      const asked = Array.from({ length: 20 }, () => counters.admit('a', LIMITS));
      const admitted = (await Promise.all(asked)).filter((one) => one.admitted);
      expect(admitted).toHaveLength(3);
    }));

  it('keeps to raised limits from the next call on, and what was counted still counts', () =>
    withCounters(async ({ counters, advance }) => {
      for (let call = 0; call < 10; call += 1) await pass(counters);
      await advance(400);
      expect(await pass(counters)).toMatchObject({ reason: 'rate', retryAfterMs: 600 });
      const more = { perSecond: 12, inFlight: 5 };
      for (let left = 1; left >= 0; left -= 1) {
        const admission = await counters.admit('a', more);
        expect(admission).toMatchObject({ admitted: true, remaining: { perSecond: left } });
      }
      expect(await counters.admit('a', more)).toEqual({
        admitted: false,
        reason: 'rate',
        retryAfterMs: 600,
        remaining: { perSecond: 0, inFlight: 3 },
      });
      await advance(1000);
      for (let left = 2; left >= 0; left -= 1) {
        const admission = await counters.admit('a', more);
        expect(admission).toMatchObject({ admitted: true, remaining: { inFlight: left } });
      }
      expect(await counters.admit('a', more)).toMatchObject({ reason: 'simultaneous' });
    }));

  it('keeps to lowered limits from the next call on, and knows the earlier calls when they rise', () =>
    withCounters(async ({ counters, advance }) => {
      for (let call = 0; call < 8; call += 1) {
        await pass(counters);
        await advance(50);
      }
      const few = { perSecond: 2, inFlight: 1 };
      // Of eight calls, 50 ms apart, the seventh has to leave, which came 100 ms ago.
      expect(await counters.admit('a', few)).toMatchObject({ reason: 'rate', retryAfterMs: 900 });
      expect((await pass(counters)).remaining).toEqual({ perSecond: 1, inFlight: 2 });
      await hold(counters);
      expect(await counters.admit('a', few)).toMatchObject({
        reason: 'rate',
        remaining: { perSecond: 0, inFlight: 0 },
      });
      expect(await pass(counters)).toMatchObject({ admitted: false, reason: 'rate' });
      await advance(1000);
      expect(await counters.admit('a', few)).toMatchObject({ reason: 'simultaneous' });
      expect((await pass(counters)).admitted).toBe(true);
    }));

  it('agrees with a count of the whole history, and no second ever holds more than ten', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            gap: fc.oneof(
              { weight: 12, arbitrary: fc.integer({ min: 0, max: 260 }) },
              { weight: 2, arbitrary: fc.constantFrom(999, 1000, 1001) },
              { weight: 1, arbitrary: fc.constantFrom(59_999, 60_000, 60_001) },
            ),
            /** Which call under way ends before this one asks, if there is such a one. */
            ends: fc.integer({ min: 0, max: 4 }),
          }),
          { maxLength: 120 },
        ),
        (calls) =>
          withCounters(async ({ counters, advance }) => {
            let now = 0;
            const accepted: number[] = [];
            let underWay: { since: number; release: () => void }[] = [];
            for (const { gap, ends } of calls) {
              await advance(gap);
              now += gap;
              underWay = underWay.filter((call) => now - call.since < 60_000);
              underWay.splice(ends, 1)[0]?.release();
              const inSecond = accepted.filter((time) => now - time < 1000).length;
              const expected =
                inSecond >= 10 ? 'rate' : underWay.length >= 3 ? 'simultaneous' : 'admitted';

              const admission = await counters.admit('a', LIMITS);
              expect(admission.admitted ? 'admitted' : admission.reason).toBe(expected);
              if (!admission.admitted) continue;
              accepted.push(now);
              underWay.push({ since: now, release: admission.release });
            }
            for (const [index, time] of accepted.entries()) {
              const eleventh = accepted[index + 10];
              if (eleventh !== undefined) expect(eleventh - time).toBeGreaterThanOrEqual(1000);
            }
          }),
      ),
      { numRuns: 200 },
    ));

  it('agrees with a count of the whole history while the limits change', () => {
    const few = { perSecond: 2, inFlight: 1 };
    const more = { perSecond: 25, inFlight: 6 };
    const call = fc.record({
      gap: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.constantFrom(999, 1000)),
      ends: fc.integer({ min: 0, max: 6 }),
      limits: fc.constantFrom(LIMITS, LIMITS, few, more, more),
    });
    return fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 120 }), (calls) =>
        withCounters(async ({ counters, advance }) => {
          let now = 0;
          const accepted: number[] = [];
          const underWay: (() => void)[] = [];
          for (const { gap, ends, limits } of calls) {
            await advance(gap);
            now += gap;
            underWay.splice(ends, 1)[0]?.();
            const inSecond = accepted.filter((time) => now - time < 1000);
            const admission = await counters.admit('a', limits);
            const left = (limit: number, used: number) => Math.max(0, limit - used);
            const remaining = {
              perSecond: left(limits.perSecond, inSecond.length),
              inFlight: left(limits.inFlight, underWay.length),
            };
            if (remaining.perSecond === 0) {
              const leaves = inSecond.at(-limits.perSecond) ?? 0;
              const retryAfterMs = 1000 - (now - leaves);
              expect(admission).toMatchObject({ reason: 'rate', retryAfterMs, remaining });
            } else if (remaining.inFlight === 0) {
              expect(admission).toMatchObject({ reason: 'simultaneous', remaining });
            } else {
              if (!admission.admitted) throw new Error(`refused: ${admission.reason}`);
              accepted.push(now);
              underWay.push(admission.release);
            }
          }
        }),
      ),
      { numRuns: 200 },
    );
  });
}
