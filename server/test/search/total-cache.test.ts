import { expect, it } from 'vitest';
import { TotalCache } from '../../src/search/total-cache.js';

it('A total is good for the revision that it was counted at', () => {
  const totals = new TotalCache();
  totals.keep('acme rentals', 7, 12);
  expect(totals.get('acme rentals', 7)).toBe(12);
  expect(totals.get('acme rentals', 8)).toBeUndefined();
  expect(totals.get('other rentals', 7)).toBeUndefined();
  totals.keep('acme rentals', 8, 13);
  expect([totals.get('acme rentals', 7), totals.get('acme rentals', 8)]).toEqual([undefined, 13]);
  expect(totals.size).toBe(1);
});

it('A full cache of totals drops what was not asked for longest', () => {
  const totals = new TotalCache(2);
  totals.keep('a', 1, 1);
  totals.keep('b', 1, 2);
  totals.get('a', 1);
  totals.keep('c', 1, 3);
  expect(['a', 'b', 'c'].map((name) => totals.get(name, 1))).toEqual([1, undefined, 3]);
});
