import type { Selectable, Transaction } from 'kysely';
import { idsOf } from '../../lib/grouped.js';
import { inPortions, upsert } from '../../store/tenant/bulk.js';
import { noteEvents } from '../../store/tenant/followers.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { type FavoriteListingTable, idSpaceOf } from '../../store/tenant/people-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import { pagedExport } from '../kinds/files.js';
import { outcomeOf, recordKind, type TransferRecord, type WriteOutcome } from '../kinds/kind.js';
import { readId } from '../kinds/transfer-fields.js';
import { favoriteEvent } from '../webhook-events.js';
import { ofKnownClients } from './client-rows.js';
import { LISTING_OF_ANY, readSpace } from './visitor-fields.js';

type FavoriteRow = Selectable<FavoriteListingTable>;

/** Reads one import record of a favourite. See docs/importing/records.md. @throws RecordProblem */
function readFavorite(record: TransferRecord): FavoriteRow {
  return {
    client_id: readId(record, 'clientID'),
    listing_id: readId(record, 'listingID'),
    id_space: readSpace(record.listingOf ?? '', 'listingOf'),
  };
}

/** A favourite has no id: it is the same one where all of it is the same. */
function favoriteKey({ client_id, id_space, listing_id }: FavoriteRow): string {
  return `${client_id} ${id_space} ${listing_id}`;
}

const COLUMNS = ['client_id', 'id_space', 'listing_id'] as const;

/** Inserts favourites of known clients. Listings are not looked for: one may have left, or come with a later file. */
function writeFavorites(
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
        favoriteEvent('added', row.client_id, idSpaceOf(row.id_space), row.listing_id),
      ),
    );
    return outcomeOf(rows, (row) => !stored.has(favoriteKey(row)), refused);
  });
}

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

const exportFavorites = pagedExport(clientsWithFavorites, async (clients, { database }) => {
  const rows = await database.db
    .selectFrom('favorite_listing')
    .selectAll()
    .where('client_id', 'in', idsOf(clients))
    .orderBy('client_id')
    .orderBy('id_space')
    .orderBy('listing_id')
    .execute();
  return rows.map(({ client_id, id_space, listing_id }) => ({
    clientID: client_id,
    listingID: listing_id,
    listingOf: idSpaceOf(id_space),
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

export const favoriteFiles = recordKind({
  fields: new Set(['clientID', 'listingID', 'listingOf']),
  keys: { clientID: { of: 'clients' }, listingID: LISTING_OF_ANY },
  identity: ['clientID', 'listingID'],
  read: readFavorite,
  key: favoriteKey,
  write: writeFavorites,
  export: exportFavorites,
});
