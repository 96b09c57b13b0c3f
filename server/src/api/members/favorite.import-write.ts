import { upsert } from '../../data/bulk.js';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import { writeUnversioned } from '../../data/tenant-database/write.js';
import type { RefusedRow } from '../record-kind.js';
import type { FavoriteRow } from './favorite.import.js';
import { ofKnownClients } from './known-clients.js';

const COLUMNS = ['client_id', 'id_space', 'listing_id'] as const;

/**
 * Inserts favourites in one transaction. Listings are not looked for: one may have left with its feed, or
 * come with a later file.
 *
 * @returns The favourites of unknown clients: they were not written.
 */
export function writeFavorites(
  database: TenantDatabase,
  rows: readonly FavoriteRow[],
): Promise<readonly RefusedRow[]> {
  return writeUnversioned(database, async (transaction) => {
    const { taken, refused } = await ofKnownClients(transaction, rows);
    // In one order, so that two imports of the same favourites never wait for each other.
    taken.sort(
      (a, b) => a.client_id - b.client_id || a.id_space - b.id_space || a.listing_id - b.listing_id,
    );
    await upsert(database, transaction, 'favorite_listing', COLUMNS, COLUMNS, taken);
    return refused;
  });
}
