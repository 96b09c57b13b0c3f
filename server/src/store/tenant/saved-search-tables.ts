import type { Generated, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './columns.js';

/** Searches that members keep. R340. Moments are milliseconds since the epoch, 0 when they are unknown. */
export const SAVED_SEARCH_DEFAULTS = {
  id: 0,
  client_id: 0,
  name: '',
  /** A query string of `/properties` in its canonical form (`canonicalQuery`). */
  query: '',
  /** How often email tells of new matches. */
  frequency: 'daily',
  /** 1 where email tells of lower prices, too. */
  price_drops: 1,
  created_at: 0,
  updated_at: 0,
  /** When email last left for it. */
  last_sent_at: 0,
};

/** The tables of saved searches. */
export interface SavedSearchTables {
  saved_search: Omit<typeof SAVED_SEARCH_DEFAULTS, 'id'> & { id: Generated<number> };
}

/** The step that makes the table of saved searches. */
export async function makeSavedSearches(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text, counted } = columnTypes(place.kind);
  const bare = db.schema.createTable('saved_search') as unknown as Table;
  const table = columns(
    bare.addColumn('id', integer, counted),
    integer,
    'client_id price_drops created_at updated_at last_sent_at',
  );
  await columns(table, text, 'name query frequency').execute();
  await db.schema
    .createIndex('saved_search_client')
    .on('saved_search')
    .columns(['client_id', 'id'])
    .execute();
}
