import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Columns } from './columns.js';
import { firstPlace, type Run } from './group-runs.js';

/** Rows that are put into order at a time: a millisecond. Other calls are answered between two portions. */
const PORTION = 32_768;

/** A number is four digits of 16 bits, of which the last is the first one here on little-endian machines. */
const DIGITS = 4;
const VALUES = 65_536;
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Prices of at least one number and at most another. */
export interface PriceRange {
  readonly least: number;
  readonly most: number;
}

/** Parts of the order: each from one place to another, the last not included. None is empty. */
export interface Spans {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** How many rows they have together. */
  readonly rows: number;
}

/**
 * The rows of each group in the order of their prices, and those of one price in the order of their ids: 4
 * bytes for each. A range of prices is two places in each group, and a page is a merge of groups.
 */
export class PriceOrder {
  readonly #rows: Uint32Array;
  readonly #columns: Columns;
  /** Where the rows of each group begin and end. Rows that are left out make the end come earlier. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  private constructor(rows: Uint32Array, columns: Columns, runs: readonly Run[]) {
    this.#rows = rows;
    this.#columns = columns;
    this.#starts = new Uint32Array(runs.length);
    this.#ends = new Uint32Array(runs.length);
    for (const { group, from, to } of runs) {
      this.#starts[group] = from;
      this.#ends[group] = to;
    }
  }

  /**
   * Puts rows into order, in slices between which other calls are answered.
   *
   * @param runs The groups of all rows.
   * @param byId All rows in the order of their ids.
   */
  static async of(columns: Columns, runs: readonly Run[], byId: Uint32Array): Promise<PriceOrder> {
    const { prices, groups } = columns.arrays;
    const inOrder = await sortedByPrice(prices, byId);
    const rows = new Uint32Array(inOrder.length);
    const next = new Uint32Array(runs.length);
    for (const { group, from } of runs) next[group] = from;
    for (let at = 0; at < inOrder.length; at += 1) {
      if (at % PORTION === 0) await nextTurn();
      const row = inOrder[at] as number;
      const group = groups[row] as number;
      const place = next[group] as number;
      rows[place] = row;
      next[group] = place + 1;
    }
    return new PriceOrder(rows, columns, runs);
  }

  /** Bytes of memory, without those of each group. */
  get bytes(): number {
    return this.#rows.byteLength;
  }

  /** Takes rows out of the order of some groups. */
  leaveOut(groups: Iterable<number>, isGone: (row: number) => boolean): void {
    const rows = this.#rows;
    for (const group of groups) {
      const end = this.#ends[group] as number;
      let left = this.#starts[group] as number;
      for (let place = left; place < end; place += 1) {
        const row = rows[place] as number;
        if (isGone(row)) continue;
        rows[left] = row;
        left += 1;
      }
      this.#ends[group] = left;
    }
  }

  /** How many rows some groups have. */
  count(groups: readonly number[]): number {
    let rows = 0;
    for (const group of groups) rows += (this.#ends[group] ?? 0) - (this.#starts[group] ?? 0);
    return rows;
  }

  /** Where the rows of some groups are that have a price in a range. */
  spansOf(groups: readonly number[], { least, most }: PriceRange): Spans {
    const [from, to]: [number[], number[]] = [[], []];
    let rows = 0;
    for (const group of groups) {
      // A group that was new after the load has no rows here.
      const [start, end] = [this.#starts[group] ?? 0, this.#ends[group] ?? 0];
      if (start === end) continue;
      const isLow = this.priceAt(start) < least;
      const isHigh = this.priceAt(end - 1) > most;
      const low = isLow ? firstPlace(start, end, (place) => this.priceAt(place) >= least) : start;
      const high = isHigh ? firstPlace(low, end, (place) => this.priceAt(place) > most) : end;
      if (low >= high) continue;
      from.push(low);
      to.push(high);
      rows += high - low;
    }
    return { from, to, rows };
  }

  /** Puts the rows of some parts into an array. */
  fill({ from, to }: Spans, into: Uint32Array): void {
    let end = 0;
    for (let at = 0; at < from.length; at += 1) {
      const [first, last] = [from[at] as number, to[at] as number];
      for (let place = first; place < last; place += 1) into[end++] = this.#rows[place] as number;
    }
  }

  /** The rows of some parts in one order. */
  merge(spans: Spans, descending: boolean): PriceMerge {
    return new PriceMerge(this, spans, descending);
  }

  rowAt(place: number): number {
    return this.#rows[place] as number;
  }

  priceAt(place: number): number {
    return this.#columns.arrays.prices[this.#rows[place] as number] as number;
  }

  idAt(place: number): number {
    return this.#columns.arrays.ids[this.#rows[place] as number] as number;
  }
}

/**
 * Goes through several parts of the order as if they were one, from the lowest price up or from the highest
 * down. Listings of one price come in the order of their ids in both directions, as in the pages of a database.
 */
class PriceMerge {
  readonly #order: PriceOrder;
  readonly #descending: boolean;
  /** Of each part, the place of its next row, */
  readonly #next: number[];
  /** where the rows end that follow it, in a descending merge those of its price, */
  readonly #ends: number[];
  /** and where the rows of lower prices begin and end. */
  readonly #starts: readonly number[];
  readonly #lower: number[];
  /** Price and id of each part's next row. */
  readonly #prices: number[] = [];
  readonly #ids: number[] = [];
  /** The parts that have rows left, as a heap: that with the first row is at its top. */
  readonly #heap: number[];

  constructor(order: PriceOrder, { from, to }: Spans, descending: boolean) {
    this.#order = order;
    this.#descending = descending;
    this.#starts = from;
    this.#next = descending ? [...to] : [...from];
    this.#ends = [...to];
    this.#lower = descending ? [...to] : [...from];
    this.#heap = [...from.keys()];
    for (const part of this.#heap) this.#read(part);
    for (let at = (from.length >> 1) - 1; at >= 0; at -= 1) this.#sink(at);
  }

  /** Puts the next rows into an array. @returns How many, at most as many as wanted; 0 at the end. */
  next(into: Uint32Array, wanted: number): number {
    const heap = this.#heap;
    let count = 0;
    while (count < wanted && heap.length > 0) {
      const part = heap[0] as number;
      const place = this.#next[part] as number;
      into[count++] = this.#order.rowAt(place);
      this.#next[part] = place + 1;
      if (!this.#read(part)) {
        const last = heap.pop() as number;
        if (heap.length > 0) heap[0] = last;
      }
      this.#sink(0);
    }
    return count;
  }

  /** Reads price and id of a part's next row. @returns False if there is none. */
  #read(part: number): boolean {
    if (this.#next[part] === this.#ends[part] && !this.#beginPrice(part)) return false;
    const place = this.#next[part] as number;
    this.#prices[part] = this.#order.priceAt(place);
    this.#ids[part] = this.#order.idAt(place);
    return true;
  }

  /** Goes to the first row of a part's next lower price. @returns False if there is none. */
  #beginPrice(part: number): boolean {
    const [start, end] = [this.#starts[part] as number, this.#lower[part] as number];
    if (start === end) return false;
    const order = this.#order;
    const price = order.priceAt(end - 1);
    // Mostly, one listing has it.
    const isAlone = end - 1 === start || order.priceAt(end - 2) < price;
    const first = isAlone ? end - 1 : firstPlace(start, end, (at) => order.priceAt(at) >= price);
    this.#next[part] = first;
    this.#ends[part] = end;
    this.#lower[part] = first;
    return true;
  }

  /** Moves a part down the heap to its place. */
  #sink(from: number): void {
    const heap = this.#heap;
    const part = heap[from] as number;
    let at = from;
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      const other = child + 1;
      if (other < heap.length && this.#isAhead(heap[other] as number, heap[child] as number)) {
        child = other;
      }
      if (!this.#isAhead(heap[child] as number, part)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    if (heap.length > 0) heap[at] = part;
  }

  #isAhead(one: number, other: number): boolean {
    const difference = (this.#prices[one] as number) - (this.#prices[other] as number);
    if (difference === 0) return (this.#ids[one] as number) < (this.#ids[other] as number);
    return this.#descending ? difference > 0 : difference < 0;
  }
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
