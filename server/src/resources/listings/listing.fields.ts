import { Type } from 'typebox';
import { numberOrEmpty, oneOf, oneZero, serverOnly } from '../../api/fields.js';
import {
  BY_APPOINTMENT,
  categories,
  coolings,
  petPolicies,
  statuses,
  types,
} from '../../search/params/listing.vocabulary.js';
import {
  address,
  type ColumnsOf,
  code,
  column,
  computed,
  degrees,
  field,
  flag,
  id,
  idOf,
  inFiles,
  moment,
  money,
  number,
  stamp,
  text,
  whole,
  worded,
} from '../kinds/fields.js';
import { defaultsOf, defineKind } from '../kinds/kind.js';
import * as readers from '../kinds/transfer-fields.js';

/*
 * The fields of a listing (R66): column, empty value, schema, and how an import reads it. `listing.record.ts` writes them.
 * A group is in the order of the document.
 */

const shown = (description: string) => computed(Type.String({ description }));
const months = () =>
  field(
    null as number | null,
    Type.Number({ description: 'Months; 0 when not told' }),
    readers.readKnownNumber,
  );

/** The short record, of random draws. */
export const shortFields = {
  essentials_bath: number('Bathrooms; 2.5 is two and a powder room', { column: 'bath' }),
  essentials_beds: number('Bedrooms; a studio has 0', { column: 'beds' }),
  essentials_rooms: number('Rooms in all', { column: 'rooms' }),
  essentials_size: whole('Square feet; 0 when not recorded', { column: 'size' }),
  essentials_type: worded(types, oneOf(types.words, 'Kind of property', 'PropertyType'), {
    column: 'type',
  }),
  essentials_units: whole('Units in the building', { column: 'units' }),
  extras_featured: flag('featured', { column: 'featured' }),
  extras_nofee: computed(oneZero('there is no broker fee')),
  extras_openhouse: computed(oneZero('an open house lies ahead, or viewings are by appointment')),
  financials_price: money('Dollars: monthly rent of a rental, price of a sale', {
    column: 'price',
  }),
  main_address: shown('Display address, fit for print as it stands'),
  main_id: id('Listing id', { column: 'id' }),
  main_image: shown('Absolute URL of the first photo, or empty'),
  main_neighborhood: shown('Neighborhood'),
  main_status: worded(
    statuses,
    oneOf([...statuses.words, ''], 'State of the listing', 'ListingStatus'),
    { column: 'status' },
  ),
};

/** What search and detail records have beyond the short record. */
export const commonFields = {
  essentials_available: text('Words or a day', { column: 'available' }),
  essentials_building: idOf('buildings', 'Building id, 0 when unknown', {
    column: 'building_id',
  }),
  essentials_date: moment('Last update', { column: 'updated_at' }),
  essentials_floor: text('Floor as text', { column: 'floor' }),
  essentials_openhouse_by_appointment_only: field(
    0,
    oneOf([BY_APPOINTMENT, ''], 'Whether viewings are by appointment only'),
    (value, name): number => {
      const word = readers.readTrimmed(value, name).toLowerCase();
      return word === BY_APPOINTMENT.toLowerCase() ? 1 : readers.readFlag(value, name);
    },
    { column: 'by_appointment' },
  ),
  essentials_pets: worded(petPolicies, oneOf(petPolicies.words, 'Pet policy', 'PetPolicy'), {
    column: 'pets',
  }),
  essentials_subway: text('Letters and digits of subway lines', { column: 'subway' }),
  essentials_video: address('URL of a virtual tour', { column: 'video' }),
  extras_developments: flag('a new development', { column: 'developments' }),
  extras_furnished: computed(oneZero('furnished')),
  extras_latitude: degrees('Degrees; 0 when unknown', 90, { column: 'latitude' }),
  extras_longitude: degrees('Degrees; 0 when unknown', 180, { column: 'longitude' }),
  financials_concession: text("Concession in the owner's words", { column: 'concession' }),
  financials_downpayment: whole('Percent of the price', { column: 'downpayment' }),
  financials_fee: money('Broker fee, percent of the annual rent', { column: 'fee' }),
  financials_freemonth: number('Months of free rent', { column: 'freemonth' }),
  financials_maintenance: whole('Dollars a month', { column: 'maintenance' }),
  financials_monthsfreereqminlease: number('Months of lease that the free rent asks for', {
    column: 'monthsfreereqminlease',
  }),
  financials_taxes: whole('Dollars a month', { column: 'taxes' }),
  idx: flag('it may go to IDX feeds'),
  main_apt: text('Apartment', { column: 'apt' }),
  main_category: code(categories.entries, 'Exclusivity', { column: 'category' }),
  main_cross: text('Cross streets', { column: 'cross_streets' }),
  main_hide_address: flag('the exact address is not for publication', {
    column: 'hide_address',
  }),
  main_house: text('House number; empty when the address is hidden', { column: 'house' }),
  main_images: computed(Type.Integer({ description: 'Number of photos' })),
  main_street: text('Street', { column: 'street' }),
  main_zipcode: text('ZIP code', { column: 'zip' }),
  mls_no: text('MLS number'),
  vow: flag('it may appear behind a login'),
};

/** The agent, of all records. */
export const agentFields = {
  agents_agent_email: shown('Address that leads to the agent are matched on'),
  agents_agent_id: idOf('agents', 'Agent id, 0 when there is none', { column: 'agent_id' }),
  agents_agent_image: shown('Absolute URL, or empty'),
  agents_agent_name: shown('First and last name'),
  agents_agent_phone: shown('Mobile, or else the office line'),
};

/** The co-agent, of all records. */
export const coagentFields = {
  agents_coagent_email: shown('Co-agent: email'),
  agents_coagent_id: field(
    0,
    numberOrEmpty('integer', 'Co-agent id, the empty string when there is none'),
    readers.wholeReader(),
    { column: 'coagent_id', of: 'agents' },
  ),
  agents_coagent_image: shown('Co-agent: absolute URL, or empty'),
  agents_coagent_name: shown('Co-agent: first and last name'),
  agents_coagent_phone: shown('Co-agent: mobile, or else the office line'),
};

export const listingAgentFields = {
  agents_listingagent_email: shown('Listing agent: email'),
  agents_listingagent_id: field(
    0,
    numberOrEmpty('integer', 'Listing agent id, the empty string when there is none'),
    readers.wholeReader(),
    { column: 'listingagent_id', of: 'agents' },
  ),
  agents_listingagent_image: shown('Listing agent: absolute URL, or empty'),
  agents_listingagent_name: shown('Listing agent: first and last name'),
  agents_listingagent_phone: shown('Listing agent: mobile, or else the office line'),
};

/** What only search records have. */
export const searchFields = {
  available_date: text('Same as essentials_available', { column: 'available' }),
  built: whole('Year built; 0 when unknown'),
  city: text('City', { read: readers.readKey }),
  date_update: moment('Same as essentials_date', { column: 'updated_at' }),
  extras_webtitle: text('Headline of its page on the website; empty when none was given', {
    column: 'web_title',
  }),
  families: whole('Families the building is zoned for'),
  iscompany: computed(oneZero("it is the client's own")),
  ismls: computed(oneZero('it comes from a feed')),
  lease_term_min: months(),
  lease_term_max: months(),
};

/** What a record has once something has set it. */
export const occasionalFields = {
  essentials_video2: address('URL of a second virtual tour', { column: 'video2' }),
  partnerVideo: field(
    null as string | null,
    Type.String({ description: 'Id of a partner video' }),
    readers.readText,
    { column: 'partner_video' },
  ),
};

export const openHouseFields = {
  openhouse: stamp('addOpenHouse: start of the next open house'),
  openhouseend: stamp('addOpenHouse: its end'),
  openhouse2: stamp('addOpenHouse: start of the second'),
  openhouseend2: stamp('addOpenHouse: its end'),
};

/** What only the detail record has: searches do not read it. */
export const detailFields = {
  access_note: text(serverOnly('Showing note')),
  concession: text('Same as financials_concession'),
  cyof: flag('a co-broke your-own-fee arrangement applies'),
  extra_cooling: worded(coolings, oneOf(coolings.words, 'Cooling', 'Cooling'), {
    column: 'cooling',
  }),
  floorplan_image: shown('Absolute URL of the floor plan, or empty'),
  main_description: text('Marketing copy', { column: 'description' }),
  op: field(
    null as string | null,
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Owner-paid commission as displayed',
    }),
    (value, name) => readers.readText(value, name) || null,
  ),
};

/** What searches read: all but what only the detail record and files have. */
const found = {
  // Two fields fill one column: of a record that has both, the one further down is read.
  ...searchFields,
  ...shortFields,
  ...commonFields,
  ...agentFields,
  ...coagentFields,
  ...listingAgentFields,
  ...occasionalFields,
  ...openHouseFields,
  neighborhood_id: column(0),
  amenities_low: column(0),
  amenities_high: column(0),
  /** The first of its photos, and their number. */
  image: column(''),
  images: column(0),
};

const fields = {
  ...detailFields,
  ...found,
  distribute: inFiles(flag('it is marked for website distribution')),
  listing_office: inFiles(
    idOf('offices', 'Number of the office whose listing it is, 0 when unknown', {
      column: 'office_id',
      exported: (stored) => stored || undefined,
    }),
  ),
  state: inFiles(text('State')),
  ulid: inFiles(text('Id by which video callbacks name it', { read: readers.readKey })),
  /** The floor plan among its photos. */
  floorplan: column(''),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    /** Closed lists are stored as their codes, and what is the building's applies only without one. */
    listing: ColumnsOf<typeof fields>;
  }
}

/** Listings, but for the records of answers and files, which other files write. */
export const listing = defineKind('listings', 'Listing', fields);

/** The columns that searches read, with the values of a new row. */
export const foundDefaults = defaultsOf(found);
