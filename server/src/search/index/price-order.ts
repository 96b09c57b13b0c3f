import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Columns, Dictionary } from './columns.js';
import { firstPlace } from './first-place.js';
import type { Run } from './group-runs.js';

/** Rows that are put into order at a time: a millisecond. Other calls are answered between two portions. */
const PORTION = 32_768;

/** A number is four digits of 16 bits, of which the last is the first one here on little-endian machines. */
const DIGITS = 4;
const VALUES = 65_536;
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** A part of an order: from one place to another, the last not included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Prices of at least one number and at most another. */
export interface PriceRange {
  readonly least: number;
  readonly most: number;
}

/**
 * The rows of each status in the order of their prices, and those of one price in the order of their ids: 4
 * bytes for each. The first listings of a page are found without a look at those behind them.
 */
export class PriceOrder {
  readonly #rows: Uint32Array;
  readonly #prices: Float64Array;
  /** Where the rows of each status are, the same in the order as in the columns. */
  readonly #spans: ReadonlyMap<number, Span>;

  private constructor(rows: Uint32Array, prices: Float64Array, spans: ReadonlyMap<number, Span>) {
    this.#rows = rows;
    this.#prices = prices;
    this.#spans = spans;
  }

  /**
   * Puts rows into order, in slices between which other calls are answered.
   *
   * @param runs The groups of all rows, those of a status one after another.
   * @param byId All rows in the order of their ids.
   */
  static async of(
    { arrays: { prices }, dictionary }: Columns,
    runs: readonly Run[],
    byId: Uint32Array,
  ): Promise<PriceOrder> {
    const spans = spansOf(runs, dictionary);
    const inOrder = await sortedByPrice(prices, byId);
    const rows = new Uint32Array(inOrder.length);
    const parts = [...spans.values()];
    const next = parts.map(({ from }) => from);
    for (let at = 0; at < inOrder.length; at += 1) {
      if (at % PORTION === 0) await nextTurn();
      const row = inOrder[at] as number;
      const part = parts.findIndex(({ to }) => row < to);
      const place = next[part] as number;
      rows[place] = row;
      next[part] = place + 1;
    }
    return new PriceOrder(rows, prices, spans);
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.#rows.byteLength;
  }

  /** How many rows of some statuses have a price in a range. An empty list stands for all statuses. */
  count(statuses: readonly number[], range: PriceRange): number {
    return this.#spansOf(statuses, range).reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** A walk through the rows of each of some statuses with a price in a range, the best first. */
  walks(statuses: readonly number[], range: PriceRange, descending: boolean): PriceWalk[] {
    const walks = this.#spansOf(statuses, range).map(
      (span) => new PriceWalk(this.#rows, this.#prices, span, descending),
    );
    const direction = descending ? -1 : 1;
    return walks.sort((one, other) => direction * ((one.price ?? 0) - (other.price ?? 0)));
  }

  #spansOf(statuses: readonly number[], { least, most }: PriceRange): Span[] {
    const wanted = statuses.length === 0 ? this.#spans.keys() : new Set(statuses);
    return [...wanted].flatMap((status) => {
      const span = this.#spans.get(status);
      if (span === undefined) return [];
      const from = this.#firstIn(span, (price) => price >= least);
      const to = this.#firstIn(span, (price) => price > most);
      return from < to ? [{ from, to }] : [];
    });
  }

  /** The first place of a part from which on prices are high enough. */
  #firstIn({ from, to }: Span, isHighEnough: (price: number) => boolean): number {
    return firstPlace(from, to, (place) =>
      isHighEnough(this.#prices[this.#rows[place] as number] as number),
    );
  }
}

/**
 * Goes through a part of the order from one end to the other. Listings of one price come in the order of
 * their ids in both directions, as in the pages of a database.
 */
export class PriceWalk {
  readonly #rows: Uint32Array;
  readonly #prices: Float64Array;
  readonly #descending: boolean;
  #from: number;
  #to: number;
  /** In a descending walk, where the rows of the price are that has begun. */
  #at = 0;
  #end = 0;

  constructor(rows: Uint32Array, prices: Float64Array, { from, to }: Span, descending: boolean) {
    this.#rows = rows;
    this.#prices = prices;
    this.#descending = descending;
    this.#from = from;
    this.#to = to;
  }

  /** The price of the next row; undefined at the end. */
  get price(): number | undefined {
    if (this.#at < this.#end) return this.#priceAt(this.#at);
    if (this.#from === this.#to) return undefined;
    return this.#priceAt(this.#descending ? this.#to - 1 : this.#from);
  }

  /** Puts the next rows into an array. @returns How many, at most as many as wanted; 0 at the end. */
  next(into: Uint32Array, wanted: number): number {
    return this.#descending ? this.#nextDown(into, wanted) : this.#nextUp(into, wanted);
  }

  #nextUp(into: Uint32Array, wanted: number): number {
    const count = Math.min(wanted, this.#to - this.#from);
    into.set(this.#rows.subarray(this.#from, this.#from + count));
    this.#from += count;
    return count;
  }

  #nextDown(into: Uint32Array, wanted: number): number {
    let count = 0;
    while (count < wanted) {
      if (this.#at === this.#end && !this.#beginPrice()) break;
      const taken = Math.min(wanted - count, this.#end - this.#at);
      for (let at = 0; at < taken; at += 1) into[count + at] = this.#rows[this.#at + at] as number;
      this.#at += taken;
      count += taken;
    }
    return count;
  }

  /** Goes to the next lower price. @returns False if there is none. */
  #beginPrice(): boolean {
    if (this.#to === this.#from) return false;
    const price = this.#priceAt(this.#to - 1);
    let first = this.#to - 1;
    while (first > this.#from && this.#priceAt(first - 1) === price) first -= 1;
    this.#at = first;
    this.#end = this.#to;
    this.#to = first;
    return true;
  }

  #priceAt(place: number): number {
    return this.#prices[this.#rows[place] as number] as number;
  }
}

/** Where the rows of each status are. */
function spansOf(runs: readonly Run[], { groups }: Dictionary): Map<number, Span> {
  const spans = new Map<number, Span>();
  for (const { group, from, to } of runs) {
    const status = groups[group]?.status as number;
    spans.set(status, { from: spans.get(status)?.from ?? from, to });
  }
  return spans;
}

/**
 * Rows in the order of prices, those of one price in the order in which they are given. Numbers of 0 and more
 * are in the order of their bits, so they are sorted by one digit after the other, the last one first.
 */
async function sortedByPrice(prices: Float64Array, rows: Uint32Array): Promise<Uint32Array> {
  const digits = new Uint16Array(prices.buffer, prices.byteOffset, prices.length * DIGITS);
  let from = rows;
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const place = isLittleEndian ? digit : DIGITS - 1 - digit;
    const next = await startsOf(digits, place, rows.length);
    // All have the same: cents are rare, and few numbers need the last digits.
    if (next === undefined) continue;
    const to = new Uint32Array(rows.length);
    for (let start = 0; start < rows.length; start += PORTION) {
      await nextTurn();
      const end = Math.min(start + PORTION, rows.length);
      for (let at = start; at < end; at += 1) {
        const row = from[at] as number;
        const value = digits[row * DIGITS + place] as number;
        to[next[value] as number] = row;
        next[value] = (next[value] as number) + 1;
      }
    }
    from = to;
  }
  return from;
}

/** Where the numbers with each value of a digit begin; undefined if all have the same. */
async function startsOf(
  digits: Uint16Array,
  place: number,
  numbers: number,
): Promise<Uint32Array | undefined> {
  const counts = new Uint32Array(VALUES);
  for (let start = 0; start < numbers; start += PORTION) {
    await nextTurn();
    const end = Math.min(start + PORTION, numbers);
    for (let at = start; at < end; at += 1) {
      const value = digits[at * DIGITS + place] as number;
      counts[value] = (counts[value] as number) + 1;
    }
  }
  if (counts.includes(numbers)) return undefined;
  let sum = 0;
  for (let value = 0; value < VALUES; value += 1) {
    const count = counts[value] as number;
    counts[value] = sum;
    sum += count;
  }
  return counts;
}
