import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ListingSearchTable } from '../../data/client-database/tables.js';
import { readThrough } from '../../data/dialect.js';
import type { Condition, SearchTables } from './listing.filters.js';

/**
 * Which listings a search finds: the exact total, and the ids of one page in order.
 *
 * A search never touches wide rows. It reads the narrow twins through an index that carries every
 * column a filter may ask for, and takes the way that costs least for what is asked:
 *
 * 1. A short look collects matches until there are too many to sort here. Few matches, which is
 *    what a narrow search gives, are then the whole answer: total and page out of one pass.
 * 2. With many matches the total is counted in one pass over an index, and the page is read in the
 *    order of an index that already has it, which ends after a page's worth of matches.
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

/** How many matches are worth collecting and sorting outside of the database. */
const FEW = 300;

const COLUMN = { price: 'price', size: 'size', date: 'updated_at' } as const satisfies Record<
  Sort,
  keyof ListingSearchTable
>;

type Query = SelectQueryBuilder<SearchTables, 's', object>;
type Index =
  | 'listing_search_price'
  | 'listing_search_place'
  | 'listing_search_size'
  | 'listing_search_date';

/** Runs a search. The total counts all matches, whatever page is asked for. */
export async function findListings(
  database: ClientDatabase,
  search: Search,
): Promise<{ total: number; ids: number[] }> {
  const plenty = search.neighborhoods.length === 0 && search.conditions.length === 0;
  if (!plenty) {
    const few = await collectFew(database, search);
    if (few !== undefined) return few;
  }
  const total = await count(database, search);
  if (search.offset >= total) return { total, ids: [] };
  return { total, ids: await page(database, search, total) };
}

/** Total and page when there are at most FEW matches; undefined when there are more. */
async function collectFew(
  database: ClientDatabase,
  search: Search,
): Promise<{ total: number; ids: number[] } | undefined> {
  const found = await matching(database, search, filterIndex(search))
    .select(['s.id', `s.${COLUMN[search.sort]} as sorted`])
    .limit(FEW + 1)
    .execute();
  if (found.length > FEW) return undefined;
  const direction = search.descending ? -1 : 1;
  found.sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id);
  const ids = found.slice(search.offset, search.offset + search.limit).map((row) => row.id);
  return { total: found.length, ids };
}

async function count(database: ClientDatabase, search: Search): Promise<number> {
  const { total } = await matching(database, search, countIndex(search))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function page(database: ClientDatabase, search: Search, total: number): Promise<number[]> {
  const index = pageIndex(search, total);
  const last = search.offset + search.limit;
  const [first, ...others] = search.statuses;
  if (first === undefined || others.length === 0 || index === undefined) {
    return inOrder(matching(database, search, index ?? filterIndex(search)), search)
      .limit(search.limit)
      .offset(search.offset)
      .execute()
      .then((rows) => rows.map((row) => row.id));
  }
  // One index has the order within each status: every status gives its best, the best of all are
  // the page.
  const ofStatus = (status: number) =>
    database.db
      .selectFrom(
        inOrder(matching(database, { ...search, statuses: [status] }, index), search)
          .limit(last)
          .as('best'),
      )
      .select(['best.id', 'best.sorted']);
  const merged = others.reduce((all, status) => all.unionAll(ofStatus(status)), ofStatus(first));
  const rows = await database.db
    .selectFrom(merged.as('merged'))
    .select(['merged.id'])
    .orderBy('merged.sorted', search.descending ? 'desc' : 'asc')
    .orderBy('merged.id')
    .limit(search.limit)
    .offset(search.offset)
    .execute();
  return rows.map((row) => row.id);
}

function inOrder(query: Query, search: Search) {
  const column = `s.${COLUMN[search.sort]}` as const;
  return query
    .select(['s.id', `${column} as sorted`])
    .orderBy(column, search.descending ? 'desc' : 'asc')
    .orderBy('s.id');
}

function matching(database: ClientDatabase, search: Search, index: Index | undefined): Query {
  const { statuses, neighborhoods } = search;
  let query: Query =
    index === undefined
      ? database.db.selectFrom('listing_search as s')
      : readThrough(database.db, database.kind, 'listing_search', index);
  if (statuses.length > 0) query = query.where((eb) => anyOf(eb.ref('s.status'), statuses));
  if (neighborhoods.length > 0) {
    query = query.where((eb) => anyOf(eb.ref('s.neighborhood_id'), neighborhoods));
  }
  for (const condition of search.conditions) query = query.where((eb) => condition(eb));
  return query;
}

function anyOf(column: Expression<number>, values: readonly number[]) {
  return values.length === 1
    ? sql<boolean>`${column} = ${values[0]}`
    : sql<boolean>`${column} in (${sql.join(values)})`;
}

/** The index that leads to the fewest rows; undefined where the id does. */
function filterIndex(search: Search): Index | undefined {
  if (search.statuses.length === 0) return undefined;
  return search.neighborhoods.length > 0 ? 'listing_search_place' : 'listing_search_price';
}

/** The index to count through: where only the status is asked for, the narrowest there is. */
function countIndex(search: Search): Index | undefined {
  if (search.neighborhoods.length === 0 && search.conditions.length === 0) {
    return 'listing_search_size';
  }
  return filterIndex(search);
}

/**
 * The index whose order is the page's, or undefined where sorting the matches is cheaper: an index
 * without the filtered columns has to look up every row it passes, which pays while few are passed.
 */
function pageIndex(search: Search, total: number): Index | undefined {
  if (search.sort === 'price') {
    return search.neighborhoods.length === 1 ? 'listing_search_place' : 'listing_search_price';
  }
  const carriesAll = search.neighborhoods.length === 0 && search.conditions.length === 0;
  if (!carriesAll && (search.offset + search.limit) * 10 > total) return undefined;
  return search.sort === 'size' ? 'listing_search_size' : 'listing_search_date';
}
