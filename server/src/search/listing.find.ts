import { randomInt } from 'node:crypto';
import { ParamProblem } from '../api/params.js';
import {
  countListings,
  drawListings,
  type Found,
  findListings,
  type Search,
} from './listing.search.js';
import { findSimilar } from './listing.similar.js';
import type { ListingSource, SourceFilter } from './listing.source-filters.js';

export interface FoundListing {
  readonly source: ListingSource;
  readonly id: number;
}

/** A page of a search of one or more databases. */
export interface FoundPage {
  readonly total: number;
  readonly listings: readonly FoundListing[];
}

export type Order = Pick<Search, 'sort' | 'near' | 'descending' | 'offset' | 'limit'>;

/**
 * How far the pages of a search of two databases reach. What comes before a page is read from both, so a
 * page far behind would cost as much as all before it.
 */
const FARTHEST = 10_000;

/** Finds a page in one database, or in two as if they were one. */
export async function findPage(parts: readonly SourceFilter[], order: Order): Promise<FoundPage> {
  const [first, second] = parts;
  if (first === undefined) return { total: 0, listings: [] };
  if (second === undefined) {
    const { total, matches } = await findIn(first, order);
    return { total, listings: matches.map(({ id }) => ({ source: first.source, id })) };
  }
  const last = order.offset + order.limit;
  if (last > FARTHEST) {
    throw new ParamProblem(
      'page',
      undefined,
      `a page among the first ${FARTHEST} listings of both`,
    );
  }
  const start = { ...order, offset: 0, limit: last };
  const own = await findIn(first, start);
  const feed = await findIn(second, start);
  const descending = order.descending && first.model === undefined;
  return {
    total: own.total + feed.total,
    listings: merged(first, own, second, feed, descending).slice(order.offset, last),
  };
}

export async function countFound(parts: readonly SourceFilter[]): Promise<number> {
  let total = 0;
  for (const part of parts) total += await countIn(part);
  return total;
}

async function countIn({ source, filter, counts }: SourceFilter): Promise<number> {
  const known = counts.total(filter);
  if (known !== undefined) return known;
  const total = await countListings(source.database, filter);
  counts.keep(filter, total);
  return total;
}

/** Draws listings at random, each with the same chance whichever database it is in (R79). */
export async function drawFound(
  parts: readonly SourceFilter[],
  amount: number,
): Promise<FoundListing[]> {
  const [first, second] = parts;
  if (first === undefined) return [];
  const drawn = async ({ source, filter }: SourceFilter) =>
    (await drawListings(source.database, filter, amount)).map((id) => ({ source, id }));
  if (second === undefined) return drawn(first);
  const counts = [await countFound([first]), await countFound([second])] as [number, number];
  const draws = [await drawn(first), await drawn(second)] as const;
  const listings: FoundListing[] = [];
  while (listings.length < amount) {
    const [own, feed] = counts;
    const from = randomInt(Math.max(1, own + feed)) < own ? 0 : 1;
    const next = draws[from].shift() ?? draws[1 - from]?.shift();
    if (next === undefined) break;
    counts[from] -= 1;
    listings.push(next);
  }
  return listings;
}

async function findIn(part: SourceFilter, order: Order): Promise<Found> {
  const { source, filter, counts, model } = part;
  if (model !== undefined) {
    const total = await countIn(part);
    return { total, matches: await findSimilar(source.database, filter, model, order) };
  }
  const inMemory = counts.index?.search(filter, order);
  if (inMemory?.matches !== undefined) return { ...inMemory, matches: inMemory.matches };
  const known = inMemory?.total ?? counts.total(filter);
  const found = await findListings(source.database, { ...filter, ...order }, known);
  if (known === undefined) counts.keep(filter, found.total);
  else counts.counted(filter, 0);
  return found;
}

/** Two lists in order as one; of equal listings the brokerage's own comes first. */
function merged(
  first: SourceFilter,
  own: Found,
  second: SourceFilter,
  feed: Found,
  descending: boolean,
): FoundListing[] {
  const direction = descending ? -1 : 1;
  const listings: FoundListing[] = [];
  let at = 0;
  for (const match of own.matches) {
    for (let other = feed.matches[at]; other !== undefined; other = feed.matches[++at]) {
      if (direction * (other.sorted - match.sorted) >= 0) break;
      listings.push({ source: second.source, id: other.id });
    }
    listings.push({ source: first.source, id: match.id });
  }
  const rest = feed.matches.slice(at).map(({ id }) => ({ source: second.source, id }));
  return [...listings, ...rest];
}
