import type { TenantDatabase } from '../../store/tenant/open.js';
import { pagedExport } from '../kinds/table-export.js';
import { spaceOf } from '../leads/lead.record.js';

/** Exports favourites, member by member. */
export const exportFavorites = pagedExport(clientsWithFavorites, async (clients, { database }) => {
  const rows = await database.db
    .selectFrom('favorite_listing')
    .selectAll()
    .where(
      'client_id',
      'in',
      clients.map(({ id }) => id),
    )
    .orderBy('client_id')
    .orderBy('id_space')
    .orderBy('listing_id')
    .execute();
  return rows.map(({ client_id, id_space, listing_id }) => ({
    clientID: client_id,
    listingID: listing_id,
    listingOf: spaceOf({ listing_space: id_space }),
  }));
});

function clientsWithFavorites(
  database: TenantDatabase,
  after: number,
  limit: number,
): Promise<{ id: number }[]> {
  return database.db
    .selectFrom('favorite_listing')
    .select('client_id as id')
    .distinct()
    .where('client_id', '>', after)
    .orderBy('client_id')
    .limit(limit)
    .execute();
}
