import { AMENITY_TESTS, type Counts } from '../listings/facet.counters.js';
import type { Histogram } from '../listings/facet.histogram.js';
import type { FacetName } from '../listings/facet.names.js';
import type { Filter } from '../listings/listing.search.js';
import { HOMES } from '../listings/listing.vocabulary.js';
import type { Arrays, Dictionary } from './columns.js';
import type { ListingIndex } from './listing-index.js';
import { SpreadCounter } from './spread-counter.js';

/** What a facet is counted as: how often each value occurs, or for prices and sizes how they spread. */
export type FacetCount = Counts | Histogram;

/** Counts one facet: it is given rows, and then asked for what they have. */
interface Counter {
  add(arrays: Arrays, rows: Uint32Array, count: number): void;
  counted(): FacetCount;
}

/**
 * Counts the facets of the listings that meet a filter, all in one pass.
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
  const isKnown = index.visit(filter, ({ arrays }, rows, count) => {
    for (const counter of counters) counter.add(arrays, rows, count);
  });
  if (!isKnown) return undefined;
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
    // Rows of one group follow each other, and one addition for all of them is quicker than one for each.
    let last = groups[rows[0] as number] as number;
    let since = 0;
    for (let at = 1; at < count; at += 1) {
      const group = groups[rows[at] as number] as number;
      if (group === last) continue;
      counts[last] = (counts[last] as number) + at - since;
      last = group;
      since = at;
    }
    counts[last] = (counts[last] as number) + count - since;
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
