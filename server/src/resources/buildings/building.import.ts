import type { Selectable } from 'kysely';
import {
  type AmenityBits,
  amenityBits,
  BUILDING_FLAGS,
  union,
  without,
} from '../../search/params/amenity.vocabulary.js';
import { CATEGORIES } from '../../search/params/listing.vocabulary.js';
import type { BuildingTable } from '../../store/tenant/tables.js';
import { fieldNames } from '../kinds/changed-fields.js';
import { mergedRow } from '../kinds/record-kind.js';
import {
  coded,
  degrees,
  type Fields,
  flagged,
  keyText,
  number,
  readFields,
  readFlag,
  readId,
  text,
  wallStamp,
  webAddress,
  whole,
} from '../kinds/transfer-fields.js';

type Columns = Selectable<BuildingTable>;

/** The services that the rent may include, in the order of their bits in the database. */
export const INCLUDED_IN_RENT = [
  'ac',
  'cableinternet',
  'electricity',
  'gas',
  'heat',
  'water',
] as const;

/** Fields whose old encoding has -1 for true: any yes is stored as -1. */
const MINUS_ONE = (column: 'heating' | 'newdevelopment') => ({
  column,
  read: (value: unknown, field: string) => (readFlag(value, field) === 1 ? -1 : 0),
});

const fields: Fields<Columns> = {
  address: text('address'),
  beds: text('beds'),
  bldgsize: text('bldgsize'),
  built: whole('built'),
  cat: whole('neighborhood_id'),
  category: coded('category', CATEGORIES),
  city: keyText('city'),
  common: whole('common'),
  concession: text('concession'),
  contact: whole('contact'),
  cooling: coded('cooling', [-1, 0, 1, 2, 3]),
  deduct: number('deduct'),
  down: whole('down'),
  era: coded('era', [0, 1, 2, 3]),
  exp: whole('exp'),
  ext: text('ext'),
  families: whole('families'),
  featured: flagged('featured'),
  fee: whole('fee'),
  heating: MINUS_ONE('heating'),
  house: text('house'),
  incrent: whole('incrent'),
  keys: text('keys'),
  latitude: degrees('latitude', 90),
  location: text('location'),
  longitude: degrees('longitude', 180),
  lotsize: text('lotsize'),
  maintanance: whole('maintanance'),
  name: text('name'),
  new: flagged('is_new'),
  newdevelopment: MINUS_ONE('newdevelopment'),
  nofee: flagged('nofee'),
  op: flagged('op'),
  openhouse: wallStamp('openhouse'),
  openhouse2: wallStamp('openhouse2'),
  openhouseend: wallStamp('openhouseend'),
  openhouseend2: wallStamp('openhouseend2'),
  parking: coded('parking', [0, 1, 2, 3, 4, 5, 6, 7, 8]),
  pets: coded('pets', [0, 1, 2, 3, 4, 98, 99]),
  phone: text('phone'),
  price: whole('price'),
  propertytype: text('propertytype'),
  public_note: text('public_note'),
  state: text('state'),
  status: flagged('status'),
  stories: whole('stories'),
  style: text('style'),
  subwayline: text('subwayline'),
  taxes: whole('taxes'),
  type: text('type'),
  units: whole('units'),
  website: webAddress('website'),
  zip: text('zip'),
};

/** The names of columns in records of buildings. */
export const buildingFieldNames = fieldNames(fields);

/** Computed fields: accepted and ignored. */
export const computedBuildingFields: ReadonlySet<string> = new Set([
  'imgcount',
  'minrent',
  'maxrent',
  'minbuy',
  'maxbuy',
]);

/** Every field that an import record of a building may carry. */
export const buildingImportFields: ReadonlySet<string> = new Set([
  'id',
  ...Object.keys(fields),
  ...BUILDING_FLAGS,
  ...INCLUDED_IN_RENT,
  ...computedBuildingFields,
]);

/** A building from an import record, with only the values that the record has. */
export interface BuildingImport {
  readonly id: number;
  readonly values: Partial<Omit<Columns, 'id'>>;
  /** The stored flags with the record's flags over them. */
  readonly flagsOver: (
    before: Pick<Columns, 'amenities_low' | 'amenities_high' | 'included'>,
  ) => Pick<Columns, 'amenities_low' | 'amenities_high' | 'included'>;
}

/**
 * Reads one import record of a building. R102, R103.
 *
 * @throws RecordProblem
 */
export function readBuilding(
  record: Readonly<Record<string, unknown>>,
  zone: string,
): BuildingImport {
  const id = readId(record, 'id');
  const values = readFields(fields, record, zone);
  const flags = BUILDING_FLAGS.flatMap((name) => {
    const value = record[name];
    return value === undefined || value === null ? [] : [[name, readFlag(value, name)] as const];
  });
  const set = amenityBits(flags.filter(([, on]) => on === 1).map(([name]) => name));
  const cleared = amenityBits(flags.filter(([, on]) => on === 0).map(([name]) => name));
  const included = INCLUDED_IN_RENT.map((name) => {
    const value = record[name];
    return value === undefined || value === null ? undefined : readFlag(value, name);
  });
  return {
    id,
    values,
    flagsOver: (before) => {
      const bits: AmenityBits = { low: before.amenities_low, high: before.amenities_high };
      const after = union(without(bits, cleared), set);
      return {
        amenities_low: after.low,
        amenities_high: after.high,
        included: included.reduce<number>((mask, flag, position) => {
          const bit = 1 << position;
          if (flag === undefined) return mask;
          return flag === 1 ? mask | bit : mask & ~bit;
        }, before.included),
      };
    },
  };
}

/** Two records of one building as one. */
export function mergedBuilding(earlier: BuildingImport, later: BuildingImport): BuildingImport {
  return {
    ...mergedRow(earlier, later),
    flagsOver: (before) => later.flagsOver(earlier.flagsOver(before)),
  };
}
