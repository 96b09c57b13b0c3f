import type { Kysely, NotNull, Selectable } from 'kysely';
import type { AnswerContext } from '../../api/request-context.js';
import { changedForSearch } from '../../search/listing.search-index.js';
import { refreshSearch } from '../../search/listing.search-refresh.js';
import { ON_THE_MARKET } from '../../search/params/listing.vocabulary.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { building } from '../kinds/building.fields.js';
import { filesOf } from '../kinds/files.js';

/** Buildings in files. A write takes the searched columns of their listings along. */
export const buildingFiles = filesOf(building, {
  derived: () => ({ from_listings: 0 }),
  after: async ({ database, transaction, changes }, { stored, written, changed }) => {
    changes.shown('buildings', changed);
    // Most fields of a building are not searched, so most imports leave its listings alone.
    await refreshSearch(database, transaction, changedForSearch(stored, written));
  },
});

/** A stored building with the number of its photos. */
export type BuildingRow = Selectable<TenantTables['building']> & { readonly imgcount: number };

/** Buildings, each with the number of its photos. */
export function countingPhotos(db: Kysely<TenantTables>) {
  return db
    .selectFrom('building')
    .selectAll('building')
    .select((eb) =>
      eb
        .selectFrom('building_photo as photo')
        .select((photos) => photos.fn.countAll<number>().as('photos'))
        .whereRef('photo.building_id', '=', 'building.id')
        .as('imgcount'),
    )
    .$narrowType<{ imgcount: NotNull }>();
}

/** The buildings with these ids, in no order. */
export async function buildingsById(
  { db }: TenantDatabase,
  ids: readonly number[],
): Promise<BuildingRow[]> {
  if (ids.length === 0) return [];
  return countingPhotos(db)
    .where('building.id', 'in', [...ids])
    .execute();
}

/** Makes the records of some buildings, each with the prices that are asked in it now. */
export async function buildingRecords(
  database: TenantDatabase,
  rows: readonly BuildingRow[],
  context: AnswerContext,
) {
  const prices = await askedPrices(
    database,
    rows.map(({ id }) => id),
  );
  // Assigned, as V8 takes several times as long to spread so large a row.
  return (row: BuildingRow) =>
    building.record(Object.assign({}, row, UNASKED, prices.get(row.id)), context);
}

const UNASKED = { maxbuy: 0, maxrent: 0, minbuy: 0, minrent: 0 };

/**
 * The asking prices of the listings on the market, in whole dollars, by building; a price of 0 does not count (R106).
 */
async function askedPrices(
  { db }: TenantDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Partial<typeof UNASKED>>> {
  if (ids.length === 0) return new Map();
  const spans = await db
    .selectFrom('listing_search as s')
    .select(['s.building_id', 's.status'])
    .select((eb) => [
      eb.fn.min<number>('s.price').as('least'),
      eb.fn.max<number>('s.price').as('most'),
    ])
    .where('s.building_id', 'in', [...ids])
    .where('s.status', 'in', Object.values(ON_THE_MARKET))
    .where('s.price', '>', 0)
    .groupBy(['s.building_id', 's.status'])
    .execute();
  const prices = new Map<number, Partial<typeof UNASKED>>();
  for (const span of spans) {
    const [least, most] = [Math.round(span.least), Math.round(span.most)];
    const isRent = span.status === ON_THE_MARKET.rentals;
    const found = isRent ? { minrent: least, maxrent: most } : { minbuy: least, maxbuy: most };
    prices.set(span.building_id, { ...prices.get(span.building_id), ...found });
  }
  return prices;
}
