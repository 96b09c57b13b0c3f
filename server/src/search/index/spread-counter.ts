import { emptyHistogram, type Histogram } from '../facet.kinds.js';
import type { Columns } from './columns.js';

/** Stands for a slot in which a bin ends and the next begins. */
const SEVERAL = 255;

/**
 * How prices or sizes above 0 spread. The bins are known only when all numbers are, so these are kept until
 * then, eight bytes each.
 */
export class SpreadCounter {
  #values: Float64Array;
  #count = 0;

  constructor(readonly column: 'prices' | 'sizes') {
    this.#values = buffers[column];
  }

  add({ arrays }: Columns, rows: Uint32Array, count: number): void {
    this.#makeRoom(count);
    // A loop for each of the two kinds of array.
    if (this.column === 'prices') this.#addPrices(arrays.prices, rows, count);
    else this.#addSizes(arrays.sizes, rows, count);
  }

  /** Adds a value that occurs several times. */
  addValue(value: number, count: number): void {
    if (value <= 0) return;
    this.#makeRoom(count);
    this.#values.fill(value, this.#count, this.#count + count);
    this.#count += count;
  }

  #makeRoom(count: number): void {
    if (this.#count + count <= this.#values.length) return;
    const values = new Float64Array(2 * this.#values.length + count);
    values.set(this.#values.subarray(0, this.#count));
    this.#values = values;
    if (values.length <= MOST_KEPT) buffers[this.column] = values;
  }

  #addPrices(prices: Float64Array, rows: Uint32Array, count: number): void {
    const values = this.#values;
    let end = this.#count;
    for (let at = 0; at < count; at += 1) {
      const price = prices[rows[at] as number] as number;
      values[end] = price;
      if (price > 0) end += 1;
    }
    this.#count = end;
  }

  #addSizes(sizes: Int32Array, rows: Uint32Array, count: number): void {
    const values = this.#values;
    let end = this.#count;
    for (let at = 0; at < count; at += 1) {
      const size = sizes[rows[at] as number] as number;
      values[end] = size;
      if (size > 0) end += 1;
    }
    this.#count = end;
  }

  counted(): Histogram {
    const values = this.#values;
    const count = this.#count;
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (let at = 0; at < count; at += 1) {
      const value = values[at] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (count === 0) return emptyHistogram(undefined, undefined);
    const histogram = emptyHistogram(least, most);
    const starts = Float64Array.from(histogram.bins, ({ from }) => from);
    const counts = countsIn(starts, values, count, [least, most]);
    histogram.bins.forEach((bin, at) => {
      bin.count = counts[at] ?? 0;
    });
    return histogram;
  }
}

/**
 * How many values are in each bin. A search for the bin of each value would take ten times as long as all
 * else, since the processor cannot guess its turns. So the first bits of a number, its exponent and seven more, lead to
 * the bin by a table, and a search is left to the few slots in which a bin begins.
 */
function countsIn(
  starts: Float64Array,
  values: Float64Array,
  count: number,
  [least, most]: readonly [number, number],
): Uint32Array {
  const first = slotOf(least);
  const bins = new Uint8Array(slotOf(most) - first + 1);
  for (let slot = 0; slot < bins.length; slot += 1) {
    const [low, high] = [binOf(starts, startOf(first + slot)), binOf(starts, endOf(first + slot))];
    bins[slot] = low === high ? low : SEVERAL;
  }
  const words = new Uint32Array(values.buffer);
  const counts = new Uint32Array(starts.length);
  for (let at = 0; at < count; at += 1) {
    let bin = bins[((words[2 * at + HIGH] as number) >>> 13) - first] as number;
    if (bin === SEVERAL) bin = binOf(starts, values[at] as number);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return counts;
}

/** The last bin that begins at a value or before. */
function binOf(starts: Float64Array, value: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The most numbers for which memory is kept from one count to the next. */
const MOST_KEPT = 131_072;

/**
 * Where numbers are kept until all are counted. Nothing else runs until then, so one for each column is enough.
 */
const buffers = { prices: new Float64Array(4096), sizes: new Float64Array(4096) };

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);
number[0] = 1;
/** Which of the two words of a number has its exponent: the second on little-endian machines. */
const HIGH = words[0] === 0 ? 1 : 0;

/** The sign, the exponent and the first seven bits of a number. */
function slotOf(value: number): number {
  number[0] = value;
  return (words[HIGH] as number) >>> 13;
}

function startOf(slot: number): number {
  words[HIGH] = slot << 13;
  words[1 - HIGH] = 0;
  return number[0] as number;
}

function endOf(slot: number): number {
  words[HIGH] = (slot << 13) | 0x1fff;
  words[1 - HIGH] = 0xffffffff;
  return number[0] as number;
}
