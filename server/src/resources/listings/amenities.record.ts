import { named, oneZero } from '../../api/fields.js';
import { AMENITIES, flag } from '../../search/params/amenity.vocabulary.js';

/** The amenities of a listing: each field is 1 or 0. R28, R80. */
export const Amenities = named(
  'Amenities',
  '1 for each amenity there is',
  Object.fromEntries(AMENITIES.map((name) => [name, oneZero('the listing has it')] as const)),
);

export function amenitiesRecord(bits: {
  readonly amenities_low: number;
  readonly amenities_high: number;
}): Record<string, 0 | 1> {
  const set = { low: bits.amenities_low, high: bits.amenities_high };
  return Object.fromEntries(AMENITIES.map((name) => [name, flag(set, name)]));
}
