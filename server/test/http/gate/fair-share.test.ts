import { describe, expect, it } from 'vitest';
import { FairShare } from '../../../src/http/gate/fair-share.js';

const NO_LIMIT = Number.POSITIVE_INFINITY;

describe('a fair share', () => {
  it('is such that so large a part of the calls is within it', () => {
    const callers = new FairShare();
    const calls = { modest: 1, flood: 9 };
    for (const [name, count] of Object.entries(calls)) {
      callers.remember(name);
      for (let call = 0; call < count; call += 1) callers.isWithin(NO_LIMIT, name, 1000);
    }
    const least = callers.shareFor(0.1, 1000);
    expect(least).toBeGreaterThan(0);
    // A tenth of the calls is less than both want: each has half of it.
    expect(callers.shareFor(0.5, 1000) / least).toBeCloseTo(8);
    expect(callers.shareFor(1, 1000) / least).toBeCloseTo(18);
  });

  it('counts each caller once, and those that are not known as fifty', () => {
    const callers = new FairShare();
    callers.remember('one');
    expect([callers.active, callers.crowd(0)]).toEqual([1, 0]);
    for (let call = 0; call < 3; call += 1) callers.isWithin(NO_LIMIT, 'one', 5000);
    expect([callers.active, callers.size]).toEqual([1, 1]);
    callers.remember('two');
    callers.isWithin(NO_LIMIT, 'two', 5001);
    expect(callers.active).toBe(2);
    callers.isWithin(NO_LIMIT, 'stranger', 5002);
    expect([callers.active, callers.size]).toEqual([52, 2]);
  });

  it('gives a caller with several shares several times as much, and counts it as so many', () => {
    const callers = new FairShare();
    callers.remember('usual');
    callers.remember('large', 5);
    const floods = () => {
      const within = { usual: 0, large: 0 };
      for (let ms = 0; ms < 10_000; ms += 10) {
        for (const name of ['usual', 'large'] as const) {
          if (callers.isWithin(2, name, ms)) within[name] += 1;
        }
      }
      return within;
    };
    const { usual, large } = floods();
    expect(large / usual).toBeGreaterThan(4);
    expect(large / usual).toBeLessThan(6);
    expect([callers.active, callers.crowd(9_990)]).toEqual([6, 6]);
    // Its operator takes the limits back.
    callers.remember('large');
    for (let ms = 20_000; ms < 24_000; ms += 1_000) {
      for (const name of ['usual', 'large']) callers.isWithin(NO_LIMIT, name, ms);
    }
    expect([callers.active, callers.size]).toEqual([2, 2]);
  });

  it('counts who calls in two seconds, and who called in the two before', () => {
    const callers = new FairShare();
    for (const name of ['one', 'two', 'three']) callers.remember(name);
    const call = (name: string, at: number) => callers.isWithin(NO_LIMIT, name, at);
    call('one', 5000);
    call('two', 6999);
    expect([callers.active, callers.crowd(6999)]).toEqual([2, 2]);
    // Two seconds after the first: another time begins, and the one before is remembered.
    call('three', 7000);
    expect([callers.active, callers.crowd(7000)]).toEqual([2, 2]);
    call('three', 9000);
    expect([callers.active, callers.crowd(9000)]).toEqual([1, 1]);
  });

  it('begins again with a few calls for each when it was lifted meanwhile', () => {
    const callers = new FairShare();
    callers.remember('one');
    const within = (at: number) =>
      Array.from({ length: 20 }, () => callers.isWithin(1, 'one', at)).filter(Boolean).length;
    // Who has not called for long has saved up ten.
    expect(within(1000)).toBe(10);
    expect(within(1001)).toBe(0);
    expect(callers.isWithin(NO_LIMIT, 'one', 100_000)).toBe(true);
    expect(within(100_001)).toBe(3);
  });

  it('estimates by their calls how many strangers there are, ten calls a second for each', () => {
    const callers = new FairShare();
    callers.remember('one');
    callers.isWithin(NO_LIMIT, 'one', 5000);
    for (let call = 0; call < 40; call += 1) callers.isWithin(NO_LIMIT, `stranger ${call}`, 5000);
    expect(callers.crowd(5000)).toBeCloseTo(1 + 4);
    // Calls count less the older they are.
    expect(callers.crowd(6000)).toBeCloseTo(1 + 4 / Math.E);
  });

  it('gives a caller its next call when all of it is saved, and not before', () => {
    const callers = new FairShare();
    callers.remember('one');
    const within = (at: number) => callers.isWithin(1, 'one', at);
    expect(Array.from({ length: 11 }, () => within(0)).indexOf(false)).toBe(10);
    callers.remember('one');
    expect([within(500), within(1000), within(1000)]).toEqual([false, true, false]);
  });

  it('gives callers that flood already their first calls at different moments', () => {
    const callers = new FairShare();
    const names = Array.from({ length: 100 }, (_, index) => `key${index}`);
    for (const name of names) {
      callers.remember(name);
      for (let call = 0; call < 10; call += 1) callers.isWithin(NO_LIMIT, name, 0);
    }
    const first = new Map<string, number>();
    for (let ms = 0; ms <= 1000; ms += 100) {
      for (const name of names) {
        if (callers.isWithin(1, name, ms) && !first.has(name)) first.set(name, ms);
      }
    }
    const inTurn = (ms: number) => [...first.values()].filter((at) => at === ms).length;
    expect(inTurn(0)).toBe(0);
    for (let ms = 100; ms <= 1000; ms += 100) {
      expect(inTurn(ms)).toBeGreaterThanOrEqual(8);
      expect(inTurn(ms)).toBeLessThanOrEqual(12);
    }
  });

  it('forgets the caller that has been idle for longest when there are too many', () => {
    const callers = new FairShare();
    for (let caller = 0; caller < 10_000; caller += 1) callers.remember(`key${caller}`);
    callers.isWithin(NO_LIMIT, 'key0', 0);
    callers.remember('one more');
    expect(callers.size).toBe(10_000);
    callers.isWithin(NO_LIMIT, 'key0', 5000);
    expect(callers.crowd(5000)).toBe(1);
    callers.isWithin(NO_LIMIT, 'key1', 5000);
    // It is a stranger now, whose calls count as a part of one caller.
    expect(callers.crowd(5000)).toBeCloseTo(1.1);
  });
});
