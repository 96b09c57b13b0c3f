import { expect, it } from 'vitest';
import { wordBits } from '../../../src/api/listing-index/columns.js';

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
