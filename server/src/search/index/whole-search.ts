import type { HeldTest } from '../conditions/conditions.js';
import type { Match, Search } from '../listing.search.js';
import type { Columns } from './columns.js';
import type { PriceOrder, PriceRange, Spans } from './price-order.js';
import { isOnPlace, passesOf, passing, type Segment } from './segment.js';

export type PageOrder = Pick<Search, 'sort' | 'descending' | 'offset' | 'limit'>;

export interface FoundInMemory {
  readonly total: number;
  /** Undefined where a database has the order of the page, and the index has not. */
  readonly matches: readonly Match[] | undefined;
}

/** The listings of an index: those of the load with their order, and those that have changed since. */
export interface Searched {
  readonly base: Segment;
  readonly byPrice: PriceOrder;
  readonly changed: Segment;
}

/** What a search looks for, for an index. */
export interface IndexSearch {
  readonly groups: readonly number[];
  /** For each group 1 or 0. */
  readonly mask: Uint8Array;
  readonly tests: readonly HeldTest[];
  readonly groupsOfStatuses: () => readonly number[];
}

/*
 * What the ways to a page cost, in nanoseconds: a row out of the order of prices, for each level of the heap; a match
 * that is put to its side of a page; a statement of a database, and a row that it passes in the order of an index.
 */
const ROW_IN_ORDER = 4;
const MATCH = 10;
const STATEMENT = 45_000;
const ROW_PASSED = 120;

/** Rows that are taken from the order of prices at a time where some of them do not match. */
const PORTION = 64;

/**
 * Counts the matches and finds a page of them.
 *
 * Where a search names only prices, the total is the distance between two places in each group. Otherwise
 * the rows in the range of prices are listed, each test passes over the list once, and what is left is the
 * total. The page is a merge of the groups up to its end, or a selection out of all matches, whichever looks
 * at less. So nothing is too far behind or too much, and no search waits for another way to be tried.
 */
export function searchInMemory(
  searched: Searched,
  search: IndexSearch,
  order: PageOrder,
): FoundInMemory {
  const { base, byPrice } = searched;
  const [range, others] = priceRangeOf(search.tests);
  const spans = byPrice.spansOf(search.groups, range);
  const isEvery = spans.rows === byPrice.count(search.groups);
  // A highest price is often above all prices.
  const tests = isEvery ? others : search.tests;
  const list = () =>
    tests.some(isOnPlace)
      ? listedByPlace(base, search.mask, tests, spans.rows)
      : listedByPrice(searched, spans, others);
  // Where a search names only a place, most rows need not be looked at to be counted.
  const isOnPlaceOnly = tests.length > 0 && tests.every(isOnPlace);
  let listed = others.length === 0 || isOnPlaceOnly ? undefined : list();
  const count = isOnPlaceOnly ? base.total(search.mask, tests) : (listed?.count ?? spans.rows);
  const column = order.sort === 'size' ? 'sizes' : 'prices';
  const changed = changedMatches(searched.changed, search, column);
  const total = count + changed.length;
  const last = Math.min(order.offset + order.limit, total);
  if (order.offset >= last) return { total, matches: [] };
  const selecting = count * MATCH;
  if (order.sort === 'price') {
    const rows = (last * spans.rows) / Math.max(1, count);
    if (rows * ROW_IN_ORDER * Math.log2(spans.from.length + 2) < selecting) {
      const first = firstByPrice(searched, spans, others, order.descending, last);
      const matches = sorted([...first, ...changed], order.descending);
      return { total, matches: matches.slice(order.offset, last) };
    }
  } else if (order.sort === 'size') {
    const rows = (last * byPrice.count(search.groupsOfStatuses())) / total;
    if (STATEMENT + rows * ROW_PASSED < selecting) return { total, matches: undefined };
  } else {
    return { total, matches: undefined };
  }
  listed ??= list();
  return { total, matches: selected(base.columns, listed, changed, column, order) };
}

/** The prices that some tests allow, and the tests on everything else. */
export function priceRangeOf(tests: readonly HeldTest[]): [range: PriceRange, others: HeldTest[]] {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  const others = tests.filter((test) => {
    if (test.is !== 'compared' || test.column !== 'price') return true;
    if (test.operator !== '<=') least = Math.max(least, test.value);
    if (test.operator !== '>=') most = Math.min(most, test.value);
    return false;
  });
  return [{ least, most }, others];
}

/** Rows that match: the first `count`. The next search overwrites them. */
interface Listed {
  readonly rows: Uint32Array;
  readonly count: number;
}

/** Goes through the groups in the order of prices, which leaves out what costs too much or too little. */
function listedByPrice(
  { base, byPrice }: Searched,
  spans: Spans,
  tests: readonly HeldTest[],
): Listed {
  const rows = roomForRows(spans.rows);
  byPrice.fill(spans, rows);
  return { rows, count: passing(rows, spans.rows, passesOf(base.columns, tests)) };
}

/** Goes through the blocks of the map, most of which are wholly in a place or outside of it. */
function listedByPlace(
  base: Segment,
  mask: Uint8Array,
  tests: readonly HeldTest[],
  most: number,
): Listed {
  const rows = roomForRows(most);
  let count = 0;
  base.visit(mask, tests, (_, some, more) => {
    rows.set(some.subarray(0, more), count);
    count += more;
  });
  return { rows, count };
}

type SortedColumn = 'prices' | 'sizes';

function changedMatches(
  changed: Segment,
  { mask, tests }: IndexSearch,
  column: SortedColumn,
): Match[] {
  const matches: Match[] = [];
  changed.visit(mask, tests, ({ arrays }, rows, count) => {
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      matches.push({ id: arrays.ids[row] as number, sorted: arrays[column][row] as number });
    }
  });
  return matches;
}

/** The first matches in the order of prices, without reading those behind them. */
function firstByPrice(
  { base, byPrice }: Searched,
  spans: Spans,
  tests: readonly HeldTest[],
  descending: boolean,
  wanted: number,
): Match[] {
  const { ids, prices } = base.columns.arrays;
  const passes = passesOf(base.columns, tests);
  const merge = byPrice.merge(spans, descending);
  const portion = passes.length === 0 ? wanted : PORTION;
  const rows = roomForRows(portion);
  const matches: Match[] = [];
  while (matches.length < wanted) {
    const taken = merge.next(rows, portion);
    if (taken === 0) break;
    const count = passing(rows, taken, passes);
    for (let at = 0; at < count && matches.length < wanted; at += 1) {
      const row = rows[at] as number;
      matches.push({ id: ids[row] as number, sorted: prices[row] as number });
    }
  }
  return matches;
}

/** A page out of all matches, of which no others are put into order (quickselect). */
function selected(
  { arrays }: Columns,
  { rows, count }: Listed,
  changed: readonly Match[],
  column: SortedColumn,
  { descending, offset, limit }: PageOrder,
): Match[] {
  const total = count + changed.length;
  const { ids, values } = roomForMatches(total);
  // Below 0 the largest comes first; no number becomes a 0 with a sign.
  const keyOf = (sorted: number) => (descending ? 0 - sorted : sorted);
  const numbers = arrays[column];
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number;
    ids[at] = arrays.ids[row] as number;
    values[at] = keyOf(numbers[row] as number);
  }
  changed.forEach((match, at) => {
    ids[count + at] = match.id;
    values[count + at] = keyOf(match.sorted);
  });
  const last = Math.min(offset + limit, total);
  divide(ids, values, { from: 0, to: total, at: offset });
  divide(ids, values, { from: offset, to: total, at: last });
  const matches: Match[] = [];
  for (let at = offset; at < last; at += 1) {
    matches.push({ id: ids[at] as number, sorted: keyOf(values[at] as number) });
  }
  return sorted(matches, descending);
}

/** Puts what comes first in the order of values, and then of ids, ahead of a place, and all else behind it. */
function divide(
  ids: Float64Array,
  values: Float64Array,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: number },
): void {
  let [low, high] = [from, to - 1];
  while (low < high && at > low && at <= high) {
    const middle = (low + high) >> 1;
    const [value, id] = [values[middle] as number, ids[middle] as number];
    let [left, right] = [low, high];
    while (left <= right) {
      while (isBefore(values[left] as number, ids[left] as number, value, id)) left += 1;
      while (isBefore(value, id, values[right] as number, ids[right] as number)) right -= 1;
      if (left > right) break;
      swap(values, left, right);
      swap(ids, left, right);
      left += 1;
      right -= 1;
    }
    if (at <= right) high = right;
    else if (at >= left) low = left;
    else break;
  }
}

function isBefore(value: number, id: number, other: number, otherId: number): boolean {
  return value === other ? id < otherId : value < other;
}

function swap(numbers: Float64Array, one: number, other: number): void {
  const number = numbers[one] as number;
  numbers[one] = numbers[other] as number;
  numbers[other] = number;
}

function sorted(matches: Match[], descending: boolean): Match[] {
  const direction = descending ? -1 : 1;
  return matches.sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id);
}

/** The most rows for which memory is kept from one search to the next. */
const MOST_KEPT = 131_072;

/** Nothing else runs until a search is done, so one room is enough for all that are no larger than usual. */
const roomForRows = room((length) => new Uint32Array(length));
const roomForMatches = room((length) => ({
  length,
  ids: new Float64Array(length),
  values: new Float64Array(length),
}));

function room<Arrays extends { readonly length: number }>(make: (length: number) => Arrays) {
  let kept = make(4096);
  return (length: number): Arrays => {
    if (length <= kept.length) return kept;
    const larger = make(length);
    if (length <= MOST_KEPT) kept = larger;
    return larger;
  };
}
