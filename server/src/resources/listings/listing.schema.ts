import { type TProperties, Type } from 'typebox';
import { documentedAs } from '../../api/documented.js';
import {
  codeOf,
  numberOrEmpty,
  oneOf,
  oneZero,
  SERVER_ONLY,
  serverOnly,
  stampMoment,
  textMoment,
} from '../../api/fields.js';
import {
  BY_APPOINTMENT,
  categories,
  coolings,
  petPolicies,
  statuses,
  types,
} from '../../search/params/listing.vocabulary.js';
import { historyFields } from './history.record.js';
import { listedVariantFields } from './photo.variants.js';

const str = (description: string) => Type.String({ description });
const num = (description: string) => Type.Number({ description });
const int = (description: string) => Type.Integer({ description });
/** Fields of a listing's agent, co-agent and listing agent. */
const agentFields = {
  agents_agent_email: str('Address that leads to the agent are matched on'),
  agents_agent_id: int('Agent id, 0 when there is none'),
  agents_agent_image: str('Absolute URL, or empty'),
  agents_agent_name: str('First and last name'),
  agents_agent_phone: str('Mobile, or else the office line'),
};
const coagentFields = {
  agents_coagent_email: str('Co-agent: email'),
  agents_coagent_id: numberOrEmpty('integer', 'Co-agent id, the empty string when there is none'),
  agents_coagent_image: str('Co-agent: absolute URL, or empty'),
  agents_coagent_name: str('Co-agent: first and last name'),
  agents_coagent_phone: str('Co-agent: mobile, or else the office line'),
};
const listingAgentFields = {
  agents_listingagent_email: str('Listing agent: email'),
  agents_listingagent_id: numberOrEmpty(
    'integer',
    'Listing agent id, the empty string when there is none',
  ),
  agents_listingagent_image: str('Listing agent: absolute URL, or empty'),
  agents_listingagent_name: str('Listing agent: first and last name'),
  agents_listingagent_phone: str('Listing agent: mobile, or else the office line'),
};

/** The fields of the short record, of random draws. */
const shortFields = {
  essentials_bath: num('Bathrooms; 2.5 is two and a powder room'),
  essentials_beds: num('Bedrooms; a studio has 0'),
  essentials_rooms: num('Rooms in all'),
  essentials_size: int('Square feet; 0 when not recorded'),
  essentials_type: oneOf(types.words, 'Kind of property', 'PropertyType'),
  essentials_units: int('Units in the building'),
  extras_featured: oneZero('featured'),
  extras_nofee: oneZero('there is no broker fee'),
  extras_openhouse: oneZero('an open house lies ahead, or viewings are by appointment'),
  financials_price: num('Dollars: monthly rent of a rental, price of a sale'),
  main_address: str('Display address, fit for print as it stands'),
  main_id: int('Listing id'),
  main_image: str('Absolute URL of the first photo, or empty'),
  main_neighborhood: str('Neighborhood'),
  main_status: oneOf([...statuses.words, ''], 'State of the listing', 'ListingStatus'),
};

/** The fields that search and detail records share beyond the short record. */
const commonFields = {
  essentials_available: str('Words or a day'),
  essentials_building: int('Building id, 0 when unknown'),
  essentials_date: textMoment('Last update'),
  essentials_floor: str('Floor as text'),
  essentials_openhouse_by_appointment_only: oneOf(
    [BY_APPOINTMENT, ''],
    'Whether viewings are by appointment only',
  ),
  essentials_pets: oneOf(petPolicies.words, 'Pet policy', 'PetPolicy'),
  essentials_subway: str('Letters and digits of subway lines'),
  essentials_video: str('URL of a virtual tour'),
  extras_developments: oneZero('a new development'),
  extras_furnished: oneZero('furnished'),
  extras_latitude: num('Degrees; 0 when unknown'),
  extras_longitude: num('Degrees; 0 when unknown'),
  financials_concession: str("Concession in the owner's words"),
  financials_downpayment: int('Percent of the price'),
  financials_fee: num('Broker fee, percent of the annual rent'),
  financials_freemonth: num('Months of free rent'),
  financials_maintenance: int('Dollars a month'),
  financials_monthsfreereqminlease: num('Months of lease that the free rent asks for'),
  financials_taxes: int('Dollars a month'),
  idx: oneZero('it may go to IDX feeds'),
  main_apt: str('Apartment'),
  main_category: codeOf(categories.entries, 'Exclusivity'),
  main_cross: str('Cross streets'),
  main_hide_address: oneZero('the exact address is not for publication'),
  main_house: str('House number; empty when the address is hidden'),
  main_images: int('Number of photos'),
  main_street: str('Street'),
  main_zipcode: str('ZIP code'),
  mls_no: str('MLS number'),
  vow: oneZero('it may appear behind a login'),
};

/** Fields that a record has once something has set them. */
const occasionalFields = {
  essentials_video2: Type.Optional(str('URL of a second virtual tour')),
  partnerVideo: Type.Optional(str('Id of a partner video')),
};

const isoMoment = (field: string) =>
  Type.String({
    pattern: '^(?:\\d{4,}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{2}:\\d{2})?$',
    description: `addIso: ${field} as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none`,
  });

/** Fields that flags add (R71, R283). */
const addedFields = {
  photos: Type.Optional(str('addPhotos: absolute URLs in order, separated by |')),
  ...listedVariantFields,
  openhouse: Type.Optional(stampMoment('addOpenHouse: start of the next open house')),
  openhouseend: Type.Optional(stampMoment('addOpenHouse: its end')),
  openhouse2: Type.Optional(stampMoment('addOpenHouse: start of the second')),
  openhouseend2: Type.Optional(stampMoment('addOpenHouse: its end')),
  hitcounter: Type.Optional(int('addHitCounter: website views')),
  ...historyFields,
  labels: Type.Optional(str('addLabels: names, comma separated')),
  essentials_available_iso: Type.Optional(
    Type.String({
      pattern: '^(?:\\d{4}-\\d{2}-\\d{2})?$',
      description: 'addIso: the day of essentials_available, like 2026-12-01; empty for words',
    }),
  ),
  essentials_date_iso: Type.Optional(isoMoment('essentials_date')),
  openhouse_iso: Type.Optional(isoMoment('openhouse')),
  openhouseend_iso: Type.Optional(isoMoment('openhouseend')),
  openhouse2_iso: Type.Optional(isoMoment('openhouse2')),
  openhouseend2_iso: Type.Optional(isoMoment('openhouseend2')),
  listed_iso: Type.Optional(isoMoment('listed')),
  price_changed_iso: Type.Optional(isoMoment('price_changed')),
};

/**
 * The `custom_<name>` fields of addCustomValues. The document has them apart from the record: in one schema,
 * generated types would take any name for a field, and a mistyped one would compile.
 */
const custom = { '^custom_': Type.String() };
const CustomValues = Type.Object(
  {},
  {
    $id: 'CustomValues',
    description:
      'With addCustomValues=true a listing has these fields as well: one `custom_<name>` for each custom ' +
      'value. Many hold what only the brokerage should see, such as where a key hangs',
    patternProperties: custom,
    // A listing has its own fields next to these.
    unevaluatedProperties: true,
    [SERVER_ONLY]: true,
  },
);

const record = (fields: TProperties, id: string, description: string) =>
  documentedAs(
    Type.Object(fields, {
      $id: id,
      description,
      patternProperties: custom,
      additionalProperties: false,
    }),
    Type.Object(fields, {
      $id: id,
      description: `${description}. addCustomValues adds the fields of CustomValues`,
      dependentSchemas: { main_id: CustomValues },
    }),
  );

const detailFields = {
  ...shortFields,
  ...commonFields,
  ...agentFields,
  ...coagentFields,
  ...listingAgentFields,
  access_note: serverOnly('Showing note'),
  concession: str('Same as financials_concession'),
  cyof: oneZero('a co-broke your-own-fee arrangement applies'),
  extra_cooling: oneOf(coolings.words, 'Cooling', 'Cooling'),
  floorplan_image: str('Absolute URL of the floor plan, or empty'),
  main_description: str('Marketing copy'),
  op: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Owner-paid commission as displayed',
  }),
};

/** The answer to a read of one listing by its id. R66. */
export const ListingDetail = record(
  { ...detailFields, ...occasionalFields, ...addedFields },
  'ListingDetail',
  'A listing with everything a page about it needs',
);

const searchFields = {
  ...shortFields,
  ...commonFields,
  ...agentFields,
  ...coagentFields,
  ...listingAgentFields,
  available_date: str('Same as essentials_available'),
  built: int('Year built; 0 when unknown'),
  city: str('City'),
  date_update: textMoment('Same as essentials_date'),
  extras_webtitle: str('Headline of its page on the website; empty when none was given'),
  families: int('Families the building is zoned for'),
  iscompany: oneZero("it is the client's own"),
  ismls: oneZero('it comes from a feed'),
  lease_term_min: num('Months; 0 when not told'),
  lease_term_max: num('Months; 0 when not told'),
};

/** One entry of the LISTINGS of a search. R70. */
export const ListingSearchRecord = record(
  {
    ...searchFields,
    main_description: Type.Optional(str('addDescription: marketing copy')),
    ...occasionalFields,
    ...addedFields,
  },
  'ListingSearchRecord',
  'A listing as searches return it',
);

/** One listing of a random draw: 25 fields. R79. */
export const ListingShortRecord = Type.Object(
  {
    ...shortFields,
    ...agentFields,
    ...coagentFields,
    ismls: Type.Optional(oneZero('it comes from a feed; there where the draw looked into one')),
  },
  {
    $id: 'ListingShortRecord',
    description: 'A listing as random draws return it',
    additionalProperties: false,
  },
);
