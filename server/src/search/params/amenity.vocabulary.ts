/**
 * The amenities of a listing, stored as bits, so that one scan of narrow rows answers any
 * combination. R80.
 *
 * The position in this list is the bit in the database, so names are only ever added at its end.
 */
export const AMENITIES = [
  'balcony',
  'bicycleroom',
  'brownstone',
  'businesscenter',
  'childrenplayroom',
  'cityview',
  'commonoutdoorspace',
  'concierge',
  'convertible',
  'courtyard',
  'diningroom',
  'diplomatsok',
  'dishwasher',
  'doorman',
  'driveway',
  'duplex',
  'eatinkitchen',
  'elevator',
  'fireplace',
  'freightelevator',
  'furnished',
  'garage',
  'garden',
  'granitekitchen',
  'greenbuilding',
  'hardwood',
  'healthclub',
  'highceilings',
  'highspeedinternet',
  'lakeview',
  'laundry',
  'laundryinunit',
  'laundryservices',
  'light',
  'liveinsuper',
  'livework',
  'loft',
  'lounge',
  'maidservice',
  'marblebath',
  'microwave',
  'multilevel',
  'newconstruction',
  'nofee',
  'nursery',
  'onemonthfree',
  'openkitchen',
  'openview',
  'originaldetails',
  'outdoorspace',
  'parkview',
  'patio',
  'piedaterre',
  'pool',
  'privatedeck',
  'receivingroom',
  'recreationalroom',
  'renovated',
  'riverview',
  'roofdeck',
  'roomforrent',
  'seniorhousing',
  'skylineview',
  'sponsorunit',
  'stainlesssteelappliances',
  'storage',
  'subway',
  'terrace',
  'triplex',
  'vacationrental',
  'valet',
  'virtualdoorman',
  'walkincloset',
  'walltowallcarpeting',
  'washer',
  'wheelchairaccess',
  'wifi',
  'winecooler',
] as const;

export type Amenity = (typeof AMENITIES)[number];

/** The flags of a building; every listing in it has them too (R80). */
export const BUILDING_FLAGS = [
  'bicycleroom',
  'brownstone',
  'businesscenter',
  'childrenplayroom',
  'commonoutdoorspace',
  'concierge',
  'courtyard',
  'doorman',
  'driveway',
  'elevator',
  'freightelevator',
  'garage',
  'greenbuilding',
  'healthclub',
  'highspeedinternet',
  'laundry',
  'lounge',
  'maidservice',
  'newconstruction',
  'nursery',
  'pool',
  'receivingroom',
  'roofdeck',
  'storage',
  'subway',
  'valet',
  'virtualdoorman',
  'wheelchairaccess',
  'wifi',
] as const satisfies readonly Amenity[];

/** `Private Outdoor Space` finds listings with any of these: the outdoor spaces of one home (R82). */
export const PRIVATE_OUTDOOR_SPACES = [
  'outdoorspace',
  'balcony',
  'terrace',
  'patio',
  'garden',
  'privatedeck',
] as const satisfies readonly Amenity[];

/** `outdoorSpace` finds listings with any of these (R82). */
export const OUTDOOR_SPACES = [
  ...PRIVATE_OUTDOOR_SPACES,
  'roofdeck',
  'courtyard',
  'commonoutdoorspace',
] as const satisfies readonly Amenity[];

/** A set of amenities as two numbers of at most 40 bits, which both databases and JSON hold exactly. */
export interface AmenityBits {
  readonly low: number;
  readonly high: number;
}

const LOW_BITS = 40;
/** Splits such a number into two that JavaScript's bit operators take. */
const HALF = 2 ** 20;

const POSITIONS: ReadonlyMap<string, number> = new Map(
  AMENITIES.map((name, position) => [name, position]),
);

/** The amenity of this name, in any letter case and without regard to blanks, `_` and `-`. */
export function amenityNamed(name: string): Amenity | undefined {
  const key = name.toLowerCase().replace(/[\s_-]+/g, '');
  return POSITIONS.has(key) ? (key as Amenity) : undefined;
}

export function amenityBits(names: Iterable<Amenity>): AmenityBits {
  let low = 0n;
  let high = 0n;
  for (const name of names) {
    const position = POSITIONS.get(name) ?? 0;
    if (position < LOW_BITS) low |= 1n << BigInt(position);
    else high |= 1n << BigInt(position - LOW_BITS);
  }
  return { low: Number(low), high: Number(high) };
}

/** The amenities of either set. */
export function union(one: AmenityBits, other: AmenityBits): AmenityBits {
  return {
    low: Number(BigInt(one.low) | BigInt(other.low)),
    high: Number(BigInt(one.high) | BigInt(other.high)),
  };
}

/** `one` without what is in `other`. */
export function without(one: AmenityBits, other: AmenityBits): AmenityBits {
  return {
    low: Number(BigInt(one.low) & ~BigInt(other.low)),
    high: Number(BigInt(one.high) & ~BigInt(other.high)),
  };
}

/** Whether an amenity is in the set, as the 1 or 0 of records. */
export function flag(bits: AmenityBits, name: Amenity): 0 | 1 {
  const position = POSITIONS.get(name) ?? 0;
  const half = position < LOW_BITS ? bits.low : bits.high;
  return Math.floor(half / 2 ** (position % LOW_BITS)) % 2 === 1 ? 1 : 0;
}

/** A test whether a set has any of these amenities. It takes no large numbers, as facets ask it often. */
export function hasAnyOf(names: Iterable<Amenity>): (bits: AmenityBits) => boolean {
  const mask = amenityBits(names);
  const parts = [mask.low % HALF, mask.low / HALF, mask.high % HALF, mask.high / HALF].map((part) =>
    Math.floor(part),
  );
  const [lowest = 0, lower = 0, higher = 0, highest = 0] = parts;
  return ({ low, high }) =>
    ((low % HALF) & lowest) !== 0 ||
    ((low / HALF) & lower) !== 0 ||
    ((high % HALF) & higher) !== 0 ||
    ((high / HALF) & highest) !== 0;
}

/** The names in the set, in the order of the list. */
export function amenityNames(bits: AmenityBits): Amenity[] {
  return AMENITIES.filter((name) => flag(bits, name) === 1);
}
