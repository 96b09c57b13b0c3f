import { grouped } from '../../lib/grouped.js';
import type { ListingHistoryTable } from '../../store/tenant/change-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';

/** The most changes of one listing that are read, the newest. */
export const MOST_CHANGES = 200;

/** The prices and statuses that listings had, each listing's oldest first. R308. */
export async function historyOf(
  { db }: Pick<TenantDatabase, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ListingHistoryTable[]>> {
  const numbered = db
    .selectFrom('listing_history')
    .select((eb) => [
      'listing_id',
      'at',
      'price',
      'status',
      eb.fn
        .agg<number>('row_number')
        .over((rows) => rows.partitionBy('listing_id').orderBy('at', 'desc'))
        .as('newest'),
    ])
    .where('listing_id', 'in', ids);
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .select(['listing_id', 'at', 'price', 'status'])
    .where('newest', '<=', MOST_CHANGES)
    .orderBy('listing_id')
    .orderBy('at')
    .execute();
  return grouped(rows.map((row) => [row.listing_id, row]));
}
