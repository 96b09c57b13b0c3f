import { stampDate } from '../../lib/dates.js';
import {
  type Amenity,
  type AmenityBits,
  amenityBits,
  amenityNamed,
  union,
  without,
} from '../../search/params/amenity.vocabulary.js';
import { fieldNames } from '../kinds/changed-fields.js';
import { mergedRow } from '../kinds/kind.js';
import {
  problem,
  readFlag,
  readKey,
  readList,
  readMoment,
  readStamp,
  readText,
  readWhole,
} from '../kinds/transfer-fields.js';
import { listing } from './listing.fields.js';
import { type PhotoImport, readPhotos } from './photo.js';

/** Fields that `readListing` reads, because no column holds them as they are. */
const READ_HERE = [
  'amenities',
  'extras_furnished',
  'extras_nofee',
  'hitcounter',
  'labels',
  'listed',
  'main_neighborhood',
  'open_houses',
  'photos',
];

/** Computed fields that every record of this interface has: accepted and ignored. */
export const computedListingFields: ReadonlySet<string> = new Set(
  [...listing.computed].filter((name) => !READ_HERE.includes(name)),
);

/** The names of columns in records of listings. */
export const listingFieldNames = fieldNames(listing.reads, {
  amenities_low: 'amenities',
  amenities_high: 'amenities',
  neighborhood_id: 'main_neighborhood',
});

/** Every field that an import record of a listing may have, except `custom_<name>`. */
export const listingImportFields: ReadonlySet<string> = new Set([
  ...[listing.idField, ...Object.keys(listing.reads), ...READ_HERE].sort(),
  ...computedListingFields,
]);

/** Fields of this shape are custom values. */
export const CUSTOM_FIELD = /^custom_(.+)$/s;

/** A listing from an import record, with only the values that the record has. */
export interface ListingImport {
  readonly id: number;
  readonly values: Partial<Omit<typeof listing.defaults, 'id'>>;
  /** The listing's own amenities, if the record lists them. */
  readonly amenities: AmenityBits | undefined;
  /** The two amenities that a record also has as flags. */
  readonly flags: { readonly nofee: 0 | 1 | undefined; readonly furnished: 0 | 1 | undefined };
  /** The neighborhood's name; the empty text means none. */
  readonly neighborhood: string | undefined;
  /** All photos of the listing, in order. */
  readonly photos: readonly PhotoImport[] | undefined;
  readonly labels: readonly string[] | undefined;
  /** Custom values by name; an empty value removes one. */
  readonly customValues: readonly (readonly [name: string, value: string])[];
  readonly views: number | undefined;
  /** When it came on the market, for the history of a listing that is new here. */
  readonly listedAt: number | null | undefined;
}

/**
 * Reads one import record of a listing. R168.
 *
 * @param zone The zone of the tenant database; dates without an offset are read in it.
 * @param now In milliseconds: open houses before it are over.
 * @throws RecordProblem
 */
export function readListing(
  record: Readonly<Record<string, unknown>>,
  zone: string,
  now = 0,
): ListingImport {
  const { id, values: read } = listing.read(record, zone);
  const next = ifPresent(record.open_houses, (list) => {
    return nextOpenHouses(list, 'open_houses', zone, now);
  });
  const values = { ...next, ...read };
  // A record that was read from a server has an empty house number where the address is hidden.
  // That is not a new house number.
  if (values.hide_address === 1 && values.house === '') delete values.house;
  return {
    id,
    values,
    amenities: ifPresent(record.amenities, (value) => readAmenities(value)),
    flags: {
      nofee: ifPresent(record.extras_nofee, (value) => readFlag(value, 'extras_nofee')),
      furnished: ifPresent(record.extras_furnished, (value) => readFlag(value, 'extras_furnished')),
    },
    neighborhood: ifPresent(record.main_neighborhood, (value) =>
      readKey(value, 'main_neighborhood').trim(),
    ),
    photos: ifPresent(record.photos, (value) => readPhotos(value, 'photos')),
    labels: ifPresent(record.labels, (value) =>
      readList(value, 'labels').map((label) => readKey(label, 'labels')),
    ),
    customValues: customValues(record),
    views: ifPresent(record.hitcounter, (value) =>
      readWhole(value, 'hitcounter', 0, Number.MAX_SAFE_INTEGER),
    ),
    listedAt: ifPresent(record.listed, (value) => readMoment(value, 'listed', zone)),
  };
}

/** Two records of one listing as one. */
export function mergedListing(earlier: ListingImport, later: ListingImport): ListingImport {
  const customValues = new Map([...earlier.customValues, ...later.customValues]);
  return {
    ...mergedRow(earlier, later),
    customValues: [...customValues],
    ...(later.amenities === undefined
      ? laterFlags(earlier, later.flags)
      : { amenities: later.amenities, flags: later.flags }),
  };
}

/** Amenities and flags where the later record has only flags. */
function laterFlags(
  { amenities, flags: before }: ListingImport,
  flags: ListingImport['flags'],
): Pick<ListingImport, 'amenities' | 'flags'> {
  if (amenities === undefined) {
    const { nofee = before.nofee, furnished = before.furnished } = flags;
    return { amenities, flags: { nofee, furnished } };
  }
  // A list and the flags next to it are one list by now, which later flags change.
  const bits = withFlags(mergedAmenities(amenities, { amenities, flags: before }), flags);
  return { amenities: bits, flags: { nofee: undefined, furnished: undefined } };
}

/** A flag and the amenity of the same name can never disagree (R80). */
export function mergedAmenities(
  before: AmenityBits,
  { amenities, flags }: Pick<ListingImport, 'amenities' | 'flags'>,
): AmenityBits {
  if (amenities === undefined) return withFlags(before, flags);
  // A list decides over the flag of the same name: it keeps what it names, even if the flag is 0.
  const { nofee, furnished } = flags;
  return withFlags(amenities, { nofee: nofee || undefined, furnished: furnished || undefined });
}

function withFlags(bits: AmenityBits, flags: ListingImport['flags']): AmenityBits {
  let result = bits;
  for (const name of ['nofee', 'furnished'] as const) {
    if (flags[name] === 1) result = union(result, amenityBits([name]));
    if (flags[name] === 0) result = without(result, amenityBits([name]));
  }
  return result;
}

export function agentsOfListing({ values }: ListingImport) {
  const { agent_id: agent = 0, coagent_id: co = 0, listingagent_id: listing = 0 } = values;
  const named = [];
  if (agent !== 0) named.push({ resource: 'agents' as const, id: agent });
  if (co !== 0 && co !== agent) named.push({ resource: 'agents' as const, id: co });
  if (listing !== 0 && listing !== agent && listing !== co) {
    named.push({ resource: 'agents' as const, id: listing });
  }
  return named;
}

function ifPresent<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

function readAmenities(value: unknown): AmenityBits {
  const names = readList(value, 'amenities').map((name): Amenity => {
    const amenity = amenityNamed(name);
    if (amenity === undefined) throw problem('amenities', name, 'names of listing amenities');
    return amenity;
  });
  return amenityBits(names);
}

function customValues(record: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  // A prefix costs a fraction of the pattern, and of a hundred fields few or none are custom.
  const fields = Object.keys(record).filter((field) => field.startsWith('custom_'));
  return fields.flatMap((field) => {
    const name = CUSTOM_FIELD.exec(field)?.[1];
    const value = record[field];
    if (name === undefined || value === undefined || value === null) return [];
    return [[readKey(name, field), readText(value, field)] as const];
  });
}

/** An open house of an import record, on the clock of its database. */
interface OpenHouse {
  readonly start: string;
  readonly end: string;
  readonly appointment: number;
}

/**
 * The columns of a listing for its open houses, of which it has the next two: a source lists all, also those that are over.
 *
 * @param now In milliseconds.
 * @throws RecordProblem
 */
function nextOpenHouses(value: unknown, field: string, zone: string, now: number) {
  const list = value === '' ? [] : value;
  if (!Array.isArray(list)) throw problem(field, value, ACCEPTS);
  const from = stampDate(now, zone);
  const next = list
    .map((one: unknown) => readOpenHouse(one, field, zone))
    // One without an end is over when it begins.
    .filter(({ start, end }) => start !== '' && (end || start) >= from)
    .sort((one, other) => (one.start < other.start ? -1 : 1));
  const [first, second] = next;
  return {
    openhouse: first?.start ?? '',
    openhouseend: first?.end ?? '',
    openhouse2: second?.start ?? '',
    openhouseend2: second?.end ?? '',
    by_appointment: first?.appointment ?? 0,
  };
}

const ACCEPTS = 'a list of objects with start and end';

function readOpenHouse(value: unknown, field: string, zone: string): OpenHouse {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem(field, value, ACCEPTS);
  }
  const { start = '', end = '', appointment = 0 } = value as Readonly<Record<string, unknown>>;
  return {
    start: readStamp(start, `${field}.start`, zone),
    end: readStamp(end, `${field}.end`, zone),
    appointment: readFlag(appointment, `${field}.appointment`),
  };
}
