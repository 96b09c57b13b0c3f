import type { Call } from '../api/endpoint.js';
import { ParamProblem } from '../api/params.js';
import type { AnswerContext } from '../api/request-context.js';
import type { Tools } from '../api/tools.js';
import { wallMinute } from '../lib/dates.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { type Condition, isListing, oneOf } from './conditions/conditions.js';
import type { FilterContext, FilterParam } from './conditions/listing.filters.js';
import { openHouseBounds } from './conditions/open-house.js';
import { placeConditions } from './conditions/place.filters.js';
import { ListingCounts } from './listing.counts.js';
import { neighborhoodsIn, withoutTwins } from './listing.feed-twins.js';
import type { Filter } from './listing.search.js';
import { type Model, marketOf, modelOf, similarTo } from './listing.similar.js';
import type { FeedChoice } from './params/listing.param-kinds.js';
import { type Filters, type SearchValues, searchParams } from './params/listing.params.js';
import { statuses } from './params/listing.vocabulary.js';
import { hasWords } from './words/word-search.js';

/** The databases that a call may search. */
type Searched = Pick<Call, 'tenant' | 'context' | 'feedContext'>;

/** What a search needs of a call; where nobody calls, it is made for it. */
export interface SearchReader extends Searched {
  readonly tools: Pick<Tools, 'vocabularies'>;
  readonly revisions?: Call['revisions'];
}

/** A database that listings are searched in, and what its records need to know. */
export interface ListingSource {
  readonly database: TenantDatabase;
  readonly context: AnswerContext;
}

/** Which databases a search looks into. */
export interface SourceChoice {
  readonly isMLS: FeedChoice;
  readonly isRLS: FeedChoice;
}

/**
 * The databases that a search looks into, the brokerage's own first; none where a feed is searched that
 * is not attached. R280.
 *
 * @throws ParamProblem when both feeds are named (R96).
 */
export function searchedSources(call: Searched, choice: SourceChoice): ListingSource[] {
  checkFeeds(choice);
  const { isMLS, isRLS } = choice;
  const own = { database: call.tenant.database, context: call.context };
  if (isMLS === 'own' && isRLS === 'own') return [own];
  const kind = isMLS === 'own' ? 'rls' : 'mls';
  const feed = feedSource(call, kind);
  const wanted = isMLS === 'own' ? isRLS : isMLS;
  return [...(wanted === 'both' ? [own] : []), ...(feed === undefined ? [] : [feed])];
}

/** @throws ParamProblem when both feeds are named (R96). */
export function checkFeeds({ isMLS, isRLS }: SourceChoice): void {
  if (isMLS === 'own' || isRLS === 'own') return;
  const given = isMLS === 'both' ? 'include' : 'true';
  throw new ParamProblem('isMLS', given, 'one of isMLS and isRLS');
}

/** An attached feed; undefined if there is none. */
export function feedSource(call: Searched, kind: 'mls' | 'rls'): ListingSource | undefined {
  const database = call.tenant.feeds[kind];
  return database === undefined ? undefined : { database, context: call.feedContext(kind) };
}

/** The parameters by which listings are found, of a search or of a draw. */
export type FindValues = Partial<SearchValues> & Pick<SearchValues, 'status'> & SourceChoice;

/** The name of a parameter by which listings are found. */
export type FindName = keyof SearchValues;

/** One of the databases that a call searches, with its filter. */
export interface SourceFilter {
  readonly source: ListingSource;
  /** What the call asks of a listing in this database. */
  readonly filter: Filter;
  /** The same without the parameters of these names. */
  readonly without: (names: readonly FindName[]) => Filter;
  /** What the listings have to resemble, where the call asks for such. */
  readonly model: Model | undefined;
  /** What is known about how many listings meet a filter. */
  readonly counts: ListingCounts;
}

/** The id of no neighborhood. */
const NOWHERE = -1;

/** Parameters with ids of the brokerage's own records, which mean nothing in a feed (R281). */
const OWN_IDS = ['id', 'agent', 'office', 'buildingId'] as const satisfies readonly FindName[];

/**
 * The databases that a call searches, the brokerage's own first, with the filter of each: it is not the
 * same in both, as a feed has a clock and neighborhoods of its own. Databases in which nothing can be
 * found are left out.
 *
 * @param isDraw Whether the call draws, which counts only where there are two databases.
 */
export async function sourceFilters(
  call: Call<number | undefined>,
  params: FindValues,
  isDraw = false,
): Promise<SourceFilter[]> {
  const parts = await partsOf(call, params);
  return Promise.all(
    parts.map(async (part) => {
      const { source, model } = part;
      const without = (names: readonly FindName[]) => filterIn(part, call, omitting(params, names));
      const counts =
        isDraw && parts.length === 1
          ? ListingCounts.none(call, source.database)
          : await ListingCounts.of(call, source.database);
      return { source, filter: without([]), without, model, counts };
    }),
  );
}

/** As `sourceFilters`, for who only asks whether listings meet the filters. */
export async function filtersIn(
  reader: SearchReader,
  params: FindValues,
): Promise<Pick<SourceFilter, 'source' | 'filter'>[]> {
  const parts = await partsOf(reader, params);
  return parts.map((part) => ({ source: part.source, filter: filterIn(part, reader, params) }));
}

async function partsOf(call: SearchReader, params: FindValues): Promise<Part[]> {
  const [first, second] = searchedSources(call, params);
  if (first === undefined) return [];
  const { similar } = params;
  const model = similar === undefined ? undefined : await modelOf(first.database, similar);
  if (similar !== undefined && model === undefined) return [];
  const words = await wordConditions(call, first, params.q);
  const own = { source: first, cats: params.cat ?? [], model, extra: words };
  return [own, ...(second === undefined ? [] : await inFeed(call, own, second, params))];
}

/** What a search asks of one database. */
interface Part {
  readonly source: ListingSource;
  readonly cats: readonly number[];
  readonly model: Model | undefined;
  readonly extra: readonly Condition[];
}

/** The part of a search in the feed that is searched along with the brokerage's own listings. */
async function inFeed(
  call: SearchReader,
  own: Part,
  source: ListingSource,
  params: FindValues,
): Promise<Part[]> {
  if (OWN_IDS.some((name) => params[name] !== undefined)) return [];
  // A label's id is the brokerage's own as well; its name may be found in both.
  if (params.label !== undefined && /^\d+$/.test(params.label)) return [];
  const { model } = own;
  const places = [...own.cats, ...(model === undefined ? [] : [model.neighborhood_id])];
  const same = await neighborhoodsIn(source.database, own.source.database, places);
  const namesakes = own.cats.flatMap((id) => same.get(id) ?? []);
  // None is not the same as any: the facet of neighborhoods leaves these out, and nothing else does.
  const cats = namesakes.length === 0 && own.cats.length > 0 ? [NOWHERE] : namesakes;
  const extra = [
    ...(await withoutTwins(own.source.database, source.database, call.revisions)),
    ...(await wordConditions(call, source, params.q)),
  ];
  if (model === undefined) return [{ source, cats, model, extra }];
  const neighborhood_id = same.get(model.neighborhood_id)?.[0] ?? NOWHERE;
  return [{ source, cats, model: { ...model, id: 0, neighborhood_id }, extra }];
}

/** The condition of `q`, which has an index of its own in each database. */
async function wordConditions(
  { tools }: SearchReader,
  { database }: ListingSource,
  words: readonly string[] | undefined,
): Promise<Condition[]> {
  return words === undefined ? [] : [await hasWords(database, tools.vocabularies, words)];
}

function filterIn(part: Part, call: SearchReader, params: Partial<FindValues>): Filter {
  const { source, cats, model, extra } = part;
  // An open house is on the clock of its own database, a time in a parameter on the brokerage's.
  const nowMinute = wallMinute(source.context.now, source.context.timeZone);
  const conditions = conditionsOf(params, {
    nowMinute,
    now: source.context.now,
    timeZone: call.context.timeZone,
    hidesDrops: hidesDrops(source.context),
  });
  if (params.id !== undefined) conditions.push(isListing(params.id));
  if (model !== undefined) conditions.push(oneOf('id', [model.id], 'not in'), ...similarTo(model));
  return {
    statuses: statusesOf(params, model),
    neighborhoods: 'cat' in params ? cats : [],
    openHouse:
      params.openHouse === undefined ? undefined : openHouseBounds(params.openHouse, nowMinute),
    conditions: [...conditions, ...extra],
  };
}

const filters: Filters = searchParams;
const conditionsByName = Object.entries<Pick<FilterParam<never>, 'conditions'>>(filters)
  .filter(([, param]) => 'conditions' in param)
  .map(([name, { conditions }]) => [name, conditions] as const);

/** The conditions of the parameters that are present: all of them must hold. R81. */
export function conditionsOf(values: Partial<SearchValues>, context: FilterContext): Condition[] {
  const conditions = conditionsByName.flatMap(([name, conditionsFor]) => {
    const value = values[name as keyof SearchValues];
    return value === undefined ? [] : conditionsFor(value as never, context);
  });
  // A database looks at them in this order: those that read other tables, or parts of texts, come after the cheap ones.
  conditions.sort((one, other) => Number(one.narrow ?? false) - Number(other.narrow ?? false));
  return [...conditions, ...placeConditions(values)];
}

/** Whether lowered prices must not be shown: the license of the feed forbids it. */
export function hidesDrops({ feed }: AnswerContext): boolean {
  return feed?.display.history === 'no';
}

/** The statuses of a search. One for ids looks at none (R90), one for similar listings has its own. */
function statusesOf(
  { id, status }: Partial<FindValues>,
  model: Model | undefined,
): readonly number[] {
  if (id !== undefined) return [];
  if (model !== undefined) return [marketOf(model)];
  return status ?? statuses.codes;
}

function omitting(params: FindValues, names: readonly FindName[]): Partial<FindValues> {
  if (names.length === 0) return params;
  const kept = Object.entries(params).filter(([name]) => !names.includes(name as FindName));
  return Object.fromEntries(kept);
}
