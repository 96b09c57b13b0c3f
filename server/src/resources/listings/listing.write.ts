import type { Kysely, Selectable } from 'kysely';
import { idsOf } from '../../lib/grouped.js';
import { mapInTurns } from '../../lib/queues.js';
import { refreshSearch } from '../../search/listing.search-refresh.js';
import { statuses } from '../../search/params/listing.vocabulary.js';
import { changedRows, inPortions, storedById, upsert } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { Changes } from '../../store/tenant/changes.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeRecords } from '../../store/tenant/write.js';
import { changedLines } from '../kinds/changed-fields.js';
import { outcomeOf, type WriteOutcome } from '../kinds/kind.js';
import { replacePairs } from '../kinds/pairs.js';
import { idsByName } from '../kinds/provisional.js';
import { noteHistory } from './history.js';
import { type Building, ensureBuildings } from './listed-building.js';
import { listing } from './listing.fields.js';
import { type ListingImport, listingFieldNames, mergedAmenities } from './listing.import.js';
import { floorplanOf, replacePhotos } from './photo.write.js';

type ListingRow = Selectable<TenantTables['listing']>;

const { defaults } = listing;
const COLUMNS = columnsOf(defaults);

/** The listings whose rows are in memory at once: the rows are wide, and each is copied several times. */
const PORTION = 500;

/** Inserts or updates listings with all that is theirs, in one transaction. What a record lacks stays. */
export async function writeListings(
  database: TenantDatabase,
  listings: readonly ListingImport[],
): Promise<WriteOutcome> {
  await database.announce?.();
  return writeRecords(database, async (transaction, changes) => {
    const changed = new Set<number>();
    const buildings = new Map<number, Building>();
    for (let start = 0; start < listings.length; start += PORTION) {
      const portion = listings.slice(start, start + PORTION);
      const ids = await writePortion(database, transaction, portion, changes, buildings);
      for (const id of ids) changed.add(id);
    }
    return outcomeOf(listings, ({ id }) => changed.has(id));
  });
}

/**
 * @param buildings As of `ensureBuildings`.
 * @returns The ids of those that were not stored before as they are.
 */
async function writePortion(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly ListingImport[],
  changes: Changes,
  buildings: Map<number, Building>,
): Promise<readonly number[]> {
  const { stored, rows } = await mergedRows(database, transaction, listings, changes);
  const changedBuildings = await ensureBuildings(database, transaction, rows, changes, buildings);
  const written = changedRows(stored, rows);
  await upsert(database, transaction, 'listing', COLUMNS, ['id'], written);
  const changed = idsOf(written);
  changes.wrote('listings', changed, changedLines(listingFieldNames, stored, written, valueBefore));
  const listedAt = new Map(listings.map((one) => [one.id, one.listedAt ?? undefined]));
  await noteHistory(database, transaction, stored, written, listedAt);
  const changedBeside = await writeBeside(database, transaction, listings, changes);
  changes.touched('buildings', repricedBuildings(stored, rows));
  await refreshSearch(database, transaction, { written, ...changedBuildings });
  return [...changed, ...changedBeside];
}

/** The values before of which messages about a listing say more than that they changed. R307. */
function valueBefore(field: string, row: object): string | number | undefined {
  const { price, status } = row as ListingRow;
  if (field === 'financials_price') return price;
  return field === 'main_status' ? statuses.word(status) : undefined;
}

/** The buildings whose asking prices these listings may have changed: they are part of a building's record. */
function repricedBuildings(stored: ReadonlyMap<number, ListingRow>, rows: readonly ListingRow[]) {
  return rows
    .flatMap((row) => {
      const before = stored.get(row.id);
      const same =
        before?.building_id === row.building_id &&
        before.status === row.status &&
        before.price === row.price;
      return same ? [] : [before?.building_id ?? 0, row.building_id];
    })
    .filter((id) => id !== 0);
}

/** The stored rows of the listings with the values of their records over them. */
async function mergedRows(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly ListingImport[],
  changes: Changes,
): Promise<{ readonly stored: ReadonlyMap<number, ListingRow>; readonly rows: ListingRow[] }> {
  const stored = await storedById(transaction, 'listing', idsOf(listings));
  const neighborhoods = await idsByName(
    'neighborhoods',
    database,
    transaction,
    listings.flatMap((listing) => listing.neighborhood ?? []),
    changes,
  );
  const rows = await mapInTurns(listings, (listing) => {
    const before = stored.get(listing.id) ?? defaults;
    const bits = { low: before.amenities_low, high: before.amenities_high };
    const amenities = mergedAmenities(bits, listing);
    return rowWith(before, listing.values, {
      ...photoSummary(listing),
      id: listing.id,
      amenities_low: amenities.low,
      amenities_high: amenities.high,
      neighborhood_id:
        listing.neighborhood === undefined
          ? before.neighborhood_id
          : (neighborhoods.get(listing.neighborhood.toLowerCase()) ?? 0),
    });
  });
  return { stored, rows };
}

/** The row with other values. It has its columns already, and to assign them costs half of what spreading does. */
function rowWith(before: ListingRow, ...changes: readonly Partial<ListingRow>[]): ListingRow {
  const row = { ...before };
  for (const values of changes) {
    for (const column of Object.keys(values) as (keyof ListingRow)[]) {
      row[column] = values[column] as never;
    }
  }
  return row;
}

function photoSummary({ photos }: ListingImport) {
  if (photos === undefined) return {};
  const ordered = [...photos].sort((one, other) => one.sort - other.sort);
  return {
    image: ordered[0]?.filename ?? '',
    images: photos.length,
    floorplan: floorplanOf(ordered),
  };
}

/** @returns The ids of the listings of which something was written. */
async function writeBeside(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly ListingImport[],
  changes: Changes,
): Promise<readonly number[]> {
  const photos = await replacePhotos(database, transaction, listings);
  changes.wrote('listings', photos, changedLine('photos'));
  const labels = await replaceLabels(database, transaction, listings, changes);
  changes.wrote('listings', labels, changedLine('labels'));
  const custom = await writeCustomValues(database, transaction, listings);
  for (const { listing_id, name } of custom) {
    changes.wrote('listings', [listing_id], changedLine(`custom_${name}`));
  }
  const changed = [...photos, ...labels, ...custom.map((row) => row.listing_id)];
  const viewed = await writeViewCounts(database, transaction, listings);
  // No entry names a change of view counts, and a read that shows them has a tag.
  if (viewed.length > 0) changes.unnamed();
  return [...changed, ...viewed];
}

async function writeViewCounts(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly ListingImport[],
): Promise<readonly number[]> {
  const counted = listings.flatMap(({ id, views }) =>
    views === undefined ? [] : [{ listing_id: id, views }],
  );
  const stored = await inPortions(
    counted.map(({ listing_id }) => listing_id),
    (ids) =>
      transaction.selectFrom('listing_views').selectAll().where('listing_id', 'in', ids).execute(),
  );
  const before = new Map(stored.map(({ listing_id, views }) => [listing_id, views]));
  const views = counted.filter(({ listing_id, views }) => (before.get(listing_id) ?? 0) !== views);
  await upsert(
    database,
    transaction,
    'listing_views',
    ['listing_id', 'views'],
    ['listing_id'],
    views,
  );
  return views.map(({ listing_id }) => listing_id);
}

const LABELS = { table: 'listing_label', of: 'listing_id', column: 'label_id' } as const;

/** @returns The ids of the listings that got other labels. */
async function replaceLabels(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly ListingImport[],
  changes: Changes,
): Promise<readonly number[]> {
  const labelled = listings.filter((listing) => listing.labels !== undefined);
  if (labelled.length === 0) return [];
  const ids = await idsByName(
    'labels',
    database,
    transaction,
    labelled.flatMap((listing) => listing.labels ?? []),
    changes,
  );
  const lists = labelled.map(({ id, labels = [] }) => {
    const wanted = new Set(labels.map((label) => ids.get(label.toLowerCase()) ?? 0));
    return [id, [...wanted]] as const;
  });
  return replacePairs(database, transaction, LABELS, lists);
}

/** @returns The values that listings did not have before. */
async function writeCustomValues(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly ListingImport[],
): Promise<readonly { readonly listing_id: number; readonly name: string }[]> {
  const entries = listings.flatMap(({ id, customValues }) =>
    customValues.map(([name, value]) => ({ listing_id: id, name, value })),
  );
  if (entries.length === 0) return [];
  const stored = await inPortions([...new Set(entries.map((row) => row.listing_id))], (ids) =>
    transaction.selectFrom('listing_custom').selectAll().where('listing_id', 'in', ids).execute(),
  );
  const before = new Map(stored.map((row) => [`${row.listing_id} ${row.name}`, row.value]));
  const values = entries.filter(
    ({ listing_id, name, value }) => (before.get(`${listing_id} ${name}`) ?? '') !== value,
  );
  const removed = values.filter((row) => row.value === '');
  for (const { listing_id, name } of removed) {
    await transaction
      .deleteFrom('listing_custom')
      .where('listing_id', '=', listing_id)
      .where('name', '=', name)
      .execute();
  }
  await upsert(
    database,
    transaction,
    'listing_custom',
    ['listing_id', 'name', 'value'],
    ['listing_id', 'name'],
    values.filter((row) => row.value !== ''),
  );
  return values;
}
