import type { Kysely } from 'kysely';
import { isOnMarket } from '../../search/params/listing.vocabulary.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** What is noted of a listing. */
interface ListingState {
  readonly id: number;
  readonly price: number;
  readonly status: number;
}

const COLUMNS = ['listing_id', 'at', 'price', 'status'] as const;

/**
 * Notes the prices and statuses of listings, in the transaction that writes them: a row where one of the two
 * changed, and the first of each listing. R308.
 *
 * A listing from before there was a history gets its state before this change, too, at a moment that is unknown: 0. One
 * that was away and comes back goes on with the history that it had.
 *
 * @param stored The rows before, by id.
 * @param rows The rows from now on.
 * @param listedAt When listings that nothing is known of came on the market, as far as their records say.
 */
export async function noteHistory(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  stored: ReadonlyMap<number, ListingState>,
  rows: readonly ListingState[],
  listedAt: ReadonlyMap<number, number | undefined>,
): Promise<void> {
  const changed = rows.filter(({ id, price, status }) => {
    const before = stored.get(id);
    return before?.price !== price || before.status !== status;
  });
  if (changed.length === 0) return;
  const last = await lastNotes(
    transaction,
    changed.map(({ id }) => id),
  );
  const now = database.now();
  const notes = changed.flatMap((row) => {
    const before = stored.get(row.id);
    const noted = last.get(row.id);
    if (noted?.price === row.price && noted.status === row.status) return [];
    // A clock that was set back must not put it ahead of the row before.
    if (noted !== undefined) return [noteOf(row, Math.max(now, noted.at + 1))];
    if (before !== undefined) return [noteOf(before, 0), noteOf(row, now)];
    // Of one that is sold nobody knows since when.
    const since = isOnMarket(row.status) ? listedAt.get(row.id) : undefined;
    return [noteOf(row, Math.min(now, since ?? now))];
  });
  await upsert(database, transaction, 'listing_history', COLUMNS, ['listing_id', 'at'], notes);
}

function noteOf({ id, price, status }: ListingState, at: number) {
  return { listing_id: id, at, price, status };
}

/** The last row of each listing that has any. */
async function lastNotes(transaction: Kysely<TenantTables>, listings: readonly number[]) {
  const rows = await inPortions(listings, (ids) =>
    transaction
      .selectFrom('listing_history as h')
      .selectAll()
      .where('h.listing_id', 'in', ids)
      .where('h.at', '=', (eb) =>
        eb
          .selectFrom('listing_history as l')
          .select((of) => of.fn.max('l.at').as('at'))
          .whereRef('l.listing_id', '=', 'h.listing_id'),
      )
      .execute(),
  );
  return new Map(rows.map((row) => [row.listing_id, row]));
}
