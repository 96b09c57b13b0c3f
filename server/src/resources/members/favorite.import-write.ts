import type { Transaction } from 'kysely';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { outcomeOf, type WriteOutcome } from '../kinds/record-kind.js';
import { spaceOf } from '../leads/lead.record.js';
import { type FavoriteRow, favoriteKey } from './favorite.import.js';
import { ofKnownClients } from './known-clients.js';
import { favoriteEvent } from './people-events.js';

const COLUMNS = ['client_id', 'id_space', 'listing_id'] as const;

/**
 * Inserts favourites in one transaction. Listings are not looked for: one may have left with its feed, or
 * come with a later file.
 *
 * Favourites of unknown clients are refused.
 */
export function writeFavorites(
  database: TenantDatabase,
  rows: readonly FavoriteRow[],
): Promise<WriteOutcome> {
  return writeUnversioned(database, async (transaction) => {
    const { taken, refused } = await ofKnownClients(transaction, rows);
    // In one order, so that two imports of the same favourites never wait for each other.
    taken.sort(
      (a, b) => a.client_id - b.client_id || a.id_space - b.id_space || a.listing_id - b.listing_id,
    );
    const stored = await storedKeys(transaction, taken);
    const added = taken.filter((row) => !stored.has(favoriteKey(row)));
    await upsert(database, transaction, 'favorite_listing', COLUMNS, COLUMNS, added);
    noteEvents(
      transaction,
      added.map((row) =>
        favoriteEvent(
          'added',
          row.client_id,
          spaceOf({ listing_space: row.id_space }),
          row.listing_id,
        ),
      ),
    );
    return outcomeOf(rows, (row) => !stored.has(favoriteKey(row)), refused);
  });
}

/** The keys of all favourites of the clients in these rows. */
async function storedKeys(
  transaction: Transaction<TenantTables>,
  rows: readonly FavoriteRow[],
): Promise<ReadonlySet<string>> {
  const clients = [...new Set(rows.map(({ client_id }) => client_id))];
  const stored = await inPortions(clients, (ids) =>
    transaction.selectFrom('favorite_listing').selectAll().where('client_id', 'in', ids).execute(),
  );
  return new Set(stored.map(favoriteKey));
}
