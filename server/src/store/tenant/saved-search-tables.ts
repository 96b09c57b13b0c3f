import { type Kysely, sql } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { addColumns, addIndex, makeTable } from '../schema/steps.js';

/**
 * How far alerts have followed the listings of the brokerage and of each feed. Where no search wants email there is no
 * row, and the first that does begins at the present.
 */
export interface SearchPlaceTable {
  /** Whose listings: one of `ID_SPACES`. */
  id_space: number;
  /** The series of changes, and the revision up to which matches were stored. */
  epoch: number;
  seq: number;
  /** When that was the present. Milliseconds since the epoch, like every moment here. */
  looked_at: number;
  /** How many listings wait for the operator, because too many are new or cheaper; 0 for none. */
  held: number;
  held_at: number;
  /** 1 once the operator has released them. */
  released: number;
  /** How many listings were new or cheaper since a moment, a day ago at most, without those that the operator released. */
  news: number;
  news_since: number;
  /** The end of the lease of the process that stores matches; on the row of the brokerage's own listings. */
  leased_until: number;
}

/** The step that counts what is new or cheaper within a day. */
export async function addAlertDay(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'saved_search_place', 'integer: news news_since');
}

/** A listing that a search has found, at a price: what was mailed, and what waits to be. */
export interface SearchMatchTable {
  search_id: number;
  client_id: number;
  id_space: number;
  listing_id: number;
  price: number;
  /** What it cost before; 0 for a listing that is new, or on the market again. */
  price_before: number;
  found_at: number;
  /** 0 until email about it was queued. */
  sent_at: number;
}

/** The tables of alerts about saved searches. Moments are milliseconds since the epoch, 0 when they are unknown. */
export interface SavedSearchTables {
  saved_search_place: SearchPlaceTable;
  saved_search_match: SearchMatchTable;
}

export async function makeSavedSearches(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = `integer: client_id price_drops created_at updated_at last_sent_at
    text: name query frequency`;
  await makeTable(db, place, 'saved_search', 'counted: id', columns);
  await addIndex(db, 'saved_search_client', 'saved_search', 'client_id, id');
}

/** The step that makes the tables of alerts, and names in an email the search that it is about. */
export async function makeSearchAlerts(db: Kysely<unknown>, place: Place): Promise<void> {
  const places = 'integer: epoch seq looked_at held held_at released leased_until';
  await makeTable(db, place, 'saved_search_place', 'integer: id_space', places);
  // One email about a listing at a price: the key sees to it.
  const matches = `integer: search_id id_space listing_id number: price price_before
    integer: client_id found_at sent_at`;
  const key = 'search_id, id_space, listing_id, price';
  await makeTable(db, place, 'saved_search_match', key, matches);
  await db.schema
    .createIndex('saved_search_match_waiting')
    .on('saved_search_match')
    .columns(['search_id', 'found_at'])
    .where(sql<boolean>`sent_at = 0`)
    .execute();
  await addIndex(db, 'saved_search_match_client', 'saved_search_match', 'client_id');
  await addColumns(db, place, 'letter', 'integer: search_id text: unsubscribe');
}
