import { ParamProblem } from '../../../api/params.js';
import { grouped } from '../../../lib/grouped.js';
import { InBackground } from '../../../lib/queues.js';
import { StillIndexing } from '../../../lib/unavailable.js';
import { isListing } from '../../../search/conditions/conditions.js';
import { FewListings } from '../../../search/index/few-listings.js';
import { type Filter, filteredRows } from '../../../search/listing.search.js';
import { filtersIn, type SearchReader } from '../../../search/listing.source-filters.js';
import { fragment } from '../../../store/engines/fragment.js';
import { inPortions } from '../../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import { runPrepared } from '../../../store/tenant/prepared.js';
import { searchOf } from '../saved-search.query.js';
import {
  type AlertedSearch,
  alertedSearches,
  insertMatches,
  type Match,
  storeMatched,
} from './alert.queries.js';
import type { News } from './news.js';

/** What is new of the listings of one database. */
export interface NewsOfSource {
  readonly space: number;
  readonly database: TenantDatabase;
  readonly news: readonly News[];
}

/** How many matches one transaction stores. */
const PORTION = 1000;

/** How often a pass waits for words to be indexed, 2.5 s each time: the alerts of other tenants wait, too. */
const MOST_WAITS = 24;

/**
 * What a search asks of each database; undefined where this release does not understand it.
 *
 * @param breathe Ends it where the server stops.
 * @throws StillIndexing where words are not indexed within a minute. The next sweep tries it again.
 */
export async function filtersOf(
  reader: SearchReader,
  query: string,
  breathe: () => Promise<void>,
): Promise<Awaited<ReturnType<typeof filtersIn>> | undefined> {
  for (let waits = 1; ; waits += 1) {
    try {
      return await filtersIn(reader, searchOf(query));
    } catch (error) {
      if (error instanceof ParamProblem) return undefined;
      if (!(error instanceof StillIndexing) || waits === MOST_WAITS) throw error;
    }
    // The words of an import are indexed by the first search that has any, and nobody waits for this one.
    await breathe();
  }
}

/** A listing that a filter finds, and what it costs. */
interface FoundListing {
  readonly id: number;
  readonly price: number;
}

/** Which of some listings a filter finds, as the database says. */
export function foundAmong(
  database: TenantDatabase,
  filter: Filter,
  ids: readonly number[],
): Promise<FoundListing[]> {
  return inPortions(ids, async (portion) => {
    // The few ids lead to the rows, and no index of all listings.
    const conditions = [...filter.conditions, { ...isListing(portion), readsIds: true as const }];
    const rows = filteredRows(database, { ...filter, conditions });
    const found = fragment('found among', [rows], (rows) => rows.select(['s.id', 's.price']));
    return runPrepared<FoundListing>(database, found);
  });
}

/**
 * Stores which searches find what is new. It can be done again, as after a killed process: a search that has found a
 * listing at its price already does not find it twice.
 *
 * @param breathe Lets other calls be answered, where it is time for it.
 */
export async function matchNews(
  reader: SearchReader,
  sources: readonly NewsOfSource[],
  now: number,
  breathe: () => Promise<void>,
): Promise<void> {
  const { database } = reader.tenant;
  const few = await Promise.all(
    sources.map(async (source) => ({
      ...source,
      byId: new Map(source.news.map((one) => [one.id, one])),
      listings: await FewListings.read(
        source.database,
        source.news.map(({ id }) => id),
      ),
    })),
  );
  const rows: Match[] = [];
  // While the next searches are run.
  const storing = new InBackground();
  const store = async (least: number) => {
    while (rows.length >= least) {
      const portion = rows.splice(0, PORTION);
      await storing.begin(() =>
        storeMatched(database, portion.length, (transaction) =>
          insertMatches(transaction, portion, 'kept'),
        ),
      );
    }
  };
  try {
    // Members often save the same search: each is run once.
    const searches = await allSearches(database, breathe);
    for (const [query, ofQuery] of grouped(searches.map((search) => [search.query, search]))) {
      for (const { space, news } of await newsFoundBy(reader, query, few, breathe)) {
        for (const search of ofQuery) {
          if (isFor(search, news)) rows.push(matchOf(search, space, news, now));
        }
      }
      await store(PORTION);
      await breathe();
    }
    await store(1);
  } finally {
    await storing.done();
  }
}

/** What is new of the listings of one database, as columns in memory and by their ids. */
interface FewNews extends NewsOfSource {
  readonly byId: ReadonlyMap<number, News>;
  readonly listings: FewListings;
}

/** What of the news a search finds, and in which database. */
async function newsFoundBy(
  reader: SearchReader,
  query: string,
  few: readonly FewNews[],
  breathe: () => Promise<void>,
): Promise<{ readonly space: number; readonly news: News }[]> {
  const all: { readonly space: number; readonly news: News }[] = [];
  for (const { source, filter } of (await filtersOf(reader, query, breathe)) ?? []) {
    const among = few.find((one) => one.database === source.database);
    if (among === undefined) continue;
    const { ids, isExact } = among.listings.meeting(filter);
    const found = isExact
      ? ids
      : (await foundAmong(source.database, filter, ids)).map(({ id }) => id);
    for (const id of found) {
      const news = among.byId.get(id);
      if (news !== undefined) all.push({ space: among.space, news });
    }
  }
  return all;
}

async function allSearches(
  database: TenantDatabase,
  breathe: () => Promise<void>,
): Promise<AlertedSearch[]> {
  const searches: AlertedSearch[] = [];
  for (let after = 0; ; after = searches.at(-1)?.id ?? 0) {
    const page = await alertedSearches(database, after).execute();
    if (page.length === 0) return searches;
    searches.push(...page);
    await breathe();
  }
}

/** What was so when the search was saved or changed, its member has seen. */
function isFor({ price_drops, updated_at }: AlertedSearch, { before, at }: News): boolean {
  return at > updated_at && (before === 0 || price_drops === 1);
}

function matchOf(
  { id, client_id }: AlertedSearch,
  id_space: number,
  { id: listing_id, price, before }: News,
  now: number,
): Match {
  return {
    ...{ search_id: id, client_id, id_space, listing_id, price },
    ...{ price_before: before, found_at: now, sent_at: 0 },
  };
}
