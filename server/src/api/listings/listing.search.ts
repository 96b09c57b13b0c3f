import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ListingSearchTable } from '../../data/client-database/tables.js';
import { readThrough } from '../../data/dialect.js';
import { padded } from '../../data/padded.js';
import { runPrepared } from '../../data/prepared.js';
import type { Condition, SearchTables } from './listing.filters.js';

/**
 * Which listings a search finds: the exact total, and the ids of one page in order.
 *
 * A search never touches wide rows. It reads the narrow twins through indexes that carry every
 * column a filter may ask for: the total is counted in one pass over the index that leads to the
 * fewest rows, and the page is read in the order of an index that already has it, which ends after a
 * page's worth of matches. Where a condition lets hardly anything through, the matches are collected
 * in one pass and sorted here instead.
 */
export interface Search {
  /** Status codes; empty for any status, which only a search for one id asks for. */
  readonly statuses: readonly number[];
  /** Neighborhood ids; empty for all. */
  readonly neighborhoods: readonly number[];
  /** The other conditions, all of which must hold. */
  readonly conditions: readonly Condition[];
  readonly sort: Sort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** What a search may be sorted by. */
export type Sort = 'price' | 'size' | 'date';

/** A page of a search: how many match in all, and the ids of this page in order. */
export interface Found {
  readonly total: number;
  readonly ids: number[];
}

/** How many matches are worth collecting and sorting outside of the database. */
const FEW = 300;

/** How many matches are sorted as quickly as read in the order of an index. */
const SORTED_AT_ONCE = 2000;

const COLUMN = { price: 'price', size: 'size', date: 'updated_at' } as const satisfies Record<
  Sort,
  keyof ListingSearchTable
>;

type Query = SelectQueryBuilder<SearchTables, 's', object>;
type Match = { readonly id: number; readonly sorted: number };
type Index =
  | 'listing_search_price'
  | 'listing_search_place'
  | 'listing_search_size'
  | 'listing_search_date';

/** Runs a search. The total counts all matches, whatever page is asked for (R38). */
export async function findListings(database: ClientDatabase, search: Search): Promise<Found> {
  if (mayBeFew(search)) {
    const few = await collectFew(database, search);
    if (few !== undefined) return few;
  }
  if (isPlain(search) || isReadInOrder(search)) {
    return countAndRead(database, search, orderIndex(search));
  }
  // An index in the order of the page passes matches and others alike, and one without the filtered
  // columns looks up each that it passes: that pays where many match. Only the total tells.
  const total = await count(database, search);
  const passes = search.sort === 'price' ? SORTED_AT_ONCE : (search.offset + search.limit) * 10;
  const ids = await read(database, search, total > passes ? orderIndex(search) : undefined);
  return { total, ids };
}

/** Whether it is worth trying to collect all matches: where hardly anything is expected to match. */
function mayBeFew({ conditions, neighborhoods }: Search): boolean {
  if (conditions.some((condition) => condition.narrow === true)) return true;
  // Few listings are in some neighborhoods, and of those the conditions leave a part.
  return neighborhoods.length > 1 && conditions.length > 1;
}

/** Whether an index with the filtered columns has the order of the page, with no detour. */
function isReadInOrder({ sort, neighborhoods, statuses }: Search): boolean {
  if (sort !== 'price') return false;
  // A neighborhood's few listings are sorted sooner than they are read status by status.
  return neighborhoods.length === 0 || (neighborhoods.length === 1 && statuses.length === 1);
}

/** Whether nothing but the status is asked for. */
function isPlain(search: Search): boolean {
  return search.neighborhoods.length === 0 && search.conditions.length === 0;
}

/** Total and page when there are at most FEW matches; undefined when there are more. */
async function collectFew(database: ClientDatabase, search: Search): Promise<Found | undefined> {
  const column = COLUMN[search.sort];
  const found = await runPrepared<Match>(
    database,
    `few ${column} ${shapeOf(search)}`,
    [...valuesOf(search), FEW + 1],
    () =>
      matching(database, search, filterIndex(search))
        .select(['s.id', `s.${column} as sorted`])
        .limit(FEW + 1),
  );
  if (found.length > FEW) return undefined;
  const ids = inOrder(found, search)
    .slice(search.offset, search.offset + search.limit)
    .map((match) => match.id);
  return { total: found.length, ids };
}

async function count(database: ClientDatabase, search: Search): Promise<number> {
  const [row] = await runPrepared<Match>(
    database,
    `count ${shapeOf(search)}`,
    valuesOf(search),
    () => totalQuery(database, search) as Compilable<Match>,
  );
  return row?.sorted ?? 0;
}

async function read(
  database: ClientDatabase,
  search: Search,
  index: Index | undefined,
): Promise<number[]> {
  const branches = branchesOf(search, index);
  const rows = await runPrepared<Match>(
    database,
    `read ${pageShape(search, index, branches)}`,
    branches.flatMap(branchValues),
    () => {
      const [first = search, ...others] = branches;
      return others.reduce(
        (all, branch) => all.unionAll(branchQuery(database, branch, index)),
        branchQuery(database, first, index),
      );
    },
  );
  return pageOf(rows, search, branches.length);
}

/** The total and the page in one statement: the total stands in the row without an id. */
async function countAndRead(
  database: ClientDatabase,
  search: Search,
  index: Index | undefined,
): Promise<Found> {
  const branches = branchesOf(search, index);
  const rows = await runPrepared<Match>(
    database,
    `count and read ${pageShape(search, index, branches)}`,
    [...valuesOf(search), ...branches.flatMap(branchValues)],
    () =>
      branches.reduce(
        (all, branch) => all.unionAll(branchQuery(database, branch, index)) as never,
        totalQuery(database, search),
      ) as Compilable<Match>,
  );
  const total = rows.findIndex((row) => row.id === 0);
  const [counted] = rows.splice(total, 1);
  return { total: counted?.sorted ?? 0, ids: pageOf(rows, search, branches.length) };
}

function totalQuery(database: ClientDatabase, search: Search) {
  return matching(database, search, countIndex(search)).select((eb) => [
    sql<number>`0`.as('id'),
    eb.fn.countAll<number>().as('sorted'),
  ]);
}

/** The page among what the branches gave, each of which began at its first match. */
function pageOf(rows: Match[], search: Search, branches: number): number[] {
  const skipped = branches > 1 ? search.offset : 0;
  return inOrder(rows, search)
    .slice(skipped, skipped + search.limit)
    .map((match) => match.id);
}

function branchValues(branch: Search): unknown[] {
  return [...valuesOf(branch), branch.limit, branch.offset];
}

function pageShape(search: Search, index: Index | undefined, branches: readonly Search[]): string {
  const { sort, descending } = search;
  return `${index} ${branches.length} ${sort} ${descending} ${shapeOf(search)}`;
}

/**
 * An index has its order within one status. Where several are asked for, each gives its best, and
 * the best of all are the page.
 */
function branchesOf(search: Search, index: Index | undefined): readonly Search[] {
  if (index === undefined || search.statuses.length < 2) return [search];
  const limit = search.offset + search.limit;
  return search.statuses.map((status) => ({ ...search, statuses: [status], limit, offset: 0 }));
}

function branchQuery(database: ClientDatabase, branch: Search, index: Index | undefined) {
  const column = COLUMN[branch.sort];
  const ordered = matching(database, branch, index ?? filterIndex(branch))
    .select(['s.id', `s.${column} as sorted`])
    .orderBy(`s.${column}`, branch.descending ? 'desc' : 'asc')
    .orderBy('s.id')
    .limit(branch.limit)
    .offset(branch.offset)
    .as('page');
  return database.db.selectFrom(ordered).select(['page.id', 'page.sorted']);
}

/** Equal ones by id, upwards, so that pages neither repeat nor skip a listing (R39). */
function inOrder(matches: Match[], search: Search): Match[] {
  const direction = search.descending ? -1 : 1;
  return matches.sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id);
}

function matching(database: ClientDatabase, search: Search, index: Index | undefined): Query {
  const { statuses, neighborhoods, conditions } = search;
  let query: Query =
    index === undefined
      ? database.db.selectFrom('listing_search as s')
      : readThrough(database.db, 'listing_search', index);
  if (statuses.length > 0) query = query.where('s.status', 'in', padded(statuses));
  if (neighborhoods.length > 0) {
    query = query.where('s.neighborhood_id', 'in', padded(neighborhoods));
  }
  for (const condition of conditions) query = query.where((eb) => condition.build(eb));
  return query;
}

/** The values of `matching`, in the order of its text. */
function valuesOf({ statuses, neighborhoods, conditions }: Search): unknown[] {
  const values = conditions.flatMap(({ parameters }) => parameters);
  return [...padded(statuses), ...padded(neighborhoods), ...values];
}

function shapeOf({ statuses, neighborhoods, conditions }: Search): string {
  const shapes = conditions.map(({ shape }) => shape).join();
  return `${padded(statuses).length} ${padded(neighborhoods).length} ${shapes}`;
}

/** The index that leads to the fewest rows; undefined where the id does. */
function filterIndex(search: Search): Index | undefined {
  if (search.statuses.length === 0) return undefined;
  return search.neighborhoods.length > 0 ? 'listing_search_place' : 'listing_search_price';
}

/** The index to count through: where only the status is asked for, the narrowest there is. */
function countIndex(search: Search): Index | undefined {
  return isPlain(search) ? 'listing_search_size' : filterIndex(search);
}

/** An index that has the order of the page. */
function orderIndex(search: Search): Index | undefined {
  if (search.statuses.length === 0) return undefined;
  if (search.sort === 'size') return 'listing_search_size';
  if (search.sort === 'date') return 'listing_search_date';
  return search.neighborhoods.length === 1 ? 'listing_search_place' : 'listing_search_price';
}
