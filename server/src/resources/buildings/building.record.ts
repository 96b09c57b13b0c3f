import { type Static, Type } from 'typebox';
import { codeOf, minusOne, oneZero, serverOnly, stampMoment } from '../../api/fields.js';
import { BUILDING_FLAGS, flag } from '../../search/params/amenity.vocabulary.js';
import { parkings, petPolicies } from '../../search/params/listing.vocabulary.js';
import { INCLUDED_IN_RENT } from './building.import.js';
import type { AskedPrices, BuildingRow } from './building.queries.js';

const str = (description: string) => Type.String({ description });
const int = (description: string) => Type.Integer({ description });
type Name = (typeof BUILDING_FLAGS)[number] | (typeof INCLUDED_IN_RENT)[number];

/** Codes that only records of buildings have. */
const COOLINGS = [
  [1, 'central'],
  [2, 'window or wall'],
  [3, 'none'],
  [-1, 'of an unknown type'],
  [0, 'unknown'],
] as const;
const ERAS = [
  [1, 'pre-war'],
  [2, 'post-war'],
  [3, 'new construction'],
  [0, 'unknown'],
] as const;

const flagFields = Object.fromEntries([
  ...BUILDING_FLAGS.map((name) => [name, oneZero('the building has it')]),
  ...INCLUDED_IN_RENT.map((name) => [name, oneZero('the rent includes it')]),
]) as Record<Name, ReturnType<typeof oneZero>>;

/** A building, in a search too. R29, R40, R102, R103. */
export const Building = Type.Object(
  {
    ...flagFields,
    address: str('Street, without the house number'),
    beds: str('Bedroom counts there are, free text'),
    bldgsize: str('Size of the building, square feet'),
    built: int('Year built, 0 when unknown'),
    cat: int('Neighborhood id, 0 when unknown'),
    city: str('City'),
    common: int('Common charges, dollars'),
    concession: str("Concession across the building in the owner's words"),
    contact: int('Contact person'),
    cooling: codeOf(COOLINGS, 'Cooling'),
    deduct: Type.Number({ description: 'Deductible share of the maintenance, percent' }),
    down: int('Down payment, percent'),
    era: codeOf(ERAS, 'When it was built'),
    exp: int('Operating expenses, dollars a year; of investments only'),
    ext: str('Extension, free text'),
    families: int('Families the building is zoned for'),
    featured: oneZero('featured'),
    fee: int('Broker fee, percent'),
    heating: minusOne('the building has heat'),
    house: str('House number'),
    id: int('Building id'),
    imgcount: int('Number of photos'),
    incrent: int('Rent roll, dollars a year; of investments only'),
    keys: serverOnly('How keys are handled'),
    location: str('Cross streets'),
    lotsize: str('Size of the lot, square feet'),
    maintanance: int('Maintenance or common charge, dollars a month'),
    maxbuy: int('Highest price asked of a sale now, dollars; 0 when there is none'),
    maxrent: int('Highest rent asked now, dollars; 0 when there is none'),
    minbuy: int('Lowest price asked of a sale now, dollars; 0 when there is none'),
    minrent: int('Lowest rent asked now, dollars; 0 when there is none'),
    name: str('Name of the building'),
    new: oneZero('newly added'),
    newdevelopment: minusOne('a new development'),
    nofee: oneZero('its listings carry no broker fee'),
    op: oneZero('it offers an owner-paid commission'),
    openhouse: stampMoment('Start of the next open house'),
    openhouse2: stampMoment('Start of the second open house'),
    openhouseend: stampMoment('End of the next open house'),
    openhouseend2: stampMoment('End of the second open house'),
    parking: codeOf([...parkings.entries, [0, 'unknown']], 'Parking'),
    pets: codeOf(petPolicies.entries, 'Pet policy'),
    phone: str('Phone'),
    price: int('Price of the whole building when it is for sale, dollars'),
    propertytype: str("Building type in the client's own words"),
    public_note: str('Description for publication'),
    state: str('State, two letters'),
    status: oneZero('active'),
    stories: int('Floors'),
    style: str('Architectural style, N/A when not set'),
    subwayline: str('Subway lines, comma separated'),
    taxes: int('Property tax, dollars a year'),
    type: str('Building type'),
    units: int('Units'),
    website: str('Website of the building'),
    zip: str('ZIP code'),
  },
  { $id: 'Building', additionalProperties: false },
);

/** The record of a building. @param prices Its asking prices now; undefined for none. */
export function buildingRecord(
  row: BuildingRow,
  prices: AskedPrices | undefined,
): Static<typeof Building> {
  // Assigned, as V8 takes eight times as long for a literal that so large an object is spread into.
  return Object.assign(flagPart(row), pricePart(prices), {
    address: row.address,
    beds: row.beds,
    bldgsize: row.bldgsize,
    built: row.built,
    cat: row.neighborhood_id,
    city: row.city,
    common: row.common,
    concession: row.concession,
    contact: row.contact,
    cooling: row.cooling,
    deduct: row.deduct,
    down: row.down,
    era: row.era,
    exp: row.exp,
    ext: row.ext,
    families: row.families,
    featured: row.featured,
    fee: row.fee,
    heating: row.heating,
    house: row.house,
    id: row.id,
    imgcount: row.imgcount,
    incrent: row.incrent,
    keys: row.keys,
    location: row.location,
    lotsize: row.lotsize,
    maintanance: row.maintanance,
    name: row.name,
    new: row.is_new,
    newdevelopment: row.newdevelopment,
    nofee: row.nofee,
    op: row.op,
    openhouse: row.openhouse,
    openhouse2: row.openhouse2,
    openhouseend: row.openhouseend,
    openhouseend2: row.openhouseend2,
    parking: row.parking,
    pets: row.pets,
    phone: row.phone,
    price: row.price,
    propertytype: row.propertytype,
    public_note: row.public_note,
    state: row.state,
    status: row.status,
    stories: row.stories,
    style: row.style || 'N/A',
    subwayline: row.subwayline,
    taxes: row.taxes,
    type: row.type,
    units: row.units,
    website: row.website,
    zip: row.zip,
  });
}

function flagPart(row: BuildingRow): Record<Name, 0 | 1> {
  const bits = { low: row.amenities_low, high: row.amenities_high };
  return Object.fromEntries([
    ...BUILDING_FLAGS.map((name) => [name, flag(bits, name)]),
    ...INCLUDED_IN_RENT.map((name, position) => [name, (row.included >> position) & 1]),
  ]) as Record<Name, 0 | 1>;
}

function pricePart(prices: AskedPrices | undefined) {
  return {
    maxbuy: Math.round(prices?.sale?.most ?? 0),
    maxrent: Math.round(prices?.rent?.most ?? 0),
    minbuy: Math.round(prices?.sale?.least ?? 0),
    minrent: Math.round(prices?.rent?.least ?? 0),
  };
}
