import { describe, expect, it } from 'vitest';
import { FullSeconds } from '../../src/limits/redis-counters.js';

const LIMITS = { perSecond: 10, inFlight: 3 };
const NONE = { perSecond: 0, inFlight: 3 };
const until = (ms: number) => ({ until: ms, limits: LIMITS, remaining: NONE });

describe('full seconds', () => {
  it('are found until they end, and not from then on', () => {
    const full = new FullSeconds();
    full.add('a', until(1000), 0);
    expect(full.find('a', LIMITS, 400)).toEqual({ waitMs: 600, remaining: NONE });
    expect(full.find('b', LIMITS, 400)).toBeUndefined();
    expect(full.find('a', LIMITS, 1000)).toBeUndefined();
    expect(full.size).toBe(0);
  });

  it('make room for others once they have ended, and not before', () => {
    const full = new FullSeconds();
    for (let subject = 0; subject < 100; subject += 1) full.add(`${subject}`, until(1000), 0);
    full.add('a', until(1999), 999);
    expect(full.size).toBe(101);
    full.add('b', until(2000), 1000);
    expect(full.size).toBe(2);
    expect(full.find('a', LIMITS, 1000)?.waitMs).toBe(999);
    expect(full.find('b', LIMITS, 1000)?.waitMs).toBe(1000);
  });

  it('are forgotten when a slot of the subject comes free', () => {
    const full = new FullSeconds();
    full.add('a', until(1000), 0);
    full.add('b', until(1000), 0);
    full.forget('a');
    expect([full.find('a', LIMITS, 1), full.find('b', LIMITS, 1)?.waitMs]).toEqual([
      undefined,
      999,
    ]);
  });

  it('say nothing about other limits of the subject', () => {
    for (const other of [
      { perSecond: 20, inFlight: 3 },
      { perSecond: 10, inFlight: 4 },
    ]) {
      const full = new FullSeconds();
      full.add('a', until(1000), 0);
      expect(full.find('a', { ...LIMITS }, 1)?.waitMs).toBe(999);
      expect(full.find('a', other, 1)).toBeUndefined();
    }
  });
});
