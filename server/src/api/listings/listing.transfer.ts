import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import type { AnswerContext } from '../request-context.js';
import { problem, readId } from '../transfer-fields.js';
import { pagedExport } from '../transfer-table.js';
import { amenityNames } from './amenity.vocabulary.js';
import {
  CUSTOM_FIELD,
  type ListingImport,
  listingImportFields,
  readListing,
} from './listing.import.js';
import * as queries from './listing.queries.js';
import { addedPart, detailRecord } from './listing.record.js';
import { writeListings } from './listing.write.js';
import { photoFields, readLoosePhoto } from './photo.import.js';
import { type LoosePhoto, writePhotos } from './photo.write.js';

/** Imports listings. See docs/importing.md. */
export function listingImport(
  database: ClientDatabase,
  zone: string,
): ImportResource<ListingImport> {
  return {
    name: 'listings',
    fields: listingImportFields,
    openFields: CUSTOM_FIELD,
    parse: (record) => readListing(record, zone),
    key: (row) => String(row.id),
    async write(rows) {
      await writeListings(database, rows);
      return [];
    },
  };
}

/** Imports a file of photos, each of which names its listing. */
export function photoImport(database: ClientDatabase): ImportResource<LoosePhoto> {
  return {
    name: 'photos',
    fields: new Set(['listing_id', ...photoFields]),
    parse: (record) => ({ listingId: readId(record, 'listing_id'), ...readLoosePhoto(record) }),
    key: (row) => `${row.listingId} ${row.filename}`,
    async write(rows) {
      const strangers = await writePhotos(database, rows);
      return strangers.map((index) => ({
        index,
        problem: problem('listing_id', rows[index]?.listingId, 'the id of a listing that exists'),
      }));
    },
  };
}

/**
 * Exports listings with all that hangs on them, photos too. Pictures keep the path they were
 * imported with, and the house number of a hidden address is there: an export is the operator's.
 */
export function listingExport(database: ClientDatabase, zone: string): ExportResource {
  const context: AnswerContext = {
    now: 0,
    timeZone: zone,
    role: database.role,
    coarsenHidden: false,
    mediaUrl: (path) => path,
  };
  return pagedExport(
    'listings',
    async (after, limit) => {
      const found = await database.db
        .selectFrom('listing')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return queries.listingsById(
        database,
        found.map((row) => row.id),
      );
    },
    async (rows) => {
      const ids = rows.map((row) => row.id);
      const photos = await queries.photosOf(database, ids);
      const labels = await queries.labelsOf(database, ids);
      const added = {
        openHouse: true,
        views: await queries.viewsOf(database, ids),
        customValues: await queries.customValuesOf(database, ids),
      };
      return rows.map((row) => ({
        ...told(detailRecord(row, context)),
        ...addedPart(row, added, context),
        main_house: row.house,
        financials_fee: row.fee,
        amenities: amenityNames({ low: row.amenities_low, high: row.amenities_high }),
        photos: photos.get(row.id) ?? [],
        labels: labels.get(row.id) ?? [],
        built: row.b_built || row.built,
        city: row.b_city || row.city,
        state: row.b_state || row.state,
        families: row.b_families || row.families,
        distribute: row.distribute,
        ulid: row.ulid,
        lease_term_min: row.lease_term_min ?? 0,
        lease_term_max: row.lease_term_max ?? 0,
        essentials_video2: row.video2,
      }));
    },
  );
}

/** A record without what an import would ignore. */
function told(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([field]) => !IGNORED.test(field) && field !== 'concession'),
  );
}

const IGNORED =
  /^(main_address|main_image|main_images|floorplan_image|extras_openhouse|agents_\w+_(email|name|phone|image))$/;
