import type { HeldTest } from '../conditions/column-test.js';
import type { Match } from '../listing.search.js';
import type { PriceRange, PriceWalk } from './price-order.js';
import type { Segment } from './segment.js';

/** Rows that are taken from the order at a time: few at first, as most pages are near the front, then twice as many. */
const FIRST_PORTION = 64;
const LARGEST_PORTION = 4096;

/** The search is given up at this many times the rows that were expected, and some more. */
const MOST_OVER_EXPECTED = 4;

/** Rows under test. Nothing else runs until all are found, so one is enough for all. */
const scratch = new Uint32Array(LARGEST_PORTION);

/** What is wanted of an order by price. */
export interface FirstPage {
  readonly descending: boolean;
  /** How many matches. */
  readonly count: number;
  /** How many rows are looked at for these where matches are spread evenly over the prices. */
  readonly expectedRows: number;
}

/**
 * The first matches in the order of prices, out of the rows of several walks and of matches that are in none of them.
 *
 * @param tests What the rows of the walks have to pass.
 * @param walks The best first.
 * @param changed Matches that are in no walk.
 * @returns Undefined where far more rows than expected do not match.
 */
export function firstMatches(
  segment: Segment,
  tests: readonly HeldTest[],
  walks: readonly PriceWalk[],
  changed: readonly Match[],
  { descending, count, expectedRows }: FirstPage,
): Match[] | undefined {
  const direction = descending ? -1 : 1;
  const first = (matches: Match[]) =>
    matches
      .sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id)
      .slice(0, count);
  const { ids, prices } = segment.columns.arrays;
  const select = segment.selection(tests);
  let rowsLeft = MOST_OVER_EXPECTED * expectedRows + LARGEST_PORTION;
  let matches = first([...changed]);
  for (const walk of walks) {
    // Behind this price, nothing is among the first.
    const last = matches[count - 1]?.sorted;
    const found: Match[] = [];
    for (let portion = FIRST_PORTION; found.length < count; portion *= 2) {
      const { price } = walk;
      if (price === undefined) break;
      if (last !== undefined && direction * (price - last) > 0) break;
      if (rowsLeft <= 0) return undefined;
      const rows = walk.next(scratch, Math.min(portion, LARGEST_PORTION));
      rowsLeft -= rows;
      const passing = select(scratch, rows);
      for (let at = 0; at < passing && found.length < count; at += 1) {
        const row = scratch[at] as number;
        found.push({ id: ids[row] as number, sorted: prices[row] as number });
      }
    }
    // What a walk finds is in order.
    if (found.length > 0) matches = matches.length === 0 ? found : first(matches.concat(found));
  }
  return matches;
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
