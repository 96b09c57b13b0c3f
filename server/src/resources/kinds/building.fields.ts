import { Type } from 'typebox';
import { serverOnly } from '../../api/fields.js';
import {
  type Amenity,
  amenityBits,
  BUILDING_FLAGS,
  flag as hasAmenity,
  union,
  without,
} from '../../search/params/amenity.vocabulary.js';
import { categories, parkings, petPolicies } from '../../search/params/listing.vocabulary.js';
import {
  type Bit,
  type ColumnsOf,
  code,
  column,
  computed,
  degrees,
  flag,
  flags,
  id,
  idOf,
  inFiles,
  minusOne,
  number,
  stamp,
  text,
  whole,
} from './fields.js';
import { defineKind } from './kind.js';
import { readKey, readWebAddress } from './transfer-fields.js';

/** The services that the rent may include, in the order of their bits in the database. */
const INCLUDED_IN_RENT = ['ac', 'cableinternet', 'electricity', 'gas', 'heat', 'water'] as const;

interface Amenities {
  readonly amenities_low: number;
  readonly amenities_high: number;
}

/** An amenity as bits, in the layout of a listing's amenities. */
function amenity(name: Amenity): Bit<Amenities> {
  const own = amenityBits([name]);
  const bits = ({ amenities_low, amenities_high }: Amenities) => ({
    low: amenities_low,
    high: amenities_high,
  });
  return {
    get: (row) => hasAmenity(bits(row), name),
    put: (row, on) => {
      const { low, high } = on === 1 ? union(bits(row), own) : without(bits(row), own);
      return { amenities_low: low, amenities_high: high };
    },
  };
}

function service(_: string, position: number): Bit<{ readonly included: number }> {
  const bit = 1 << position;
  return {
    get: ({ included }) => ((included & bit) === 0 ? 0 : 1),
    put: ({ included }, on) => ({ included: on === 1 ? included | bit : included & ~bit }),
  };
}

const price = (what: string) =>
  computed(Type.Integer({ description: `${what} now, dollars; 0 when there is none` }));

const fields = {
  ...flags(BUILDING_FLAGS, 'the building has it', amenity),
  ...flags(INCLUDED_IN_RENT, 'the rent includes it', service),
  amenities_low: column(0),
  amenities_high: column(0),
  included: column(0),
  /** 1 when only listings have named it; then its values come from them. */
  from_listings: column(0),
  address: text('Street, without the house number'),
  beds: text('Bedroom counts there are, free text'),
  bldgsize: text('Size of the building, square feet'),
  built: whole('Year built, 0 when unknown'),
  cat: idOf('neighborhoods', 'Neighborhood id, 0 when unknown', { column: 'neighborhood_id' }),
  category: inFiles(code(categories.entries, 'Exclusivity')),
  city: text('City', { read: readKey }),
  common: whole('Common charges, dollars'),
  concession: text("Concession across the building in the owner's words"),
  contact: whole('Contact person'),
  cooling: code(
    [
      [1, 'central'],
      [2, 'window or wall'],
      [3, 'none'],
      [-1, 'of an unknown type'],
      [0, 'unknown'],
    ],
    'Cooling',
  ),
  deduct: number('Deductible share of the maintenance, percent'),
  down: whole('Down payment, percent'),
  era: code(
    [
      [1, 'pre-war'],
      [2, 'post-war'],
      [3, 'new construction'],
      [0, 'unknown'],
    ],
    'When it was built',
  ),
  exp: whole('Operating expenses, dollars a year; of investments only'),
  ext: text('Extension, free text'),
  families: whole('Families the building is zoned for'),
  featured: flag('featured'),
  fee: whole('Broker fee, percent'),
  heating: minusOne('the building has heat'),
  house: text('House number'),
  id: id('Building id'),
  imgcount: computed(Type.Integer({ description: 'Number of photos' })),
  incrent: whole('Rent roll, dollars a year; of investments only'),
  keys: text(serverOnly('How keys are handled')),
  latitude: inFiles(degrees('Latitude', 90)),
  location: text('Cross streets'),
  longitude: inFiles(degrees('Longitude', 180)),
  lotsize: text('Size of the lot, square feet'),
  maintanance: whole('Maintenance or common charge, dollars a month'),
  maxbuy: price('Highest price asked of a sale'),
  maxrent: price('Highest rent asked'),
  minbuy: price('Lowest price asked of a sale'),
  minrent: price('Lowest rent asked'),
  name: text('Name of the building'),
  new: flag('newly added', { column: 'is_new' }),
  newdevelopment: minusOne('a new development'),
  nofee: flag('its listings carry no broker fee'),
  op: flag('it offers an owner-paid commission'),
  openhouse: stamp('Start of the next open house'),
  openhouse2: stamp('Start of the second open house'),
  openhouseend: stamp('End of the next open house'),
  openhouseend2: stamp('End of the second open house'),
  parking: code([...parkings.entries, [0, 'unknown']], 'Parking'),
  pets: code(petPolicies.entries, 'Pet policy'),
  phone: text('Phone'),
  price: whole('Price of the whole building when it is for sale, dollars'),
  propertytype: text("Building type in the client's own words"),
  public_note: text('Description for publication'),
  state: text('State, two letters'),
  status: flag('active'),
  stories: whole('Floors'),
  style: text('Architectural style, N/A when not set', {
    show: (style) => style || 'N/A',
    exported: (style) => style,
  }),
  subwayline: text('Subway lines, comma separated'),
  taxes: whole('Property tax, dollars a year'),
  type: text('Building type'),
  units: whole('Units'),
  // Answers show it as it is, unlike an `address`.
  website: text('Website of the building', { read: readWebAddress }),
  zip: text('ZIP code'),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    building: ColumnsOf<typeof fields>;
  }
}

/** Buildings. R29, R40, R102, R103. Listings make one that has no record, so that they know of its columns. */
export const building = defineKind('buildings', 'Building', fields);
