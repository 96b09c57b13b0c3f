import { expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { IdleCache } from '../../src/lib/idle-cache.js';

it('A cache gives back first what was not used for the longest time, and never the newest', () => {
  const cache = new IdleCache<string>(new ManualClock(0), 10);
  cache.keep('a', 'A', 4);
  cache.keep('b', 'B', 4);
  expect(cache.get('a')).toBe('A');
  cache.keep('c', 'C', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([
    'A',
    undefined,
    'C',
    8,
  ]);
  cache.keep('d', 'D', 50);
  expect([cache.get('a'), cache.get('c'), cache.get('d'), cache.size]).toEqual([
    undefined,
    undefined,
    'D',
    50,
  ]);
});

it('A cache gives back what nobody has used for five minutes', () => {
  const clock = new ManualClock(0);
  const cache = new IdleCache<string>(clock, 10);
  cache.keep('a', 'A', 4);
  clock.advance(200_000);
  cache.keep('b', 'B', 4);
  clock.advance(100_000);
  cache.giveBack();
  expect(cache.size).toBe(4);
  expect(cache.get('b')).toBe('B');
  clock.advance(299_999);
  expect(cache.get('b')).toBe('B');
  clock.advance(300_000);
  expect(cache.get('b')).toBeUndefined();
  expect(cache.size).toBe(0);
});
