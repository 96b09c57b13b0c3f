import type { Selectable } from 'kysely';
import { wallClock } from '../lib/dates.js';
import { pointAt, vectorOf } from '../lib/geometry.js';
import { columnsOf } from '../store/tenant/columns.js';
import type { TenantTables } from '../store/tenant/tables.js';
import { union } from './params/amenity.vocabulary.js';
import { displayAddress } from './words/listing-words.js';

/** Flags of the narrow twin, as bits. */
export const SEARCH_FLAGS = { featured: 1, developments: 2, distribute: 4 } as const;

/** A viewing by appointment never passes. */
const BY_APPOINTMENT_UNTIL = 999_999_999_999;

/** The columns that searches take from a listing as they are. */
const COPIED = {
  id: 0,
  status: 0,
  price: 0,
  size: 0,
  neighborhood_id: 0,
  beds: 0,
  bath: 0,
  rooms: 0,
  type: 0,
  category: 0,
  pets: 0,
  taxes: 0,
  lease_term_min: null as number | null,
  lease_term_max: null as number | null,
  cooling: 0,
  agent_id: 0,
  coagent_id: 0,
  listingagent_id: 0,
  building_id: 0,
};

/**
 * The narrow twin of a listing, which searches read: every column that is filtered, sorted or
 * counted, with the building's share mixed in. It is made only from `listing` and `building`, so
 * it can be made again at any time.
 */
export const LISTING_SEARCH_DEFAULTS = {
  ...COPIED,
  /** As in `listing`, but 0 when unknown, so that it has a place in the order. */
  updated_at: 0,
  amenities_low: 0,
  amenities_high: 0,
  families: 0,
  built: 0,
  parking: 0,
  /** The five digits as a number, 0 when there are none. */
  zip: 0,
  /** In lower case. */
  city: '',
  /** YYYYMMDD; 0 for at once; null for words that are not a day. */
  available_on: null as number | null,
  /** Bits of `SEARCH_FLAGS`. */
  flags: 0,
  /** YYYYMMDDHHMM of the last open house's end, on its own clock; all nines by appointment; 0 for none. */
  openhouse_until: 0,
  /** The text that the address filter searches, in lower case. */
  address: '',
  /**
   * Where it is, in millionths of a degree, coarsened if the address is hidden; null when unknown.
   * The same as a vector from the centre of the globe (`lib/geometry.ts`), for distances.
   */
  latitude: null as number | null,
  longitude: null as number | null,
  globe_x: null as number | null,
  globe_y: null as number | null,
  globe_z: null as number | null,
};
export type ListingSearchTable = typeof LISTING_SEARCH_DEFAULTS;

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    listing_search: ListingSearchTable;
  }
}

const COPIED_COLUMNS = columnsOf(COPIED);

type Listing = Selectable<TenantTables['listing']>;

/** The columns of a listing that its narrow twin is made from. */
export const SEARCH_LISTING_COLUMNS = [
  ...COPIED_COLUMNS,
  'updated_at',
  'amenities_low',
  'amenities_high',
  'zip',
  'city',
  'built',
  'families',
  'available',
  'featured',
  'developments',
  'distribute',
  'openhouse',
  'openhouseend',
  'openhouse2',
  'openhouseend2',
  'by_appointment',
  'house',
  'street',
  'apt',
  'cross_streets',
  'hide_address',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof Listing)[];

export type SearchSource = Pick<Listing, (typeof SEARCH_LISTING_COLUMNS)[number]>;

/** The columns of a building that a search for its listings looks at. */
export const SEARCH_BUILDING_COLUMNS = [
  'amenities_low',
  'amenities_high',
  'zip',
  'city',
  'built',
  'families',
  'parking',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof TenantTables['building'])[];

/** The columns of a building that its listings without a street of their own are found by. */
export const SEARCH_ADDRESS_COLUMNS = [
  'house',
  'address',
] as const satisfies readonly (keyof TenantTables['building'])[];

export type SearchBuilding = Pick<
  Selectable<TenantTables['building']>,
  (typeof SEARCH_BUILDING_COLUMNS)[number] | (typeof SEARCH_ADDRESS_COLUMNS)[number]
>;

/** Buildings that searches for their listings now see differently. */
export interface ChangedBuildings {
  /** Those whose facts changed, for all of their listings. */
  readonly buildings: readonly number[];
  /** Those whose address changed, for the listings that take their street from it. */
  readonly addresses: readonly number[];
}

/**
 * Which changes of buildings a search for their listings sees. Most fields of a building are not
 * searched, and most listings have a street of their own.
 *
 * @param stored The buildings as they were, by id; one is missing that this transaction did not see,
 *   as another transaction may have made it since.
 */
export function changedForSearch(
  stored: ReadonlyMap<number, SearchBuilding>,
  after: readonly (SearchBuilding & { readonly id: number })[],
): ChangedBuildings {
  const changed = (columns: readonly (keyof SearchBuilding)[]) =>
    after
      .filter((row) => {
        const before = stored.get(row.id);
        return before === undefined || columns.some((column) => before[column] !== row[column]);
      })
      .map(({ id }) => id);
  return {
    buildings: changed(SEARCH_BUILDING_COLUMNS),
    addresses: changed(SEARCH_ADDRESS_COLUMNS),
  };
}

/** The narrow twin of a listing, from the listing, its building, and its neighborhood's name. */
export function searchRow(
  listing: SearchSource,
  building: SearchBuilding | undefined,
  neighborhood: string,
): ListingSearchTable {
  const amenities = union(
    { low: listing.amenities_low, high: listing.amenities_high },
    { low: building?.amenities_low ?? 0, high: building?.amenities_high ?? 0 },
  );
  // A copy is assigned to: to spread it into a literal with the other columns takes several times as long.
  const row = { ...LISTING_SEARCH_DEFAULTS };
  for (const column of COPIED_COLUMNS) row[column] = listing[column] as never;
  row.updated_at = listing.updated_at ?? 0;
  row.amenities_low = amenities.low;
  row.amenities_high = amenities.high;
  row.families = building?.families || listing.families;
  row.built = building?.built || listing.built;
  row.parking = building?.parking ?? 0;
  row.zip = zipNumber(building?.zip || listing.zip);
  row.city = (building?.city || listing.city).toLowerCase();
  row.available_on = availableOn(listing.available);
  row.flags =
    (listing.featured === 1 ? SEARCH_FLAGS.featured : 0) +
    (listing.developments === 1 ? SEARCH_FLAGS.developments : 0) +
    (listing.distribute === 1 ? SEARCH_FLAGS.distribute : 0);
  row.openhouse_until = openHouseUntil(listing);
  row.address = searchedAddress(listing, building, neighborhood);
  return Object.assign(row, searchPoint(listing, building));
}

/** The displayed address as searches by words compare it. Names its parts, as an import has wide rows and copies none. */
function searchedAddress(
  { house, street, apt, cross_streets, hide_address }: SearchSource,
  building: SearchBuilding | undefined,
  neighborhood: string,
): string {
  const { house: b_house = null, address: b_address = null } = building ?? {};
  const parts = { house, street, apt, cross_streets, hide_address, b_house, b_address };
  return displayAddress(parts, neighborhood).toLowerCase();
}

/** The last minute, YYYYMMDDHHMM, at which `extras_openhouse` is 1; 0 when it never is. */
export function openHouseUntil(
  listing: Pick<
    Listing,
    'by_appointment' | 'openhouse' | 'openhouseend' | 'openhouse2' | 'openhouseend2'
  >,
): number {
  if (listing.by_appointment === 1) return BY_APPOINTMENT_UNTIL;
  // An open house without an end has passed at its begin (R77).
  return Math.max(
    minuteOf(listing.openhouseend || listing.openhouse),
    minuteOf(listing.openhouseend2 || listing.openhouse2),
  );
}

/** `2026-11-20 14:05:00` as 202611201405; 0 for the empty string. */
function minuteOf(stamp: string): number {
  return stamp === '' ? 0 : Number(stamp.replace(/\D/g, '').slice(0, 12).padEnd(12, '0'));
}

function zipNumber(zip: string): number {
  const digits = /^\s*(\d{5})/.exec(zip);
  return digits === null ? 0 : Number(digits[1]);
}

const AT_ONCE = /^(available\s+)?(immediate(ly)?|now|at once|today)\b/i;

/** `essentials_available` as YYYYMMDD, 0 for at once, null for words that are not a day (R84). */
export function availableOn(words: string): number | null {
  const trimmed = words.trim();
  if (AT_ONCE.test(trimmed)) return 0;
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(trimmed);
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(trimmed);
  const wall =
    american === null
      ? wallClock(iso?.[1], iso?.[2], iso?.[3])
      : wallClock(american[3], american[1], american[2]);
  return wall === undefined ? null : (wall.year * 100 + wall.month) * 100 + wall.day;
}

/** What a listing's place is made from: the building's coordinates count before its own (R76). */
type Placed = Pick<Listing, 'latitude' | 'longitude' | 'hide_address'>;
type Building = Pick<Selectable<TenantTables['building']>, 'latitude' | 'longitude'>;

type SearchPoint = Pick<
  ListingSearchTable,
  'latitude' | 'longitude' | 'globe_x' | 'globe_y' | 'globe_z'
>;

const NO_POINT: SearchPoint = {
  latitude: null,
  longitude: null,
  globe_x: null,
  globe_y: null,
  globe_z: null,
};

/** A hundredth of a degree is about a kilometre: enough for a map, too coarse to find a door (R75). */
export function coarse(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

/**
 * The point by which searches find a listing. That of a listing with a hidden address is coarsened
 * here, so that nothing which reads it can reveal more (R268).
 */
export function searchPoint(listing: Placed, building: Building | undefined): SearchPoint {
  const latitude = building?.latitude ?? listing.latitude;
  const longitude = building?.longitude ?? listing.longitude;
  if (latitude === null || longitude === null) return NO_POINT;
  const point =
    listing.hide_address === 1
      ? pointAt(coarse(latitude), coarse(longitude))
      : pointAt(latitude, longitude);
  const { x, y, z } = vectorOf(point);
  return { ...point, globe_x: x, globe_y: y, globe_z: z };
}
