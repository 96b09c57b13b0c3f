import type { Found, Match, Search } from '../listings/listing.search.js';
import type { ListingIndex } from './listing-index.js';

/** The most matches that are put into order here. */
const MOST_MATCHES = 20_000;

/*
 * What a page costs, in looks at a row of a column one after another, some three nanoseconds each: a look at a row
 * in the order of prices, and a match that is put into order here.
 */
const ROW_IN_ORDER = 4;
const MATCH = 10;

/**
 * The matches that are put into order. Nothing else runs until a page is found, so one of each is enough for all.
 */
const ids = new Float64Array(MOST_MATCHES);
const values = new Float64Array(MOST_MATCHES);
const scratch = new Float64Array(MOST_MATCHES);

/**
 * Finds a page in memory: by price in the order that is kept there, or, where most rows of that would not match,
 * out of all matches. By size and within neighborhoods, all matches are put into order, unless they are too many.
 *
 * @param total How many listings match.
 * @returns Undefined where the index has not what the search asks for.
 */
export function indexPage(index: ListingIndex, search: Search, total: number): Found | undefined {
  const { sort, offset, limit, descending } = search;
  if (sort !== 'price' && sort !== 'size') return undefined;
  if (sort === 'price' && search.neighborhoods.length === 0) {
    const wanted = Math.min(offset + limit, total);
    const passed = (wanted * index.passedByPrice(search)) / total;
    if (total > MOST_MATCHES || isQuickerInOrder(index, search, total, passed)) {
      const matches = index.firstByPrice(search, { descending, wanted, passed });
      return matches === undefined ? undefined : { total, matches: matches.slice(offset) };
    }
  }
  if (total > MOST_MATCHES) return undefined;
  const count = collect(index, search, sort);
  if (count === undefined) return undefined;
  const direction = descending ? -1 : 1;
  const matches = firstOf(count, offset + limit, direction)
    .sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id)
    .slice(offset, offset + limit);
  return { total: count, matches };
}

/** Whether the order by prices is quicker than a look at all rows and an order of the matches alone. */
function isQuickerInOrder(index: ListingIndex, search: Search, total: number, passed: number) {
  const [inOrder, sorted] = [passed * ROW_IN_ORDER, total * MATCH];
  return inOrder <= sorted || inOrder <= sorted + (index.count({ ...search, conditions: [] }) ?? 0);
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
