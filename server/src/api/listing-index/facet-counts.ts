import { AMENITY_TESTS, type Counts } from '../listings/facet.counters.js';
import { emptyHistogram, type Histogram } from '../listings/facet.histogram.js';
import type { FacetName } from '../listings/facet.names.js';
import type { Filter } from '../listings/listing.search.js';
import { HOMES } from '../listings/listing.vocabulary.js';
import type { Arrays, Dictionary } from './columns.js';
import type { ListingIndex } from './listing-index.js';

/** What a facet is counted as: how often each value occurs, or for prices and sizes how they spread. */
export type FacetCount = Counts | Histogram;

/** Counts one facet: it is given rows, and then asked for what they have. */
interface Counter {
  add(arrays: Arrays, rows: Uint32Array, count: number): void;
  counted(): FacetCount;
}

/**
 * Counts the facets of the listings that meet a filter, all in one pass, prices and sizes in a second one.
 *
 * @returns Undefined if the filter has a condition that the index cannot test.
 */
export function facetCounts(
  index: ListingIndex,
  filter: Filter,
  names: readonly FacetName[],
): Map<FacetName, FacetCount> | undefined {
  const { dictionary } = index;
  const counters = names.map((name) => counterOf(name, dictionary));
  const pass = (some: readonly Counter[]) =>
    index.visit(filter, ({ arrays }, rows, count) => {
      for (const counter of some) counter.add(arrays, rows, count);
    });
  if (!pass(counters)) return undefined;
  const spreads = counters.filter((counter) => counter instanceof SpreadCounter);
  for (const spread of spreads) spread.makeBins();
  if (spreads.length > 0) pass(spreads);
  return new Map(names.map((name, at) => [name, (counters[at] as Counter).counted()]));
}

function counterOf(name: FacetName, dictionary: Dictionary): Counter {
  switch (name) {
    case 'status':
      return new GroupCounter('status', dictionary);
    case 'neighborhood':
      return new GroupCounter('neighborhood', dictionary);
    case 'beds':
      return new BedsCounter(dictionary);
    case 'amenities':
      return new AmenityCounter();
    case 'price':
      return new SpreadCounter('prices');
    case 'size':
      return new SpreadCounter('sizes');
    default:
      return new CodeCounter(name, dictionary);
  }
}

function addTo(counts: Counts, value: number, count: number): void {
  if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
}

class GroupCounter implements Counter {
  readonly #counts: Uint32Array;

  constructor(
    readonly part: 'status' | 'neighborhood',
    readonly dictionary: Dictionary,
  ) {
    this.#counts = new Uint32Array(dictionary.groups.length);
  }

  add({ groups }: Arrays, rows: Uint32Array, count: number): void {
    const counts = this.#counts;
    for (let at = 0; at < count; at += 1) {
      const group = groups[rows[at] as number] as number;
      counts[group] = (counts[group] as number) + 1;
    }
  }

  counted(): Counts {
    const counts: Counts = new Map();
    this.dictionary.groups.forEach((group, code) => {
      addTo(counts, group[this.part], this.#counts[code] ?? 0);
    });
    return counts;
  }
}

class CodeCounter implements Counter {
  readonly #counts = new Uint32Array(256);

  constructor(
    readonly column: 'type' | 'bath' | 'pets',
    readonly dictionary: Dictionary,
  ) {}

  add(arrays: Arrays, rows: Uint32Array, count: number): void {
    const counts = this.#counts;
    const codes = arrays[this.column];
    for (let at = 0; at < count; at += 1) {
      const code = codes[rows[at] as number] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }

  counted(): Counts {
    const counts: Counts = new Map();
    this.dictionary.coded[this.column].values.forEach((value, code) => {
      addTo(counts, value, this.#counts[code] ?? 0);
    });
    return counts;
  }
}

/** Listings without bedrooms count where a search for studios finds them (R277). */
class BedsCounter implements Counter {
  /** By the code of the bedrooms, and in these by that of the type. */
  readonly #counts: Uint32Array;

  constructor(readonly dictionary: Dictionary) {
    this.#counts = new Uint32Array(dictionary.coded.beds.values.length << 8);
  }

  add({ beds, type }: Arrays, rows: Uint32Array, count: number): void {
    const counts = this.#counts;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number;
      const place = ((beds[row] as number) << 8) | (type[row] as number);
      counts[place] = (counts[place] as number) + 1;
    }
  }

  counted(): Counts {
    const { coded } = this.dictionary;
    const counts: Counts = new Map();
    coded.beds.values.forEach((beds, bedsCode) => {
      coded.type.values.forEach((type, typeCode) => {
        if (beds === 0 && !HOMES.includes(type)) return;
        addTo(counts, beds, this.#counts[(bedsCode << 8) | typeCode] ?? 0);
      });
    });
    return counts;
  }
}

class AmenityCounter implements Counter {
  /** By the set of words that a listing meets, of which few sets occur. */
  readonly #counts = new Uint32Array(2 ** AMENITY_TESTS.length);

  add({ filterWords }: Arrays, rows: Uint32Array, count: number): void {
    const counts = this.#counts;
    for (let at = 0; at < count; at += 1) {
      const words = filterWords[rows[at] as number] as number;
      counts[words] = (counts[words] as number) + 1;
    }
  }

  counted(): Counts {
    const counts: Counts = new Map();
    for (let words = 0; words < this.#counts.length; words += 1) {
      const count = this.#counts[words] as number;
      if (count === 0) continue;
      for (let at = 0; at < AMENITY_TESTS.length; at += 1) {
        if (((words >>> at) & 1) === 1) addTo(counts, at, count);
      }
    }
    return counts;
  }
}

/** Prices or sizes above 0: a first pass finds the least and the most of them, a second one fills the bins. */
class SpreadCounter implements Counter {
  #least = Number.POSITIVE_INFINITY;
  #most = 0;
  #starts: Float64Array | undefined;
  #counts = new Float64Array(0);
  #histogram: Histogram = emptyHistogram(undefined, undefined);

  constructor(readonly column: 'prices' | 'sizes') {}

  makeBins(): void {
    const isEmpty = this.#most === 0;
    this.#histogram = isEmpty ? this.#histogram : emptyHistogram(this.#least, this.#most);
    this.#starts = Float64Array.from(this.#histogram.bins, ({ from }) => from);
    this.#counts = new Float64Array(this.#starts.length);
  }

  add(arrays: Arrays, rows: Uint32Array, count: number): void {
    // A loop for each of the two kinds of array.
    if (this.column === 'prices') this.#addPrices(arrays.prices, rows, count);
    else this.#addSizes(arrays.sizes, rows, count);
  }

  #addPrices(prices: Float64Array, rows: Uint32Array, count: number): void {
    const starts = this.#starts;
    for (let at = 0; at < count; at += 1) {
      const price = prices[rows[at] as number] as number;
      if (starts === undefined) this.#stretch(price);
      else this.#fill(starts, price);
    }
  }

  #addSizes(sizes: Int32Array, rows: Uint32Array, count: number): void {
    const starts = this.#starts;
    for (let at = 0; at < count; at += 1) {
      const size = sizes[rows[at] as number] as number;
      if (starts === undefined) this.#stretch(size);
      else this.#fill(starts, size);
    }
  }

  #stretch(value: number): void {
    if (value <= 0) return;
    if (value < this.#least) this.#least = value;
    if (value > this.#most) this.#most = value;
  }

  #fill(starts: Float64Array, value: number): void {
    if (value <= 0) return;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= value) low = middle;
      else high = middle - 1;
    }
    this.#counts[low] = (this.#counts[low] ?? 0) + 1;
  }

  counted(): Histogram {
    this.#histogram.bins.forEach((bin, at) => {
      bin.count = this.#counts[at] ?? 0;
    });
    return this.#histogram;
  }
}
