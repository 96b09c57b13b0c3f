import {
  type AliasableExpression,
  type Compilable,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Point } from '../lib/geometry.js';
import { readThrough } from '../store/engines/dialect.js';
import { type Fragment, fragment } from '../store/engines/fragment.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { runPrepared } from '../store/tenant/prepared.js';
import { type Condition, oneOf, type SearchTables } from './conditions/conditions.js';
import { firstOpenHouse, type OpenHouseBounds } from './conditions/open-house.js';
import { distanceTo } from './conditions/place.filters.js';
import type { ListingSearchTable } from './listing.search-row.js';

/**
 * A search for listings: its answer is the exact total and the ids of one page in order.
 *
 * A search never reads wide rows. It reads the narrow twins through indexes that carry every
 * filtered column. It counts the total in one pass over the index that leads to the fewest rows,
 * and reads the page in the order of an index, which ends after a page's worth of matches. Where a
 * condition leaves few listings, the search collects the matches in one pass and sorts them here
 * instead. `test/sql` shows the statements.
 */
export interface Search extends Filter {
  readonly sort: Sort;
  /** Where `distance` is measured from. */
  readonly near?: Point | undefined;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface Filter {
  /** Status codes; empty for any status, as only a search for one id has it. */
  readonly statuses: readonly number[];
  /** Neighborhood ids; empty for all. */
  readonly neighborhoods: readonly number[];
  /** The open houses by which a search may be sorted. */
  readonly openHouse?: OpenHouseBounds | undefined;
  /** The other conditions, all of which must hold. */
  readonly conditions: readonly Condition[];
}

export type Sort = 'price' | 'size' | 'date' | 'distance' | 'openhouse';

/** A listing that a search finds, with the value that it is sorted by. */
export interface Match {
  readonly id: number;
  readonly sorted: number;
}

/** A page of a search: the number of all matches, and this page in order. */
export interface Found {
  readonly total: number;
  readonly matches: readonly Match[];
}

/** The most matches that the server collects and sorts outside of the database. */
const FEW = 300;

/** Up to this many matches, sorting is as quick as reading in the order of an index. */
const SORTED_AT_ONCE = 2000;

const COLUMN = { price: 'price', size: 'size', date: 'updated_at' } as const satisfies Record<
  Exclude<Sort, 'distance' | 'openhouse'>,
  keyof ListingSearchTable
>;

type Rows = SelectQueryBuilder<SearchTables, 's', object>;
type Page = Compilable<Match> & AliasableExpression<Match>;
type Total = { readonly matches: number };
/** The total with each match of the page; an empty page has one row with only the total. */
type TotalAndPage = Total & { readonly [Key in keyof Match]: Match[Key] | null };
type Index =
  | 'listing_search_point'
  | 'listing_search_price'
  | 'listing_search_place'
  | 'listing_search_size'
  | 'listing_search_date';

/**
 * Runs a search in at most two statements. The total counts all matches, whatever the page.
 *
 * @param known The total, where it is known: then nothing is counted.
 */
export async function findListings(
  database: TenantDatabase,
  search: Search,
  known?: number,
): Promise<Found> {
  if (known !== undefined && search.offset >= known) return { total: known, matches: [] };
  const tried = mayBeFew(search);
  if (tried && (known === undefined || known <= FEW)) {
    const few = await collectFew(database, search);
    if (few !== undefined) return few;
  }
  if (known !== undefined) return pageOfKnown(database, search, known);
  if (isPlain(search) || isReadInOrder(search)) {
    return totalAndPage(database, search, orderIndex(search));
  }
  // An index in the order of the page passes rows that do not match, and an index without the
  // filtered columns looks up each row that it passes. That pays where many rows match, and only
  // the total shows whether they do.
  if (tried) {
    return totalAndPage(database, search, isNearPage(search) ? orderIndex(search) : undefined);
  }
  return pageOfKnown(database, search, await countListings(database, search));
}

/** The page of a search whose total is known, read in the order of an index where that pays. */
async function pageOfKnown(
  database: TenantDatabase,
  search: Search,
  total: number,
): Promise<Found> {
  const isOrdered = isPlain(search) || isReadInOrder(search);
  // A narrow condition is looked up for each row that is passed, so only a near page pays.
  const pays = isNarrow(search) ? isNearPage(search) : total > leastInOrder(search);
  const page = pageOf(database, search, isOrdered || pays ? orderIndex(search) : undefined);
  return { total, matches: inOrder(await runPrepared(database, page), search) };
}

/** Whether a page ends before reading up to it costs as much as collecting a few matches. */
function isNearPage({ offset, limit, sort }: Search): boolean {
  return (offset + limit) * (sort === 'price' ? 3 : 10) <= FEW;
}

/** Ids of a random draw without repeats; each call draws again (R79). */
export async function drawListings(
  database: TenantDatabase,
  filter: Filter,
  amount: number,
): Promise<number[]> {
  const rows = filteredRows(database, filter);
  const draw = fragment('draw', [rows, amount], (rows, amount) =>
    rows.select('s.id').orderBy(sql`random()`).limit(amount),
  );
  return (await runPrepared(database, draw)).map(({ id }) => id);
}

/** Whether collecting all matches is worth a try, because few are expected. */
function mayBeFew(filter: Filter): boolean {
  // Some neighborhoods hold few listings, and the conditions leave a part of those.
  return isNarrow(filter) || (filter.neighborhoods.length > 1 && filter.conditions.length > 1);
}

/** Whether a condition is one that few listings meet. */
function isNarrow({ conditions }: Filter): boolean {
  return conditions.some((condition) => condition.narrow === true);
}

/** Whether an index with the filtered columns has the order of the page without a detour. */
function isReadInOrder({ sort, neighborhoods, statuses, conditions }: Search): boolean {
  // No index in the order of a page has the points.
  if (sort !== 'price' || isOnPlace({ conditions })) return false;
  // Sorting the few listings of a neighborhood is quicker than reading them status by status.
  return neighborhoods.length === 0 || (neighborhoods.length === 1 && statuses.length === 1);
}

/** More matches than this, and the page is read in the order of an index. */
function leastInOrder(search: Search): number {
  if (!hasIndex(search)) return Number.POSITIVE_INFINITY;
  const last = search.offset + search.limit;
  if (isOnPlace(search)) return Math.max(SORTED_AT_ONCE, last * 20);
  return search.sort === 'price' ? SORTED_AT_ONCE : last * 10;
}

function isOnPlace({ conditions }: Pick<Filter, 'conditions'>): boolean {
  return conditions.some((condition) => condition.onPlace === true);
}

/** Whether the status is the only condition. */
function isPlain(filter: Filter): boolean {
  return filter.neighborhoods.length === 0 && filter.conditions.length === 0;
}

/** The total and the page for at most FEW matches; undefined when there are more. */
async function collectFew(database: TenantDatabase, search: Search): Promise<Found | undefined> {
  const rows = filteredRows(database, search);
  const few = fragment('few', [sortedBy(search), rows, FEW + 1], (sorted, rows, limit) =>
    rows.select(['s.id', sorted.as('sorted')]).limit(limit),
  );
  const found = await runPrepared<Match>(database, few);
  if (found.length > FEW) return undefined;
  const matches = inOrder(found, search).slice(search.offset, search.offset + search.limit);
  return { total: found.length, matches };
}

export async function countListings(database: TenantDatabase, filter: Filter): Promise<number> {
  const [row] = await runPrepared(database, totalOf(database, filter));
  return row?.matches ?? 0;
}

/** The total and the page in one statement, which saves a round trip. */
async function totalAndPage(
  database: TenantDatabase,
  search: Search,
  index: Index | undefined,
): Promise<Found> {
  const parts = [totalOf(database, search), pageOf(database, search, index)] as const;
  const both = fragment('total and page', parts, (total, page) =>
    database.db
      .selectFrom(total.as('total'))
      // With an empty page, this join still returns the row of the total.
      .leftJoin(page.as('page'), (join) => join.onTrue())
      .select(['total.matches', 'page.id', 'page.sorted']),
  );
  const rows = await runPrepared<TotalAndPage>(database, both);
  const page = rows.filter((row): row is Total & Match => row.id !== null);
  return { total: rows[0]?.matches ?? 0, matches: inOrder(page, search) };
}

function totalOf(database: TenantDatabase, filter: Filter) {
  return fragment('total', [matching(database, filter, countIndex(filter))], (rows) =>
    rows.select((eb) => eb.fn.countAll<number>().as('matches')),
  );
}

/**
 * The page. An index has its order within one status only. For several statuses, the statement
 * takes the best matches of each and then the best of all of them.
 */
function pageOf(
  database: TenantDatabase,
  search: Search,
  index: Index | undefined,
): Fragment<Page> {
  const { statuses, descending, offset, limit } = search;
  if (index === undefined || statuses.length < 2) return bestOf(database, search, index);
  const parts = statuses.map((status) =>
    bestOf(database, { ...search, statuses: [status], offset: 0, limit: offset + limit }, index),
  );
  const { db } = database;
  return fragment(`page ${descending}`, [parts, limit, offset], (parts, limit, offset) => {
    const queries = parts.map((part) => db.selectFrom(part.as('part')).selectAll());
    return db
      .selectFrom(queries.reduce((all, query) => all.unionAll(query)).as('best'))
      .select(['best.id', 'best.sorted'])
      .orderBy('best.sorted', descending ? 'desc' : 'asc')
      .orderBy('best.id')
      .limit(limit)
      .offset(offset);
  });
}

/** The best matches; equal ones by id, so that pages neither repeat nor skip a listing (R39). */
function bestOf(database: TenantDatabase, search: Search, index: Index | undefined) {
  const { descending, limit, offset } = search;
  const rows = matching(database, search, index ?? filterIndex(search));
  const inputs = [sortedBy(search), rows, limit, offset] as const;
  return fragment(`best ${descending}`, inputs, (sorted, rows, limit, offset) =>
    rows
      .select(['s.id', sorted.as('sorted')])
      .orderBy(sorted, descending ? 'desc' : 'asc')
      .orderBy('s.id')
      .limit(limit)
      .offset(offset),
  );
}

function sortedBy({ sort, near, openHouse }: Search): Fragment<RawBuilder<number>> {
  if (sort === 'openhouse') {
    if (openHouse === undefined) throw new Error('A search by open houses does not say which.');
    return firstOpenHouse(openHouse);
  }
  if (sort !== 'distance') return SORTED_BY[sort];
  if (near === undefined) throw new Error('A search by distance has no place to measure it from.');
  return distanceTo(near);
}

const sortedByColumn = (column: keyof ListingSearchTable) =>
  fragment(`by ${column}`, [], () => sql.ref<number>(`s.${column}`));
const SORTED_BY = {
  price: sortedByColumn(COLUMN.price),
  size: sortedByColumn(COLUMN.size),
  date: sortedByColumn(COLUMN.date),
};

/** Matches in the search's order, which a statement of several parts may lose. */
function inOrder(matches: Match[], { descending }: Search): Match[] {
  const direction = descending ? -1 : 1;
  return matches.sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id);
}

/** The rows that meet a filter, read through the index that leads to the fewest. */
export function filteredRows(database: TenantDatabase, filter: Filter): Fragment<Rows> {
  return matching(database, filter, filterIndex(filter));
}

/** All conditions of a filter, with those on status and neighborhood. */
export function conditionsIn({ statuses, neighborhoods, conditions }: Filter): Condition[] {
  return [
    ...(statuses.length > 0 ? [oneOf('status', statuses)] : []),
    ...(neighborhoods.length > 0 ? [oneOf('neighborhood_id', neighborhoods)] : []),
    ...conditions,
  ];
}

function matching(database: TenantDatabase, filter: Filter, index: Index | undefined) {
  return fragment(`${index}`, [conditionsIn(filter)], (all) =>
    all.reduce<Rows>(
      (rows, condition) => rows.where(condition),
      index === undefined
        ? database.db.selectFrom('listing_search as s')
        : readThrough(database.db, 'listing_search', index),
    ),
  );
}

/** The index that leads to the fewest rows; undefined for a search for ids, which needs none. */
function filterIndex({ statuses, neighborhoods, conditions }: Filter): Index | undefined {
  if (statuses.length === 0) return undefined;
  if (conditions.some(({ readsIds }) => readsIds === true)) return undefined;
  if (neighborhoods.length > 0) return 'listing_search_place';
  return isOnPlace({ conditions }) ? 'listing_search_point' : 'listing_search_price';
}

/** The index to count through; with the status as the only condition, the narrowest one. */
function countIndex(filter: Filter): Index | undefined {
  return isPlain(filter) ? 'listing_search_size' : filterIndex(filter);
}

function hasIndex({ sort }: Search): boolean {
  return sort !== 'distance' && sort !== 'openhouse';
}

function orderIndex(search: Search): Index | undefined {
  if (search.statuses.length === 0 || !hasIndex(search)) return undefined;
  if (search.sort === 'size') return 'listing_search_size';
  if (search.sort === 'date') return 'listing_search_date';
  return search.neighborhoods.length === 1 ? 'listing_search_place' : 'listing_search_price';
}
