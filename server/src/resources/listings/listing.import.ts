import type { Selectable } from 'kysely';
import {
  type Amenity,
  type AmenityBits,
  amenityBits,
  amenityNamed,
  union,
  without,
} from '../../search/params/amenity.vocabulary.js';
import {
  BY_APPOINTMENT,
  CATEGORIES,
  coolings,
  petPolicies,
  statuses,
  types,
} from '../../search/params/listing.vocabulary.js';
import type { ListingTable } from '../../store/tenant/tables.js';
import { fieldNames } from '../kinds/changed-fields.js';
import { mergedRow } from '../kinds/record-kind.js';
import {
  coded,
  degrees,
  type Fields,
  flagged,
  keyText,
  knownNumber,
  moment,
  money,
  number,
  problem,
  readFields,
  readFlag,
  readId,
  readKey,
  readList,
  readText,
  readWhole,
  text,
  wallStamp,
  webAddress,
  whole,
  worded,
} from '../kinds/transfer-fields.js';
import { type PhotoImport, readPhotos } from './photo.import.js';

type Columns = Selectable<ListingTable>;

const fields: Fields<Columns> = {
  access_note: text('access_note'),
  agents_agent_id: whole('agent_id'),
  agents_coagent_id: whole('coagent_id'),
  agents_listingagent_id: whole('listingagent_id'),
  built: whole('built'),
  city: keyText('city'),
  concession: text('concession'),
  cyof: flagged('cyof'),
  distribute: flagged('distribute'),
  // A search's `available_date` and `date_update` come first, so that the detail's own names win.
  available_date: text('available'),
  essentials_available: text('available'),
  essentials_bath: number('bath'),
  essentials_beds: number('beds'),
  essentials_building: whole('building_id'),
  date_update: moment('updated_at'),
  essentials_date: moment('updated_at'),
  essentials_floor: text('floor'),
  essentials_openhouse_by_appointment_only: {
    column: 'by_appointment',
    read: (value, field) =>
      readText(value, field).trim().toLowerCase() === BY_APPOINTMENT.toLowerCase()
        ? 1
        : readFlag(value, field),
  },
  essentials_pets: worded('pets', petPolicies),
  essentials_rooms: number('rooms'),
  essentials_size: whole('size'),
  essentials_subway: text('subway'),
  essentials_type: worded('type', types),
  essentials_units: whole('units'),
  essentials_video: webAddress('video'),
  essentials_video2: webAddress('video2'),
  extra_cooling: worded('cooling', coolings),
  extras_developments: flagged('developments'),
  extras_featured: flagged('featured'),
  extras_latitude: degrees('latitude', 90),
  extras_longitude: degrees('longitude', 180),
  extras_webtitle: text('web_title'),
  families: whole('families'),
  financials_concession: text('concession'),
  financials_downpayment: whole('downpayment'),
  financials_fee: money('fee'),
  financials_freemonth: number('freemonth'),
  financials_maintenance: whole('maintenance'),
  financials_monthsfreereqminlease: number('monthsfreereqminlease'),
  financials_price: money('price'),
  financials_taxes: whole('taxes'),
  idx: flagged('idx'),
  lease_term_max: knownNumber('lease_term_max'),
  lease_term_min: knownNumber('lease_term_min'),
  main_apt: text('apt'),
  main_category: coded('category', CATEGORIES),
  main_cross: text('cross_streets'),
  main_description: text('description'),
  main_hide_address: flagged('hide_address'),
  main_house: text('house'),
  main_status: worded('status', statuses),
  main_street: text('street'),
  main_zipcode: text('zip'),
  mls_no: text('mls_no'),
  op: { column: 'op', read: (value, field) => readText(value, field) || null },
  openhouse: wallStamp('openhouse'),
  openhouse2: wallStamp('openhouse2'),
  openhouseend: wallStamp('openhouseend'),
  openhouseend2: wallStamp('openhouseend2'),
  partnerVideo: text('partner_video'),
  state: text('state'),
  ulid: keyText('ulid'),
  vow: flagged('vow'),
};

/** Fields that `fields` does not hold, because other code reads them. */
const OTHER_FIELDS = [
  'main_id',
  'amenities',
  'extras_furnished',
  'extras_nofee',
  'hitcounter',
  'labels',
  'main_neighborhood',
  'photos',
];

/** Computed fields that every record of this interface has: accepted and ignored. */
export const computedListingFields: ReadonlySet<string> = new Set([
  'main_address',
  'main_image',
  'main_images',
  'floorplan_image',
  'extras_openhouse',
  'iscompany',
  'ismls',
  ...['agent', 'coagent', 'listingagent'].flatMap((role) =>
    ['email', 'name', 'phone', 'image'].map((field) => `agents_${role}_${field}`),
  ),
]);

/** The names of columns in records of listings. */
export const listingFieldNames = fieldNames(fields, {
  amenities_low: 'amenities',
  amenities_high: 'amenities',
  neighborhood_id: 'main_neighborhood',
});

/** Every field that an import record of a listing may have, except `custom_<name>`. */
export const listingImportFields: ReadonlySet<string> = new Set([
  ...Object.keys(fields),
  ...OTHER_FIELDS,
  ...computedListingFields,
]);

/** Fields of this shape are custom values. */
export const CUSTOM_FIELD = /^custom_(.+)$/s;

/** A listing from an import record, with only the values that the record has. */
export interface ListingImport {
  readonly id: number;
  readonly values: Partial<Omit<Columns, 'id'>>;
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
}

/**
 * Reads one import record of a listing. R168.
 *
 * @param zone The zone of the tenant database; dates without an offset are read in it.
 * @throws RecordProblem
 */
export function readListing(
  record: Readonly<Record<string, unknown>>,
  zone: string,
): ListingImport {
  const id = readId(record, 'main_id');
  const values = readFields(fields, record, zone);
  // A record that was read from a server has an empty house number where the address is hidden.
  // That is not a new house number.
  if (values.hide_address === 1 && values.house === '') delete values.house;
  if (record.financials_concession !== undefined && record.financials_concession !== null) {
    values.concession = readText(record.financials_concession, 'financials_concession');
  }
  checkPrice(values.price);
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

/** The agents that a listing names. */
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

function checkPrice(price: number | undefined): void {
  if (price !== undefined && price < 0) throw problem('financials_price', price, '0 or more');
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
