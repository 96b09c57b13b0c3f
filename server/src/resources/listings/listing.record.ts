import type { Static } from 'typebox';
import type { AnswerContext } from '../../api/request-context.js';
import { isoDate, parseMoment, textDate, wallMinute } from '../../lib/dates.js';
import { availableOn, coarse, openHouseUntil } from '../../search/listing.search-row.js';
import { hidesDrops } from '../../search/listing.source-filters.js';
import { type AmenityBits, flag } from '../../search/params/amenity.vocabulary.js';
import {
  BY_APPOINTMENT,
  coolings,
  petPolicies,
  statuses,
  types,
} from '../../search/params/listing.vocabulary.js';
import { displayAddress, houseAndStreet } from '../../search/words/listing-words.js';
import { attributionPart } from './attribution.js';
import { historyPart, showsHistory } from './history.js';
import type { Added } from './listing.added-fields.js';
import type { AddedFields, FoundRow, ListingRow } from './listing.queries.js';
import type { ListingShortRecord } from './listing.schema.js';
import { listedVariants } from './photo.js';

/** The fields that search and detail records share. R32, R75, R76. */
function sharedRecord(row: FoundRow, context: AnswerContext) {
  // One literal, field by field: a record made of parts takes several times as long, and a search
  // makes up to 200.
  const { mediaUrl } = context;
  const place = coordinates(row, context);
  const { house, street } = houseAndStreet(row);
  return {
    agents_agent_email: row.a_email ?? '',
    agents_agent_id: row.agent_id,
    agents_agent_image: mediaUrl(row.a_image ?? ''),
    agents_agent_name: fullName(row.a_firstname, row.a_lastname),
    // The mobile number, or the office's where there is none (R68).
    agents_agent_phone: row.a_mobile || row.a_phone || '',
    agents_coagent_email: row.c_email ?? '',
    agents_coagent_id: row.coagent_id || ('' as const),
    agents_coagent_image: mediaUrl(row.c_image ?? ''),
    agents_coagent_name: fullName(row.c_firstname, row.c_lastname),
    agents_coagent_phone: row.c_mobile || row.c_phone || '',
    agents_listingagent_email: row.g_email ?? '',
    agents_listingagent_id: row.listingagent_id || ('' as const),
    agents_listingagent_image: mediaUrl(row.g_image ?? ''),
    agents_listingagent_name: fullName(row.g_firstname, row.g_lastname),
    agents_listingagent_phone: row.g_mobile || row.g_phone || '',
    essentials_available: row.available,
    essentials_bath: row.bath,
    essentials_beds: row.beds,
    essentials_building: row.building_id,
    essentials_date: textDate(row.updated_at, context.timeZone),
    essentials_floor: row.floor,
    essentials_openhouse_by_appointment_only: row.by_appointment === 1 ? BY_APPOINTMENT : '',
    essentials_pets: petPolicies.word(row.pets),
    essentials_rooms: row.rooms,
    essentials_size: row.size,
    essentials_subway: subwayRun(row),
    essentials_type: types.word(row.type),
    essentials_units: row.b_units || row.units,
    essentials_video: context.linkUrl(row.video),
    extras_developments: row.developments,
    extras_featured: row.featured,
    extras_furnished: flag(ownAmenities(row), 'furnished'),
    extras_latitude: place.latitude,
    extras_longitude: place.longitude,
    extras_nofee: flag(ownAmenities(row), 'nofee'),
    extras_openhouse: openHouseUntil(row) >= wallMinute(context.now, context.timeZone) ? 1 : 0,
    financials_concession: row.concession,
    financials_downpayment: row.downpayment,
    // A listing without a fee shows none, even if a percentage is stored (R69).
    financials_fee: flag(ownAmenities(row), 'nofee') === 1 ? 0 : row.fee,
    financials_freemonth: row.freemonth,
    financials_maintenance: row.maintenance,
    financials_monthsfreereqminlease: row.monthsfreereqminlease,
    financials_price: row.price,
    financials_taxes: row.taxes,
    idx: row.idx,
    main_address: displayAddress(row, row.neighborhood ?? ''),
    main_apt: row.apt,
    main_category: row.category,
    main_cross: row.cross_streets,
    main_hide_address: row.hide_address,
    // A hidden address hides the house number, on every read (R73).
    main_house: row.hide_address === 1 ? '' : house,
    main_id: row.id,
    main_image: mediaUrl(row.image),
    main_images: row.images,
    main_neighborhood: row.neighborhood ?? '',
    main_status: statuses.word(row.status),
    main_street: street,
    main_zipcode: row.b_zip || row.zip,
    mls_no: row.mls_no,
    vow: row.vow,
  };
}

/** A record with fields that not every record has. */
type OpenRecord = Record<string, unknown>;

/** The record of a search; `withDescription` is its addDescription flag. R70. */
export function searchRecord(
  row: FoundRow,
  context: AnswerContext,
  withDescription: boolean,
): OpenRecord {
  const shared = sharedRecord(row, context);
  const record: OpenRecord = shared;
  record.available_date = row.available;
  record.built = row.b_built || row.built;
  record.city = row.b_city || row.city;
  record.date_update = shared.essentials_date;
  record.extras_webtitle = row.web_title;
  record.families = row.b_families || row.families;
  record.iscompany = context.role === 'client' ? 1 : 0;
  record.ismls = context.role === 'client' ? 0 : 1;
  record.lease_term_max = row.lease_term_max ?? 0;
  record.lease_term_min = row.lease_term_min ?? 0;
  if (withDescription) record.main_description = row.description;
  addOccasional(record, row, context);
  return record;
}

/** The record of `GET /properties/{id}`. R66. */
export function detailRecord(row: ListingRow, context: AnswerContext): OpenRecord {
  const record: OpenRecord = sharedRecord(row, context);
  record.access_note = row.access_note;
  record.concession = row.concession;
  record.cyof = row.cyof;
  record.extra_cooling = coolings.word(row.cooling);
  record.floorplan_image = context.mediaUrl(row.floorplan);
  record.main_description = row.description;
  record.op = row.op;
  addOccasional(record, row, context);
  return record;
}

/** The 25 fields of a random draw. R79. */
export function shortRecord(
  row: FoundRow,
  context: AnswerContext,
): Static<typeof ListingShortRecord> {
  const shared = sharedRecord(row, context);
  return {
    agents_agent_email: shared.agents_agent_email,
    agents_agent_id: shared.agents_agent_id,
    agents_agent_image: shared.agents_agent_image,
    agents_agent_name: shared.agents_agent_name,
    agents_agent_phone: shared.agents_agent_phone,
    agents_coagent_email: shared.agents_coagent_email,
    agents_coagent_id: shared.agents_coagent_id,
    agents_coagent_image: shared.agents_coagent_image,
    agents_coagent_name: shared.agents_coagent_name,
    agents_coagent_phone: shared.agents_coagent_phone,
    essentials_bath: shared.essentials_bath,
    essentials_beds: shared.essentials_beds,
    essentials_rooms: shared.essentials_rooms,
    essentials_size: shared.essentials_size,
    essentials_type: shared.essentials_type,
    essentials_units: shared.essentials_units,
    extras_featured: shared.extras_featured,
    extras_nofee: shared.extras_nofee,
    extras_openhouse: shared.extras_openhouse,
    financials_price: shared.financials_price,
    main_address: shared.main_address,
    main_id: shared.main_id,
    main_image: shared.main_image,
    main_neighborhood: shared.main_neighborhood,
    main_status: shared.main_status,
  };
}

/** Fields that a record has once something has set them (R78). */
function addOccasional(record: OpenRecord, row: FoundRow, { linkUrl }: AnswerContext): void {
  if (row.video2 !== '') record.essentials_video2 = linkUrl(row.video2);
  if (row.partner_video !== null) record.partnerVideo = row.partner_video;
}

/** The subway lines without separators; the building has them with commas (R30). */
function subwayRun(row: FoundRow): string {
  const lines = row.b_subwayline ?? '';
  return lines === '' ? row.subway : lines.replace(/[^a-z0-9]/gi, '');
}

/** The listing's own amenities: fee and furniture are facts of the listing, and no building has these flags. */
function ownAmenities(row: FoundRow): AmenityBits {
  return { low: row.amenities_low, high: row.amenities_high };
}

function fullName(first: string | null, last: string | null): string {
  return `${first ?? ''} ${last ?? ''}`.trim();
}

function coordinates(row: FoundRow, context: AnswerContext) {
  const latitude = row.b_latitude ?? row.latitude ?? 0;
  const longitude = row.b_longitude ?? row.longitude ?? 0;
  if (row.hide_address === 1 && context.coarsenHidden) {
    return { latitude: coarse(latitude), longitude: coarse(longitude) };
  }
  return { latitude, longitude };
}

type AddedPart = AddedFields &
  Pick<Added, 'openHouse' | 'history' | 'attribution'> & { readonly iso?: boolean };

/** Names of custom values that tell what a listing cost before, and since when it is offered (R374). */
const TELLS_HISTORY =
  /^(?=.*price).*(?:original|previous|prior|former|last|old|close|before|chang|histor|reduc|drop)|days_?on_?market|on_?market_?date/i;

/** The flat fields that the add flags ask for (R71). */
export function addedPart(
  row: FoundRow,
  added: AddedPart,
  context: AnswerContext,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (added.photos !== undefined) {
    const photos = added.photos.get(row.id) ?? [];
    fields.photos = photos
      .map((photo) => context.mediaUrl(photo.filename).replaceAll('|', '%7C'))
      .join('|');
    const { variants } = added;
    if (variants !== undefined) {
      const pictures = photos
        .slice(0, variants.most)
        .map(({ filename }) => variants.pictures.get(filename));
      Object.assign(fields, listedVariants(pictures, context));
    }
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
    if (!(TELLS_HISTORY.test(name) && hidesDrops(context))) fields[`custom_${name}`] = value;
  }
  if (added.history !== undefined && showsHistory(context)) {
    const history = added.history.get(row.id) ?? [];
    Object.assign(fields, historyPart(history, context, added.iso === true));
  }
  if (added.attribution !== undefined) {
    const withIso = added.iso === true;
    Object.assign(fields, attributionPart(row.id, added.attribution, context, withIso));
  }
  if (added.iso === true) Object.assign(fields, isoPart(row, added.openHouse, context));
  return fields;
}

/** The ISO 8601 twins of the dates, each in its own database's zone; empty where there is no date (R283). */
function isoPart(row: FoundRow, withOpenHouse: boolean, { timeZone }: AnswerContext) {
  const updated = row.updated_at === null ? '' : isoDate(row.updated_at, timeZone);
  const moment = (stamp: string) => {
    const epoch = parseMoment(stamp, timeZone);
    return epoch === undefined ? '' : isoDate(epoch, timeZone);
  };
  return {
    essentials_available_iso: isoDay(row.available),
    essentials_date_iso: updated,
    ...(withOpenHouse
      ? {
          openhouse_iso: moment(row.openhouse),
          openhouseend_iso: moment(row.openhouseend),
          openhouse2_iso: moment(row.openhouse2),
          openhouseend2_iso: moment(row.openhouseend2),
        }
      : {}),
  };
}

/** `2026-12-01`; empty for words that are not a day. */
function isoDay(words: string): string {
  const digits = String(availableOn(words) || '');
  return digits === '' ? '' : `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
