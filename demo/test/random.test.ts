import { describe, expect, it } from 'vitest';
import { Deck, Random } from '../src/random.js';

const draws = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => random.bits());

describe('Random', () => {
  it('repeats itself for the same seed and name, and for no other', () => {
    const first = draws(new Random(7, 'listings'), 50);
    expect(draws(new Random(7, 'listings'), 50)).toEqual(first);
    expect(draws(new Random(8, 'listings'), 50)).not.toEqual(first);
    expect(draws(new Random(7, 'buildings'), 50)).not.toEqual(first);
    expect(draws(new Random(7 + 2 ** 33, 'listings'), 50)).not.toEqual(first);
    expect(draws(new Random(0, 'other').fork('listings'), 50)).toEqual(
      draws(new Random(0, 'listings'), 50),
    );
  });

  it('spreads evenly: every tenth of the range gets a tenth of the draws', () => {
    const random = new Random(1);
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i += 1) {
      const tenth = Math.floor(random.next() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(220);
  });

  it('stays within bounds, ends included', () => {
    const random = new Random(2);
    const seen = new Set(Array.from({ length: 400 }, () => random.int(-1, 2)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
    for (let i = 0; i < 400; i += 1) {
      const value = random.between(3, 4);
      expect(value).toBeGreaterThanOrEqual(3);
      expect(value).toBeLessThan(4);
    }
  });

  it('weighs choices', () => {
    const random = new Random(3);
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let i = 0; i < 4000; i += 1) {
      counts[
        random.weighted([
          ['often', 3],
          ['seldom', 1],
          ['never', 0],
        ] as const)
      ] += 1;
    }
    expect(counts.never).toBe(0);
    expect(Math.abs(counts.often - 3000)).toBeLessThan(150);
  });

  it('shuffles and samples without losing or doubling, and leaves the list alone', () => {
    const items = [1, 2, 3, 4, 5, 6, 7, 8];
    const random = new Random(4);
    expect(random.shuffle(items).sort()).toEqual(items);
    expect(new Set(random.sample(items, 5)).size).toBe(5);
    expect(random.sample(items, 99)).toHaveLength(8);
    expect(items).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('refuses to pick from nothing', () => {
    expect(() => new Random(5).pick([])).toThrow(RangeError);
    expect(() => new Random(5).weighted([])).toThrow(RangeError);
    expect(() => new Deck([], new Random(5)).draw()).toThrow(RangeError);
  });
});

describe('Deck', () => {
  it('deals every element before any a second time', () => {
    const deck = new Deck(['a', 'b', 'c', 'd'], new Random(6));
    const round = (): string[] => [deck.draw(), deck.draw(), deck.draw(), deck.draw()].sort();
    expect(round()).toEqual(['a', 'b', 'c', 'd']);
    expect(round()).toEqual(['a', 'b', 'c', 'd']);
  });
});
