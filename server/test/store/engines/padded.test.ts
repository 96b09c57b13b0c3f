import { expect, it } from 'vitest';
import { padded } from '../../../src/store/engines/fragment.js';

it('lists of values have few lengths, and mean the same', () => {
  const lengths = new Set<number>();
  for (let count = 1; count <= 1000; count += 1) {
    const values = Array.from({ length: count }, (_, at) => at);
    const list = padded(values);
    expect([...new Set(list)]).toEqual(values);
    lengths.add(list.length);
  }
  expect([...lengths]).toEqual([1, 2, 4, 10, 25, 50, 100, 250, 500, 1000]);
  expect(padded([])).toEqual([]);
});
