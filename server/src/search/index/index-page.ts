import type { Found, Match, Search } from '../listing.search.js';
import type { ListingIndex } from './listing-index.js';

/** The most matches that are put into order here. */
const MOST_MATCHES = 20_000;

/** The farthest match, and the most rows, that are looked for in the order of prices: a millisecond or two. */
const FARTHEST = 5_000;
const MOST_ROWS = 250_000;

/*
 * What a page costs, in looks at a row of a column one after another, some three nanoseconds each: a row that a
 * database passes in the order of an index, a statement of a database, a look at a row in the order of prices, and
 * a match that is put into order here.
 */
const ROW_PASSED = 40;
const STATEMENT = 15_000;
const ROW_IN_ORDER = 4;
const MATCH = 10;

/**
 * The matches that are put into order. Nothing else runs until a page is found, so one of each is enough for all.
 */
const ids = new Float64Array(MOST_MATCHES);
const values = new Float64Array(MOST_MATCHES);
const scratch = new Float64Array(MOST_MATCHES);

/**
 * Finds a page in memory: by price in the order that is kept there, or out of all matches where a database would pass
 * many rows that do not match, or would have to sort.
 *
 * @param total How many listings match.
 * @returns Undefined where the database is quicker, or the index has not what the search asks for.
 */
export function indexPage(index: ListingIndex, search: Search, total: number): Found | undefined {
  const { sort, offset, limit, descending } = search;
  if (sort !== 'price' && sort !== 'size') return undefined;
  const inOrder = sort === 'price' ? pageInOrder(index, search, total) : undefined;
  if (inOrder !== undefined) return { total, matches: inOrder };
  if (total > MOST_MATCHES || !isQuicker(index, search, total)) return undefined;
  const count = collect(index, search, sort);
  if (count === undefined) return undefined;
  const direction = descending ? -1 : 1;
  const matches = firstOf(count, offset + limit, direction)
    .sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id)
    .slice(offset, offset + limit);
  return { total: count, matches };
}

/** A page out of the order of prices; undefined where that is far behind, or a look at all rows is quicker. */
function pageInOrder(index: ListingIndex, search: Search, total: number): Match[] | undefined {
  const { offset, limit, descending, statuses } = search;
  const count = Math.min(offset + limit, total);
  const inRange = index.rowsInPriceRange(search);
  if (inRange === undefined || count > FARTHEST) return undefined;
  const expectedRows = Math.ceil((count * inRange) / Math.max(1, total));
  if (expectedRows > MOST_ROWS) return undefined;
  const inStatuses = index.count({ statuses, neighborhoods: [], conditions: [] }) ?? 0;
  const collected = total > MOST_MATCHES ? Number.POSITIVE_INFINITY : inStatuses + MATCH * total;
  if (expectedRows * ROW_IN_ORDER > collected) return undefined;
  return index.firstByPrice(search, { descending, count, expectedRows })?.slice(offset);
}

/** Whether memory is quicker than the database, as far as the numbers of listings tell. */
function isQuicker(index: ListingIndex, search: Search, total: number): boolean {
  const { statuses, neighborhoods, sort, offset, limit } = search;
  const inStatuses = index.count({ statuses, neighborhoods: [], conditions: [] }) ?? 0;
  const looks = index.count({ statuses, neighborhoods, conditions: [] }) ?? 0;
  // An order by size has no index with the filtered columns. Rows of several neighborhoods are in no order.
  const isInOrder = neighborhoods.length === 0 && sort === 'price';
  const last = Math.min(offset + limit, total);
  const passed = isInOrder ? (last * inStatuses) / Math.max(1, total) : looks;
  return passed * ROW_PASSED + STATEMENT > looks + MATCH * total;
}

/** Puts ids and sorted values of all matches into the arrays. @returns How many; undefined if there are too many. */
function collect(index: ListingIndex, search: Search, sort: 'price' | 'size'): number | undefined {
  let end = 0;
  const isKnown = index.visit(search, ({ arrays }, rows, count) => {
    if (end + count > MOST_MATCHES) {
      end = Number.POSITIVE_INFINITY;
      return;
    }
    const column = sort === 'price' ? arrays.prices : arrays.sizes;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      ids[end + at] = arrays.ids[row] as number;
      values[end + at] = column[row] as number;
    }
    end += count;
  });
  return isKnown && end <= MOST_MATCHES ? end : undefined;
}

/** The first matches of an order, and all that are equal to the last of them. */
function firstOf(count: number, wanted: number, direction: 1 | -1): Match[] {
  const last = wanted < count ? valueAt(count, wanted - 1, direction) : undefined;
  const matches: Match[] = [];
  for (let at = 0; at < count; at += 1) {
    const sorted = values[at] as number;
    if (last === undefined || direction * (sorted - last) <= 0) {
      matches.push({ id: ids[at] as number, sorted });
    }
  }
  return matches;
}

/** The value at a place of the order, found without sorting the others (quickselect). */
function valueAt(count: number, place: number, direction: 1 | -1): number {
  scratch.set(values.subarray(0, count));
  const wanted = direction === 1 ? place : count - 1 - place;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const pivot = scratch[(low + high) >> 1] as number;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((scratch[left] as number) < pivot) left += 1;
      while ((scratch[right] as number) > pivot) right -= 1;
      if (left > right) break;
      const value = scratch[left] as number;
      scratch[left] = scratch[right] as number;
      scratch[right] = value;
      left += 1;
      right -= 1;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return scratch[wanted] as number;
}
