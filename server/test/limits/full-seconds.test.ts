import { describe, expect, it } from 'vitest';
import { FullSeconds } from '../../src/limits/full-seconds.js';

const NONE = { perSecond: 0, inFlight: 3 };

describe('full seconds', () => {
  it('are found until they end, and not from then on', () => {
    const full = new FullSeconds();
    full.add('a', 1000, NONE, 0);
    expect(full.find('a', 400)).toEqual({ waitMs: 600, remaining: NONE });
    expect(full.find('b', 400)).toBeUndefined();
    expect(full.find('a', 1000)).toBeUndefined();
    expect(full.size).toBe(0);
  });

  it('make room for others once they have ended, and not before', () => {
    const full = new FullSeconds();
    for (let subject = 0; subject < 100; subject += 1) full.add(`${subject}`, 1000, NONE, 0);
    full.add('a', 1999, NONE, 999);
    expect(full.size).toBe(101);
    full.add('b', 2000, NONE, 1000);
    expect(full.size).toBe(2);
    expect(full.find('a', 1000)?.waitMs).toBe(999);
    expect(full.find('b', 1000)?.waitMs).toBe(1000);
  });

  it('are forgotten when a slot of the subject comes free', () => {
    const full = new FullSeconds();
    full.add('a', 1000, NONE, 0);
    full.add('b', 1000, NONE, 0);
    full.forget('a');
    expect([full.find('a', 1), full.find('b', 1)?.waitMs]).toEqual([undefined, 999]);
  });
});
