import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { fragment } from '../store/engines/fragment.js';
import { inPortions } from '../store/tenant/bulk.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { runPrepared } from '../store/tenant/prepared.js';
import type { Condition } from './conditions/conditions.js';
import { features } from './conditions/listing.filters.js';
import {
  type Counts,
  FACET_KINDS,
  type FacetColumn,
  type FacetRow,
  type Facets,
  type Histogram,
  histogramOf,
} from './facet.kinds.js';
import { type CountedPart, facetCounts } from './index/facet-counts.js';
import { isTestable } from './index/listing-index.js';
import { neighborhoodsIn } from './listing.feed-twins.js';
import { type Filter, filteredRows } from './listing.search.js';
import type { FindName, FindValues, SourceFilter } from './listing.source-filters.js';
import type { FacetName } from './params/listing.params.js';
import { AMENITY_FILTERS, petPolicies, statuses, types } from './params/listing.vocabulary.js';

/**
 * The most listings whose columns are read to be counted here, in one pass for all facets. That takes a
 * third of the time that counting facet by facet in the database takes, but its rows are in memory, and on
 * SQLite it keeps the process from other calls. More are counted in the database.
 */
const MOST_READ = 20_000;

type CountsByFacet = ReadonlyMap<FacetName, Counts>;

/** What a facet is counted as: how often each value occurs, or for prices and sizes how they spread. */
type Count = Counts | Histogram;

/** Calls that wait are answered between two counts that take longer than this, in milliseconds. */
const LONG_MS = 5;

/**
 * Counts the facets of a search: how many listings it would find with each value in the place of the
 * facet's own filter. R275.
 *
 * Facets whose own filter is not set have the same listings to count, and share one statement; each of
 * the others has its own. The rules for values are here and not in SQL, so that both engines give the same.
 *
 * @param total How many listings the search finds.
 */
export async function facetsOf(
  parts: readonly SourceFilter[],
  params: FindValues,
  wanted: readonly FacetName[],
  total: number,
): Promise<Facets> {
  const counted = new Map<FacetName, Count>();
  const { alone, together } = separated(wanted, params);
  for (const names of [together, ...alone.map((name) => [name])]) {
    const [first] = names;
    if (first === undefined) continue;
    const filterOf = (part: SourceFilter) =>
      names === together ? part.filter : part.without(FACET_KINDS[first].own);
    const counts = await countParts(parts, names, filterOf, total);
    for (const [name, count] of counts) counted.set(name, count);
  }
  return shownFacets(parts[0], new Map(wanted.map((name) => [name, counted.get(name) as Count])));
}

/** Counts facets of the same listings in every part: in memory where they are there, otherwise in the database. */
async function countParts(
  parts: readonly SourceFilter[],
  names: readonly FacetName[],
  filterOf: (part: SourceFilter) => Filter,
  total: number,
): Promise<Map<FacetName, Count>> {
  const counted = new Map<SourceFilter, CountsByFacet>();
  const indexed = new Map<SourceFilter, CountedPart>();
  for (const part of parts) {
    const [filter, { index }] = [filterOf(part), part.counts];
    if (index !== undefined && isTestable(filter)) indexed.set(part, { index, filter });
    else counted.set(part, await countIn(part, names, filter, total));
  }
  const start = performance.now();
  const inMemory = facetCounts([...indexed.values()], names, [...counted.values()]);
  if (performance.now() - start > LONG_MS) await nextTurn();
  for (const [at, [part, { filter }]] of [...indexed].entries()) {
    counted.set(part, inMemory?.parts[at] ?? (await countIn(part, names, filter, total)));
  }
  const [own] = parts;
  const counts = new Map<FacetName, Counts>(own === undefined ? emptied(names) : counted.get(own));
  for (const part of parts) {
    if (own === undefined || part === own) continue;
    await addCounts(counts, counted.get(part) as CountsByFacet, own, part);
  }
  return new Map<FacetName, Count>([...counts, ...(inMemory?.spreads ?? [])]);
}

async function shownFacets(
  own: SourceFilter | undefined,
  counts: ReadonlyMap<FacetName, Count>,
): Promise<Facets> {
  const neighborhoods = counts.get('neighborhood') as Counts | undefined;
  const names =
    own === undefined || neighborhoods === undefined
      ? new Map<number, string>()
      : await neighborhoodNames(own, neighborhoods);
  return Object.fromEntries(
    [...counts].map(([name, values]) => [
      name,
      values instanceof Map ? shown(name, values, names) : values,
    ]),
  );
}

function emptied(names: readonly FacetName[]): Map<FacetName, Counts> {
  return new Map(names.map((name) => [name, new Map()]));
}

/** Counts facets in the database. @param filter Which listings are counted. */
async function countIn(
  { source: { database }, filter: found, counts: known }: SourceFilter,
  names: readonly FacetName[],
  filter: Filter,
  total: number,
): Promise<CountsByFacet> {
  const counts = emptied(names);
  known.counted(found, total * names.length);
  const isFew = names.length > 1 && total <= MOST_READ;
  if (isFew && (await countTogether(database, filter, names, counts))) return counts;
  for (const name of names) {
    const start = performance.now();
    await countAlone(database, name, filter, counts);
    if (performance.now() - start > LONG_MS) await nextTurn();
  }
  return counts;
}

/** Facets whose own filter is set, of which each has other listings to count, and those of the same ones. */
function separated(names: Iterable<FacetName>, params: FindValues) {
  const [alone, together]: [FacetName[], FacetName[]] = [[], []];
  for (const name of names) {
    (isFiltered(FACET_KINDS[name].own, params) ? alone : together).push(name);
  }
  return { alone, together };
}

/** Whether a parameter of a facet's own is set. Ids and a model set the status aside. */
function isFiltered(own: readonly FindName[], params: FindValues): boolean {
  const isSet = own.some((name) => params[name] !== undefined);
  return isSet && !(own.includes('status') && (params.id ?? params.similar) !== undefined);
}

/** Counts several facets of the same listings in one pass. @returns False if there are too many listings. */
async function countTogether(
  database: TenantDatabase,
  filter: Filter,
  names: readonly FacetName[],
  counts: CountsByFacet,
): Promise<boolean> {
  const columns = [...new Set(names.flatMap((name) => FACET_KINDS[name].columns))];
  const statement = fragment(
    `facets ${columns}`,
    [filteredRows(database, filter), MOST_READ + 1],
    (rows, limit) => rows.select(qualified(columns)).limit(limit),
  );
  const rows = await runPrepared<FacetRow>(database, statement);
  if (rows.length > MOST_READ) return false;
  for (const name of names) {
    const { add } = FACET_KINDS[name];
    const values = counts.get(name) as Counts;
    for (const row of rows) add(values, row, 1);
  }
  return true;
}

async function countAlone(
  database: TenantDatabase,
  name: FacetName,
  filter: Filter,
  counts: CountsByFacet,
): Promise<void> {
  const values = counts.get(name) as Counts;
  if (name === 'amenities') return countAmenities(database, filter, values);
  const { columns, add } = FACET_KINDS[name];
  const statement = fragment(`facet ${columns}`, [filteredRows(database, filter)], (rows) =>
    rows
      .select(qualified(columns))
      .select((eb) => eb.fn.countAll<number>().as('listings'))
      .groupBy(qualified(columns)),
  );
  const rows = await runPrepared<FacetRow & { readonly listings: number }>(database, statement);
  for (const row of rows) add(values, row, row.listings);
}

/** Amenities have too many combinations to group by, so each is a sum of its own. */
async function countAmenities(
  database: TenantDatabase,
  filter: Filter,
  values: Counts,
): Promise<void> {
  const tests = AMENITY_FILTERS.map(([, feature]) =>
    // None of the words is about open houses, so that no clock is needed.
    features([feature], { now: 0, nowMinute: 0, timeZone: 'UTC' }),
  );
  const inputs = [tests.flat(), filteredRows(database, filter)] as const;
  const statement = fragment(
    'facet amenities',
    inputs as readonly [Condition[], (typeof inputs)[1]],
    (conditions, rows) =>
      rows.select((eb) =>
        conditions.map((condition, at) =>
          sql<number | null>`sum(case when ${condition(eb)} then 1 else 0 end)`.as(`amenity${at}`),
        ),
      ),
  );
  const [row = {}] = await runPrepared<Record<string, number | null>>(database, statement);
  tests.forEach((_, at) => {
    values.set(at, row[`amenity${at}`] ?? 0);
  });
}

function qualified<Column extends FacetColumn>(columns: readonly Column[]) {
  return columns.map((column) => `s.${column}` as const);
}

/** Adds the counts of a feed to the brokerage's own, whose neighborhoods have other ids (R281). */
async function addCounts(
  counts: CountsByFacet,
  added: CountsByFacet,
  own: SourceFilter,
  feed: SourceFilter,
): Promise<void> {
  const ids = [...(added.get('neighborhood')?.keys() ?? [])];
  const same = await neighborhoodsIn(own.source.database, feed.source.database, ids);
  for (const [name, values] of added) {
    const sums = counts.get(name);
    // Prices and sizes of all parts are together where some were counted in memory.
    if (sums === undefined) continue;
    for (const [value, count] of values) {
      const ownValues = name === 'neighborhood' ? (same.get(value) ?? []) : [value];
      for (const own of ownValues) sums.set(own, (sums.get(own) ?? 0) + count);
    }
  }
}

type NamedId = { readonly id: number; readonly name: string };

async function neighborhoodNames(
  { source: { database }, counts: { index } }: SourceFilter,
  counts: Counts,
): Promise<ReadonlyMap<number, string>> {
  const asMap = (rows: readonly NamedId[]) => new Map(rows.map(({ id, name }) => [id, name]));
  // The names of all take longer to read than the counts of some, but stay until something is written.
  if (index !== undefined) {
    const all = fragment('all neighborhood names', [], () =>
      database.db.selectFrom('neighborhood').select(['id', 'name']),
    );
    return index.neighborhoodNames(async () => asMap(await runPrepared<NamedId>(database, all)));
  }
  const some = await inPortions([...counts.keys()], (ids) => {
    const statement = fragment('neighborhood names', [ids], (ids) =>
      database.db.selectFrom('neighborhood').select(['id', 'name']).where('id', 'in', ids),
    );
    return runPrepared<NamedId>(database, statement);
  });
  return asMap(some);
}

function shown(name: FacetName, counts: Counts, names: ReadonlyMap<number, string>) {
  const countOf = (value: number) => counts.get(value) ?? 0;
  switch (name) {
    case 'price':
    case 'size':
      return histogramOf(counts);
    case 'beds':
    case 'bath':
      return [...counts.keys()]
        .sort((one, other) => one - other)
        .map((value) => ({ value, count: countOf(value) }));
    case 'neighborhood':
      return [...counts]
        .flatMap(([value, count]) => {
          const named = names.get(value);
          return named === undefined ? [] : [{ value, name: named, count }];
        })
        .sort((one, other) => other.count - one.count || one.value - other.value);
    case 'type':
      return types.entries
        .map(([code, value]) => ({ value, count: countOf(code) }))
        .filter(({ count }) => count > 0);
    case 'amenities':
      return AMENITY_FILTERS.map(([value], at) => ({ value, count: countOf(at) })).filter(
        ({ count }) => count > 0,
      );
    default:
      // A code 0 is unknown, and no search asks for it.
      return (name === 'pets' ? petPolicies : statuses).entries
        .filter(([code]) => code !== 0 && countOf(code) > 0)
        .map(([value, word]) => ({ value, name: word, count: countOf(value) }));
  }
}
