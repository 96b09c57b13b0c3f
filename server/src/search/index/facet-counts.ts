import { AMENITY_TESTS, type Counts, type Histogram } from '../facet.kinds.js';
import type { Filter } from '../listing.search.js';
import type { FacetName } from '../params/listing.params.js';
import { HOMES } from '../params/listing.vocabulary.js';
import type { Columns, Dictionary } from './columns.js';
import type { ListingIndex } from './listing-index.js';
import { SpreadCounter } from './spread-counter.js';

/** Counts one facet: it is given rows, and then asked for what they have. */
interface Counter {
  add(columns: Columns, rows: Uint32Array, count: number): void;
  counted(): Counts;
}

/** The listings of one index that are counted. */
export interface CountedPart {
  readonly index: ListingIndex;
  readonly filter: Filter;
}

/** What is counted: prices and sizes of all parts together, everything else of each part by itself. */
interface PartCounts {
  readonly spreads: ReadonlyMap<FacetName, Histogram>;
  readonly parts: readonly ReadonlyMap<FacetName, Counts>[];
}

/**
 * Counts the facets of the listings that meet a filter, all in one pass over each part.
 *
 * @param others What has been counted in other parts, by value. Prices and sizes of these are added.
 * @returns Undefined if a filter has a condition that its index cannot test.
 */
export function facetCounts(
  parts: readonly CountedPart[],
  names: readonly FacetName[],
  others: readonly ReadonlyMap<FacetName, Counts>[] = [],
): PartCounts | undefined {
  if (parts.length === 0) return undefined;
  const listed = names.filter((name): name is ListedFacet => !isSpread(name));
  const spreads = new Map(
    names
      .filter(isSpread)
      .map((name) => [name, new SpreadCounter(name === 'price' ? 'prices' : 'sizes')]),
  );
  const counted: Map<FacetName, Counts>[] = [];
  for (const part of parts) {
    const counts = countsOfPart(part, listed, [...spreads.values()]);
    if (counts === undefined) return undefined;
    counted.push(counts);
  }
  for (const [name, spread] of spreads) {
    for (const counts of others) {
      for (const [value, count] of counts.get(name) ?? []) spread.addValue(value, count);
    }
  }
  const histograms = [...spreads].map(([name, spread]) => [name, spread.counted()] as const);
  return { spreads: new Map(histograms), parts: counted };
}

/** Counts the facets of one part, and adds its prices and sizes to those of the parts before. */
function countsOfPart(
  { index, filter }: CountedPart,
  names: readonly ListedFacet[],
  spreads: readonly SpreadCounter[],
): Map<FacetName, Counts> | undefined {
  const { dictionary } = index;
  if (spreads.length === 0 && names.every(isOfGroups)) return groupCounts(index, filter, names);
  const counters = names.map((name) => counterOf(name, dictionary));
  const isKnown = index.visit(filter, (columns, rows, count) => {
    for (const spread of spreads) spread.add(columns, rows, count);
    for (const counter of counters) counter.add(columns, rows, count);
  });
  if (!isKnown) return undefined;
  return new Map(names.map((name, at) => [name, (counters[at] as Counter).counted()]));
}

type SpreadFacet = 'price' | 'size';

type ListedFacet = Exclude<FacetName, SpreadFacet>;
type GroupFacet = 'status' | 'neighborhood';

function isSpread(name: FacetName): name is SpreadFacet {
  return name === 'price' || name === 'size';
}

function isOfGroups(name: ListedFacet): name is GroupFacet {
  return name === 'status' || name === 'neighborhood';
}

/** Facets of groups only: their listings are counted without reading most of them. */
function groupCounts(
  index: ListingIndex,
  filter: Filter,
  names: readonly GroupFacet[],
): Map<FacetName, Counts> | undefined {
  const counts = index.countByGroup(filter);
  if (counts === undefined) return undefined;
  return new Map(names.map((name) => [name, countsOfGroups(name, index.dictionary, counts)]));
}

function countsOfGroups(part: GroupFacet, { groups }: Dictionary, counts: Uint32Array): Counts {
  const sums: Counts = new Map();
  groups.forEach((group, code) => {
    addTo(sums, group[part], counts[code] ?? 0);
  });
  return sums;
}

function counterOf(name: ListedFacet, dictionary: Dictionary): Counter {
  switch (name) {
    case 'status':
      return new GroupCounter('status', dictionary);
    case 'neighborhood':
      return new GroupCounter('neighborhood', dictionary);
    case 'beds':
      return new BedsCounter(dictionary);
    case 'amenities':
      return new AmenityCounter();
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
    readonly part: GroupFacet,
    readonly dictionary: Dictionary,
  ) {
    this.#counts = new Uint32Array(dictionary.groups.length);
  }

  add(columns: Columns, rows: Uint32Array, count: number): void {
    columns.countGroups(rows, count, this.#counts);
  }

  counted(): Counts {
    return countsOfGroups(this.part, this.dictionary, this.#counts);
  }
}

class CodeCounter implements Counter {
  readonly #counts = new Uint32Array(256);

  constructor(
    readonly column: 'type' | 'bath' | 'pets',
    readonly dictionary: Dictionary,
  ) {}

  add({ arrays }: Columns, rows: Uint32Array, count: number): void {
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

  add({ arrays }: Columns, rows: Uint32Array, count: number): void {
    const counts = this.#counts;
    const { beds, type } = arrays;
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

/** By the set of words that a listing meets. Nothing else runs until all is counted, so one is enough for all. */
const byWords = new Uint32Array(2 ** AMENITY_TESTS.length);

class AmenityCounter implements Counter {
  readonly #counts = byWords.fill(0);

  add({ arrays }: Columns, rows: Uint32Array, count: number): void {
    const counts = this.#counts;
    const { filterWords } = arrays;
    for (let at = 0; at < count; at += 1) {
      const words = filterWords[rows[at] as number] as number;
      counts[words] = (counts[words] as number) + 1;
    }
  }

  counted(): Counts {
    const sums = new Uint32Array(AMENITY_TESTS.length);
    for (let words = 0; words < this.#counts.length; words += 1) {
      const count = this.#counts[words] as number;
      if (count === 0) continue;
      for (let at = 0; at < sums.length; at += 1) {
        if (((words >>> at) & 1) === 1) sums[at] = (sums[at] as number) + count;
      }
    }
    const counts: Counts = new Map();
    sums.forEach((count, at) => {
      addTo(counts, at, count);
    });
    return counts;
  }
}
