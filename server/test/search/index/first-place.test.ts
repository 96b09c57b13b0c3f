import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstPlace } from '../../../src/search/index/group-runs.js';

it('finds the first place where a condition holds, or the end', () => {
  const place = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(place, place, place, (from, length, since) => {
      const to = from + length;
      const seen: number[] = [];
      const found = firstPlace(from, to, (at) => {
        seen.push(at);
        return at >= since;
      });
      expect(found).toBe(Math.min(to, Math.max(from, since)));
      expect(seen.every((at) => at >= from && at < to)).toBe(true);
      expect(seen.length).toBeLessThanOrEqual(6);
    }),
  );
  expect(firstPlace(1, 0, () => false)).toBe(1);
});
