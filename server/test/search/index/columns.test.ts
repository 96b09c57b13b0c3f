import { describe, expect, it } from 'vitest';
import {
  Columns,
  Dictionary,
  UnindexableValue,
  wordBits,
} from '../../../src/search/index/columns.js';

const none = { low: 0, high: 0 };

it('has a bit for each of sixteen words of amenities', () => {
  const bitsOf = wordBits(Array.from({ length: 16 }, (_, at) => () => at % 2 === 1));
  expect(bitsOf(none, 0)).toBe(0b1010_1010_1010_1010);
});

it('does not start with a word of amenities for which there is no bit', () => {
  expect(() => wordBits(Array.from({ length: 17 }, () => () => true))).toThrow(
    'The filter amenities has 17 words, and filterWords bits for 16: widen it.',
  );
});

const row = {
  ...{ id: 1, status: 2, neighborhood_id: 0, size: 0, type: 1, pets: 0, beds: 1, bath: 1 },
  ...{ rooms: 1, category: 0, flags: 0, amenities_low: 0, amenities_high: 0 },
  ...{ latitude: null, longitude: null },
};

describe('A price', () => {
  it('below 0 has no place in the order of prices', () => {
    const columns = new Columns(new Dictionary());
    expect(() => columns.append({ ...row, price: -1 })).toThrow(UnindexableValue);
    expect(columns.rows).toBe(0);
  });

  it('of 0 has no sign, which would put it behind all others', () => {
    const columns = new Columns(new Dictionary());
    columns.append({ ...row, price: -0 });
    expect(columns.arrays.prices[0]).toBe(0);
  });
});

it('marks the rows of the same ids again when there are more rows', () => {
  const columns = new Columns(new Dictionary());
  const ids = [2];
  const rowOf = (id: number) => (id <= columns.rows ? id - 1 : undefined);
  columns.append({ ...row, id: 1, price: 0 });
  columns.mark(ids, rowOf);
  expect(columns.marks[0]).toBe(0);
  columns.append({ ...row, id: 2, price: 0 });
  columns.mark(ids, rowOf);
  expect(columns.marks[0]).toBe(0b10);
});
