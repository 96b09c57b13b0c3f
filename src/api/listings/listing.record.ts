import { type Static, type TProperties, Type } from 'typebox';
import { textDate, wallMinute } from '../dates.js';
import type { AnswerContext } from '../request-context.js';
import { type AmenityBits, flag, union } from './amenity.vocabulary.js';
import { displayAddress } from './listing.address.js';
import type { AddedFields, ListedAgent, ListingRow } from './listing.queries.js';
import { openHouseUntil } from './listing.search-index.js';
import { BY_APPOINTMENT, coolings, petPolicies, statuses, types } from './listing.vocabulary.js';

const str = (description: string) => Type.String({ description });
const num = (description: string) => Type.Number({ description });
const int = (description: string) => Type.Integer({ description });
const oneZero = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1, description: `1 when ${description}` });
/** An id that reads as the empty string where there is nobody. */
const idOrEmpty = (description: string) =>
  Type.Unsafe<number | ''>({ type: ['integer', 'string'], description });

/** Fields of the agent on a listing, of a co-agent, and of the listing agent. */
const agentFields = {
  agents_agent_email: str('Address that leads to the agent are matched on'),
  agents_agent_id: int('Agent id, 0 when there is none'),
  agents_agent_image: str('Absolute URL, or empty'),
  agents_agent_name: str('First and last name'),
  agents_agent_phone: str('Mobile, or else the office line'),
};
const coagentFields = {
  agents_coagent_email: str('Co-agent: email'),
  agents_coagent_id: idOrEmpty('Co-agent id, the empty string when there is none'),
  agents_coagent_image: str('Co-agent: absolute URL, or empty'),
  agents_coagent_name: str('Co-agent: first and last name'),
  agents_coagent_phone: str('Co-agent: mobile, or else the office line'),
};
const listingAgentFields = {
  agents_listingagent_email: str('Listing agent: email'),
  agents_listingagent_id: idOrEmpty('Listing agent id, the empty string when there is none'),
  agents_listingagent_image: str('Listing agent: absolute URL, or empty'),
  agents_listingagent_name: str('Listing agent: first and last name'),
  agents_listingagent_phone: str('Listing agent: mobile, or else the office line'),
};

/** The part of a listing that its short record, of random draws, consists of. */
const shortFields = {
  essentials_bath: num('Bathrooms; 2.5 is two and a powder room'),
  essentials_beds: num('Bedrooms; a studio has 0'),
  essentials_rooms: num('Rooms in all'),
  essentials_size: int('Square feet; 0 when not recorded'),
  essentials_type: Type.Enum([...types.words], { description: 'Kind of property' }),
  essentials_units: int('Units in the building'),
  extras_featured: oneZero('featured'),
  extras_nofee: oneZero('there is no broker fee'),
  extras_openhouse: oneZero('an open house lies ahead, or viewings are by appointment'),
  financials_price: num('Dollars: monthly rent of a rental, price of a sale'),
  main_address: str('Display address, fit for print as it stands'),
  main_id: int('Listing id'),
  main_image: str('Absolute URL of the first photo, or empty'),
  main_neighborhood: str('Neighborhood'),
  main_status: Type.Enum([...statuses.words, ''], { description: 'State of the listing' }),
};

/** What search and detail record share beyond the short record. */
const commonFields = {
  essentials_available: str('Words or a day'),
  essentials_building: int('Building id, 0 when unknown'),
  essentials_date: str('Last update, like November, 20 2026 14:05:09'),
  essentials_floor: str('Floor as text'),
  essentials_openhouse_by_appointment_only: Type.Enum([BY_APPOINTMENT, '']),
  essentials_pets: Type.Enum([...petPolicies.words], { description: 'Pet policy' }),
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
  main_category: int('0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke'),
  main_cross: str('Cross streets'),
  main_hide_address: oneZero('the exact address is not for publication'),
  main_house: str('House number; empty when the address is hidden'),
  main_images: int('Number of photos'),
  main_street: str('Street'),
  main_zipcode: str('ZIP code'),
  mls_no: str('MLS number'),
  vow: oneZero('it may appear behind a login'),
};

/** Fields that stand on a record once something has set them. */
const occasionalFields = {
  essentials_video2: Type.Optional(str('URL of a second virtual tour')),
  partnerVideo: Type.Optional(str('Id of a partner video')),
};

/** Fields that flags add (decision 13). */
const addedFields = {
  photos: Type.Optional(str('addPhotos: absolute URLs in order, separated by |')),
  openhouse: Type.Optional(str('addOpenHouse: start of the next open house')),
  openhouseend: Type.Optional(str('addOpenHouse: its end')),
  openhouse2: Type.Optional(str('addOpenHouse: start of the second')),
  openhouseend2: Type.Optional(str('addOpenHouse: its end')),
  hitcounter: Type.Optional(int('addHitCounter: website views')),
  labels: Type.Optional(str('addLabels: names, comma separated')),
};

/** `custom_<name>` of addCustomValues. */
const customValues = { '^custom_': Type.String() };

const record = (fields: TProperties, id: string, description: string) =>
  Type.Object(fields, {
    $id: id,
    description,
    patternProperties: customValues,
    additionalProperties: false,
  });

const detailFields = {
  ...shortFields,
  ...commonFields,
  ...agentFields,
  ...coagentFields,
  ...listingAgentFields,
  access_note: str('Showing note, never for publication'),
  concession: str('Same as financials_concession'),
  cyof: oneZero('a co-broke your-own-fee arrangement applies'),
  extra_cooling: Type.Enum([...coolings.words], { description: 'Cooling' }),
  floorplan_image: str('Absolute URL of the floor plan, or empty'),
  main_description: str('Marketing copy'),
  op: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Owner-paid commission as displayed',
  }),
};

/** Specification: Resources, Listing. */
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
  date_update: str('Same as essentials_date'),
  families: int('Families the building is zoned for'),
  iscompany: oneZero("it is the client's own"),
  ismls: oneZero('it comes from a feed'),
  lease_term_min: num('Months; 0 when not told'),
  lease_term_max: num('Months; 0 when not told'),
};

/** One of LISTINGS of a search. Decision 12. */
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

/** Specification: Resources, Listing search record (random listings): 25 fields. */
export const ListingShortRecord = Type.Object(
  { ...shortFields, ...agentFields, ...coagentFields },
  {
    $id: 'ListingShortRecord',
    description: 'A listing as random draws return it',
    additionalProperties: false,
  },
);

/** What a listing record is made from. */
export interface ListingSource {
  readonly row: ListingRow;
  readonly agents: ReadonlyMap<number, ListedAgent>;
}

type Short = Static<typeof ListingShortRecord>;

/** The 25 fields of a random draw. */
export function shortRecord(source: ListingSource, context: AnswerContext): Short {
  return {
    ...shortPart(source.row, context),
    ...agentPart(source, context),
    ...coagentPart(source, context),
  };
}

/** The record of a search; `withDescription` is its addDescription flag. */
export function searchRecord(
  source: ListingSource,
  context: AnswerContext,
  withDescription: boolean,
): Record<string, unknown> {
  const { row } = source;
  const common = commonPart(row, context);
  return {
    ...shortPart(row, context),
    ...common,
    ...agentPart(source, context),
    ...coagentPart(source, context),
    ...listingAgentPart(source, context),
    available_date: row.available,
    built: row.b_built || row.built,
    city: row.b_city || row.city,
    date_update: common.essentials_date,
    families: row.b_families || row.families,
    iscompany: context.role === 'client' ? 1 : 0,
    ismls: context.role === 'client' ? 0 : 1,
    lease_term_min: row.lease_term_min ?? 0,
    lease_term_max: row.lease_term_max ?? 0,
    ...(withDescription ? { main_description: row.description } : {}),
    ...occasionalPart(row),
  };
}

/** The record of `GET /properties/{id}`. */
export function detailRecord(
  source: ListingSource,
  context: AnswerContext,
): Record<string, unknown> {
  const { row } = source;
  return {
    ...shortPart(row, context),
    ...commonPart(row, context),
    ...agentPart(source, context),
    ...coagentPart(source, context),
    ...listingAgentPart(source, context),
    access_note: row.access_note,
    concession: row.concession,
    cyof: row.cyof,
    extra_cooling: coolings.word(row.cooling),
    floorplan_image: context.mediaUrl(row.floorplan),
    main_description: row.description,
    op: row.op,
    ...occasionalPart(row),
  };
}

function shortPart(row: ListingRow, context: AnswerContext) {
  return {
    essentials_bath: row.bath,
    essentials_beds: row.beds,
    essentials_rooms: row.rooms,
    essentials_size: row.size,
    essentials_type: types.word(row.type),
    essentials_units: row.b_units || row.units,
    extras_featured: row.featured,
    extras_nofee: flag(amenitiesOf(row), 'nofee'),
    extras_openhouse: openHouseUntil(row) >= wallMinute(context.now, context.timeZone) ? 1 : 0,
    financials_price: row.price,
    main_address: displayAddress({ ...row, neighborhood: row.neighborhood ?? '' }),
    main_id: row.id,
    main_image: context.mediaUrl(row.image),
    main_neighborhood: row.neighborhood ?? '',
    main_status: statuses.word(row.status),
  };
}

function commonPart(row: ListingRow, context: AnswerContext) {
  const place = coordinates(row, context);
  return {
    essentials_available: row.available,
    essentials_building: row.building_id,
    essentials_date: textDate(row.updated_at, context.timeZone),
    essentials_floor: row.floor,
    essentials_openhouse_by_appointment_only: row.by_appointment === 1 ? BY_APPOINTMENT : '',
    essentials_pets: petPolicies.word(row.pets),
    essentials_subway: row.b_subwayline?.replace(/[^a-z0-9]/gi, '') || row.subway,
    essentials_video: row.video,
    extras_developments: row.developments,
    extras_furnished: flag(amenitiesOf(row), 'furnished'),
    extras_latitude: place.latitude,
    extras_longitude: place.longitude,
    financials_concession: row.concession,
    financials_downpayment: row.downpayment,
    financials_fee: row.fee,
    financials_freemonth: row.freemonth,
    financials_maintenance: row.maintenance,
    financials_monthsfreereqminlease: row.monthsfreereqminlease,
    financials_taxes: row.taxes,
    idx: row.idx,
    main_apt: row.apt,
    main_category: row.category,
    main_cross: row.cross_streets,
    main_hide_address: row.hide_address,
    // The house number is what a hidden address hides, on every read (decision 14).
    main_house: row.hide_address === 1 ? '' : row.house,
    main_images: row.images,
    main_street: row.street,
    main_zipcode: row.b_zip || row.zip,
    mls_no: row.mls_no,
    vow: row.vow,
  };
}

/** A hundredth of a degree is about a kilometre: enough for a map, too little to find a door. */
function coarse(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

function coordinates(row: ListingRow, context: AnswerContext) {
  const latitude = row.b_latitude ?? row.latitude ?? 0;
  const longitude = row.b_longitude ?? row.longitude ?? 0;
  if (row.hide_address === 1 && context.coarsenHidden) {
    return { latitude: coarse(latitude), longitude: coarse(longitude) };
  }
  return { latitude, longitude };
}

function amenitiesOf(row: ListingRow): AmenityBits {
  return union(
    { low: row.amenities_low, high: row.amenities_high },
    { low: row.b_amenities_low ?? 0, high: row.b_amenities_high ?? 0 },
  );
}

function occasionalPart(row: ListingRow) {
  return {
    ...(row.video2 === '' ? {} : { essentials_video2: row.video2 }),
    ...(row.partner_video === null ? {} : { partnerVideo: row.partner_video }),
  };
}

const NOBODY: Omit<ListedAgent, 'id'> = { email: '', image: '', name: '', phone: '' };

function agentPart({ row, agents }: ListingSource, context: AnswerContext) {
  const { email, image, name, phone } = agents.get(row.agent_id) ?? NOBODY;
  return {
    agents_agent_email: email,
    agents_agent_id: row.agent_id,
    agents_agent_image: context.mediaUrl(image),
    agents_agent_name: name,
    agents_agent_phone: phone,
  };
}

function coagentPart({ row, agents }: ListingSource, context: AnswerContext) {
  const { email, image, name, phone } = agents.get(row.coagent_id) ?? NOBODY;
  return {
    agents_coagent_email: email,
    agents_coagent_id: row.coagent_id || ('' as const),
    agents_coagent_image: context.mediaUrl(image),
    agents_coagent_name: name,
    agents_coagent_phone: phone,
  };
}

function listingAgentPart({ row, agents }: ListingSource, context: AnswerContext) {
  const { email, image, name, phone } = agents.get(row.listingagent_id) ?? NOBODY;
  return {
    agents_listingagent_email: email,
    agents_listingagent_id: row.listingagent_id || ('' as const),
    agents_listingagent_image: context.mediaUrl(image),
    agents_listingagent_name: name,
    agents_listingagent_phone: phone,
  };
}

/** The flat fields that the add flags ask for (decision 13). */
export function addedPart(
  row: ListingRow,
  added: AddedFields & { readonly openHouse: boolean },
  context: AnswerContext,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (added.photos !== undefined) {
    fields.photos = (added.photos.get(row.id) ?? [])
      .map((photo) => context.mediaUrl(photo.filename).replaceAll('|', '%7C'))
      .join('|');
  }
  if (added.openHouse) {
    fields.openhouse = row.openhouse;
    fields.openhouseend = row.openhouseend;
    fields.openhouse2 = row.openhouse2;
    fields.openhouseend2 = row.openhouseend2;
  }
  if (added.views !== undefined) fields.hitcounter = added.views.get(row.id) ?? 0;
  if (added.labels !== undefined) fields.labels = (added.labels.get(row.id) ?? []).join(',');
  for (const [name, value] of added.customValues?.get(row.id) ?? []) {
    fields[`custom_${name}`] = value;
  }
  return fields;
}
