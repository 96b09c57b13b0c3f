import { expect, it } from 'vitest';
import { readIds, writeIds } from '../../../src/search/words/word-store.js';

it('A list of ids is the same after it was written and read', () => {
  const lists = [
    [],
    [0],
    [1, 2, 3, 33, 65],
    [31, 32, 63, 1023, 1024, 1056, 32_768],
    [5, 4_294_967_295, 4_294_967_296, Number.MAX_SAFE_INTEGER],
    Array.from({ length: 5000 }, (_, at) => at * 7),
  ];
  for (const ids of lists) expect(readIds(writeIds(ids))).toEqual(ids);
  expect(writeIds([1, 2, 3, 4])).toHaveLength(4);
  expect(() => readIds('a!b')).toThrow('damaged');
});
