import { sql, type Transaction } from 'kysely';
import { idsOf } from '../../../lib/grouped.js';
import { lockRows } from '../../../store/engines/dialect.js';
import { numbersTable } from '../../../store/engines/dialect-tables.js';
import { inPortions } from '../../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import type { SearchMatchTable } from '../../../store/tenant/saved-search-tables.js';
import type { TenantTables } from '../../../store/tenant/tables.js';
import type { SavedSearchRow } from '../saved-search.js';

/** How many searches one statement reads. */
const PORTION = 100;

/** With so many rows, a transaction takes longer than other calls may wait. */
const LARGE = 100;

/** How long a match is remembered after email about it. */
const MAILED_KEPT_MS = 365 * 86_400_000;

const MATCH_COLUMNS: readonly (keyof SearchMatchTable)[] = [
  ...(['search_id', 'client_id', 'id_space', 'listing_id'] as const),
  ...(['price', 'price_before', 'found_at', 'sent_at'] as const),
];

/** Whom email about a search goes to. */
export interface AlertedSearch extends SavedSearchRow {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/**
 * The searches that want email, of confirmed members with an address, after a number. One that was changed may be a
 * stranger's until it is confirmed, too (R373).
 */
export function alertedSearches({ db }: Pick<TenantDatabase, 'db'>, after: number) {
  return db
    .selectFrom('saved_search as s')
    .innerJoin('client as c', 'c.id', 's.client_id')
    .selectAll('s')
    .select(['c.email', 'c.first_name', 'c.last_name'])
    .where('c.member', '=', 1)
    .where('c.verified', '=', 1)
    .where('c.email', '<>', '')
    .where('c.email_changed_at', '=', 0)
    .where('s.frequency', '<>', 'never')
    .where('s.id', '>', after)
    .orderBy('s.id')
    .limit(PORTION);
}

export interface DueSearch extends AlertedSearch {
  /** How many of its matches wait. */
  readonly waiting: number;
}

/**
 * The searches that email is due for, after a number.
 *
 * @param due For each frequency: email is due where the last one was queued before `last`, and something waits that was
 *   found before `found`.
 * @param most How many searches are read at most.
 */
export function dueSearches(
  database: TenantDatabase,
  after: number,
  due: Readonly<Record<string, { readonly last: number; readonly found: number }>>,
  most = PORTION,
): Promise<DueSearch[]> {
  return alertedSearches(database, after)
    .select((eb) =>
      eb
        .selectFrom('saved_search_match as w')
        .select((of) => of.fn.countAll<number>().as('waiting'))
        .whereRef('w.search_id', '=', 's.id')
        .where('w.sent_at', '=', sql.lit(0))
        .as('waiting'),
    )
    .$narrowType<{ waiting: number }>()
    .where((eb) =>
      eb.or(
        Object.entries(due).map(([frequency, { last, found }]) =>
          eb.and([
            eb('s.frequency', '=', frequency),
            eb('s.last_sent_at', '<', last),
            eb.exists(
              eb
                .selectFrom('saved_search_match as m')
                .select('m.search_id')
                .whereRef('m.search_id', '=', 's.id')
                .where('m.sent_at', '=', sql.lit(0))
                .where('m.found_at', '<', found),
            ),
          ]),
        ),
      ),
    )
    .limit(most)
    .execute();
}

/** A match that waits to be mailed, or was. */
export type Match = SearchMatchTable;

/** Stores what follows from some matches; it may be lost in a power cut, and is found again. */
export function storeMatched<Result>(
  database: TenantDatabase,
  matches: number,
  work: (transaction: Transaction<TenantTables>) => Promise<Result>,
): Promise<Result> {
  return matches < LARGE ? database.note(work) : database.write(work, 'large');
}

/**
 * Stores matches. What a search has found at that price already stays as it is, or is replaced.
 *
 * Each row as parameters took PostgreSQL and its driver several times as long as this one list.
 */
export async function insertMatches(
  transaction: Transaction<TenantTables>,
  rows: readonly Match[],
  existing: 'replaced' | 'kept',
): Promise<void> {
  if (rows.length === 0) return;
  const list = JSON.stringify(rows.map((row) => MATCH_COLUMNS.map((column) => row[column])));
  await transaction
    .insertInto('saved_search_match')
    .columns(MATCH_COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom(numbersTable(transaction, sql`${list}`, MATCH_COLUMNS).as('m'))
        .selectAll()
        // Else SQLite would take the conflict for a join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) => {
      const target = conflict.columns(['search_id', 'id_space', 'listing_id', 'price']);
      if (existing === 'kept') return target.doNothing();
      return target.doUpdateSet((eb) => ({
        price_before: eb.ref('excluded.price_before'),
        found_at: eb.ref('excluded.found_at'),
        sent_at: eb.ref('excluded.sent_at'),
      }));
    })
    .execute();
}

/** What waits to be mailed for some searches, the newest first. */
export function waitingMatches(
  { db }: TenantDatabase,
  searches: readonly number[],
): Promise<Match[]> {
  return db
    .selectFrom('saved_search_match')
    .selectAll()
    .where('search_id', 'in', searches)
    .where('sent_at', '=', sql.lit(0))
    .orderBy('found_at', 'desc')
    .orderBy('listing_id', 'desc')
    .execute();
}

/** Those of some searches that nobody has changed or mailed about since they were read; locked, by their numbers. */
export async function unchangedSearches(
  transaction: Transaction<TenantTables>,
  searches: readonly AlertedSearch[],
): Promise<ReadonlySet<number>> {
  const ids = idsOf(searches);
  const rows = await lockRows(
    transaction,
    transaction
      .selectFrom('saved_search')
      .select(['id', 'last_sent_at', 'updated_at'])
      .where('id', 'in', ids)
      .orderBy('id'),
  ).execute();
  const now = new Map(rows.map((row) => [row.id, row]));
  return new Set(
    searches
      .filter(({ id, last_sent_at, updated_at }) => {
        const row = now.get(id);
        return row?.last_sent_at === last_sent_at && row.updated_at === updated_at;
      })
      .map(({ id }) => id),
  );
}

/** Forgets what waits to be mailed for a search about listings of one database. */
export async function forgetMatches(
  transaction: Transaction<TenantTables>,
  searchId: number,
  space: number,
  listings: readonly number[],
  now: number,
): Promise<void> {
  await inPortions(listings, (portion) =>
    transaction
      .deleteFrom('saved_search_match')
      .where('search_id', '=', searchId)
      .where('id_space', '=', space)
      .where('listing_id', 'in', portion)
      .where('sent_at', '=', sql.lit(0))
      .where('found_at', '<=', now)
      .execute(),
  );
}

/** Notes that email about some searches was queued, about all that waited, and forgets what was mailed long ago. */
export async function noteSent(
  transaction: Transaction<TenantTables>,
  searches: readonly number[],
  now: number,
): Promise<void> {
  await transaction
    .updateTable('saved_search')
    .set({ last_sent_at: now })
    .where('id', 'in', searches)
    .execute();
  await transaction
    .updateTable('saved_search_match')
    .set({ sent_at: now })
    .where('search_id', 'in', searches)
    .where('sent_at', '=', sql.lit(0))
    .where('found_at', '<=', now)
    .execute();
  await transaction
    .deleteFrom('saved_search_match')
    .where('search_id', 'in', searches)
    .where('sent_at', '>', 0)
    .where('sent_at', '<', now - MAILED_KEPT_MS)
    .execute();
}
