import type { Match } from '../listings/listing.search.js';
import type { HeldTest } from './column-test.js';
import type { PriceRange, PriceWalk } from './price-order.js';
import type { Segment } from './segment.js';

/** Rows that are taken from the order at a time. */
const LEAST = 64;
const MOST = 4096;

/** Rows under test. Nothing else runs until all are found, so one is enough for all. */
const scratch = new Uint32Array(MOST);

/** What is wanted of an order by price. */
export interface FirstPage {
  readonly descending: boolean;
  /** How many matches. */
  readonly wanted: number;
  /** About how many rows have to be looked at for these. */
  readonly passed: number;
}

/**
 * The first matches in the order of prices, out of the rows of several walks and of matches that are in none of them.
 *
 * @param tests What the rows of the walks have to pass.
 * @param walks The best first.
 */
export function firstMatches(
  segment: Segment,
  tests: readonly HeldTest[],
  walks: readonly PriceWalk[],
  others: readonly Match[],
  { descending, wanted, passed }: FirstPage,
): Match[] {
  const direction = descending ? -1 : 1;
  const first = (matches: Match[]) =>
    matches
      .sort((one, other) => direction * (one.sorted - other.sorted) || one.id - other.id)
      .slice(0, wanted);
  const portion = Math.min(Math.max(LEAST, Math.ceil(passed)), MOST);
  const { ids, prices } = segment.columns.arrays;
  let matches = first([...others]);
  for (const walk of walks) {
    // Behind this price, nothing is among the first.
    const last = matches[wanted - 1]?.sorted;
    const found: Match[] = [];
    while (found.length < wanted) {
      const { price } = walk;
      if (price === undefined) break;
      if (last !== undefined && direction * (price - last) > 0) break;
      const count = segment.select(scratch, walk.next(scratch, portion), tests);
      for (let at = 0; at < count && found.length < wanted; at += 1) {
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
