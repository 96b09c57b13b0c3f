import { RecordProblem, type RefusedRow } from 'portico-importer/resource.js';
import { type AnswerContext, AS_STORED } from '../../api/request-context.js';
import { exactDate } from '../../lib/dates.js';
import { idsOf } from '../../lib/grouped.js';
import { amenityNames } from '../../search/params/amenity.vocabulary.js';
import { statuses } from '../../search/params/listing.vocabulary.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { oneByOne, pagedExport } from '../kinds/files.js';
import { recordKind, type TransferContext } from '../kinds/kind.js';
import { listing } from './listing.fields.js';
import {
  agentsOfListing,
  CUSTOM_FIELD,
  computedListingFields,
  type ListingImport,
  listingImportFields,
  mergedListing,
  readListing,
} from './listing.import.js';
import * as queries from './listing.queries.js';
import { addedPart, detailRecord } from './listing.record.js';
import { ListingDetail, ListingSearchRecord } from './listing.schema.js';
import { writeListings } from './listing.write.js';

/**
 * Exports listings with photos, labels, custom values and view counts. Pictures keep the path of
 * their import, and the house number of a hidden address is there, because an export is for the
 * operator.
 */
async function listingRecords(
  rows: readonly queries.ListingRow[],
  { database, timeZone }: TransferContext,
) {
  const context: AnswerContext = {
    now: 0,
    timeZone,
    role: database.role,
    feed: undefined,
    coarsenHidden: false,
    ...AS_STORED,
  };
  const ids = idsOf(rows);
  const photos = await queries.photosOf(database, ids);
  const labels = await queries.labelsOf(database, ids);
  const added = {
    openHouse: true,
    views: await queries.viewsOf(database, ids),
    customValues: await queries.customValuesOf(database, ids),
  };
  // Assigned, as V8 takes long for a literal that so large an object is spread into.
  return oneByOne(rows, (row) =>
    Object.assign(importableFields(detailRecord(row, context)), addedPart(row, added, context), {
      essentials_date: exactDate(row.updated_at, timeZone),
      // Only its own: what it takes from its building is the building's to change.
      main_house: row.house,
      main_street: row.street,
      financials_fee: row.fee,
      amenities: amenityNames({ low: row.amenities_low, high: row.amenities_high }),
      photos: photos.get(row.id) ?? [],
      labels: labels.get(row.id) ?? [],
      built: row.b_built || row.built,
      city: row.b_city || row.city,
      state: row.b_state || row.state,
      families: row.b_families || row.families,
      distribute: row.distribute,
      extras_webtitle: row.web_title,
      ulid: row.ulid,
      lease_term_min: row.lease_term_min ?? 0,
      lease_term_max: row.lease_term_max ?? 0,
      essentials_video2: row.video2,
    }),
  );
}

const exportListings = pagedExport(listingsAfter, listingRecords, queries.listingsById);

async function listingsAfter(
  database: TenantDatabase,
  after: number,
  limit: number,
): Promise<queries.ListingRow[]> {
  const found = await database.db
    .selectFrom('listing')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return queries.listingsById(database, idsOf(found));
}

function importableFields(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([field]) => !IGNORED.test(field) && field !== 'concession'),
  );
}

const IGNORED =
  /^(main_address|main_image|main_images|floorplan_image|extras_openhouse|agents_\w+_(email|name|phone|image))$/;

const MISSING = new RecordProblem(
  'main_status',
  `is missing; accepted is ${statuses.words.join(', ')}, or "" for a listing that no search finds`,
);

/**
 * The listings that would have no status because their records have none. An import would count them as
 * written, and nobody would see them. A listing that is there already keeps its status, and a status that is
 * empty text takes a listing out of all searches on purpose.
 */
async function listingsWithoutStatus(
  database: TenantDatabase,
  listings: readonly ListingImport[],
): Promise<RefusedRow[]> {
  const suspects = listings.flatMap(({ id, values }, index) =>
    values.status === undefined ? [{ id, index }] : [],
  );
  const stored = await inPortions(idsOf(suspects), (ids) =>
    database.db.selectFrom('listing').select('id').where('id', 'in', ids).execute(),
  );
  const existing = new Set(idsOf(stored));
  return suspects
    .filter(({ id }) => !existing.has(id))
    .map(({ index }) => ({ index, problem: MISSING }));
}

export const listingFiles = recordKind({
  fields: listingImportFields,
  keys: listing.keys,
  answers: [ListingDetail, ListingSearchRecord],
  openFields: CUSTOM_FIELD,
  computed: computedListingFields,
  identity: ['main_id'],
  read: readListing,
  merge: mergedListing,
  references: agentsOfListing,
  remark: ({ values }) =>
    values.status === 0 ? 'with an empty status, which no search finds' : undefined,
  check: listingsWithoutStatus,
  write: writeListings,
  export: exportListings,
});
