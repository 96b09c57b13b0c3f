import { downOf } from '../cluster.js';
import { CODED_COLUMNS, type CodedColumn } from '../conditions/conditions.js';
import { AMENITY_TESTS } from '../facet.kinds.js';
import type { AmenityBits } from '../params/amenity.vocabulary.js';
import { addGroups, GroupRuns, type Run } from './group-runs.js';
import type { IndexRow } from './index.queries.js';

/** Where a listing without coordinates is: at a number that no coordinate has. */
export const NOWHERE = -(2 ** 31);

/** Amenities are 80 bits, in words of 16. */
export const AMENITY_WORDS = 5;

/** A listing has a value that the columns cannot hold. It is found through the database. */
export class UnindexableValue extends Error {
  constructor(column: string) {
    super(`A listing has a value of ${column} that the index in memory cannot hold.`);
    this.name = 'UnindexableValue';
  }
}

/** Small numbers for the values of a column that has few. */
class Codes {
  readonly values: number[] = [];
  readonly #codes = new Map<number, number>();

  constructor(
    readonly column: string,
    readonly most: number,
  ) {}

  codeOf(value: number): number {
    const code = this.#codes.get(value);
    if (code !== undefined) return code;
    if (this.values.length >= this.most) throw new UnindexableValue(this.column);
    this.#codes.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** A status and a neighborhood: the listings that have both are a group. */
export interface Group {
  readonly status: number;
  readonly neighborhood: number;
}

/** What the codes of columns stand for. The columns of one index share it. */
export class Dictionary {
  readonly groups: Group[] = [];
  readonly #byStatus = new Map<number, Map<number, number>>();
  readonly coded = Object.fromEntries(
    CODED_COLUMNS.map((column) => [column, new Codes(column, 256)]),
  ) as Record<CodedColumn, Codes>;

  groupOf(status: number, neighborhood: number): number {
    const byNeighborhood = this.#byStatus.get(status) ?? new Map<number, number>();
    this.#byStatus.set(status, byNeighborhood);
    const group = byNeighborhood.get(neighborhood);
    if (group !== undefined) return group;
    if (this.groups.length >= 65_536) throw new UnindexableValue('neighborhood_id');
    byNeighborhood.set(neighborhood, this.groups.length);
    return this.groups.push({ status, neighborhood }) - 1;
  }

  /** The groups of some statuses and neighborhoods, each once; an empty list stands for all. */
  groupsOf(statuses: readonly number[], neighborhoods: readonly number[]): number[] {
    const groups: number[] = [];
    for (const status of statuses.length === 0 ? this.#byStatus.keys() : new Set(statuses)) {
      const byNeighborhood = this.#byStatus.get(status);
      if (byNeighborhood === undefined) continue;
      const wanted = neighborhoods.length === 0 ? byNeighborhood.keys() : new Set(neighborhoods);
      for (const neighborhood of wanted) {
        const group = byNeighborhood.get(neighborhood);
        if (group !== undefined) groups.push(group);
      }
    }
    return groups;
  }
}

const arraysOf = (rows: number) => ({
  ids: new Float64Array(rows),
  prices: new Float64Array(rows),
  sizes: new Int32Array(rows),
  latitudes: new Int32Array(rows),
  longitudes: new Int32Array(rows),
  /** How far down a web map the point lies (`downOf`), as its logarithm takes longer than all the rest. */
  downs: new Uint32Array(rows),
  amenities: new Uint16Array(rows * AMENITY_WORDS),
  /** A bit for each word of the filter `amenities` that the listing meets. */
  filterWords: new Uint16Array(rows),
  /** Empty where the rows of each group lie together (`GroupRuns`). */
  groups: new Uint16Array(rows),
  type: new Uint8Array(rows),
  pets: new Uint8Array(rows),
  beds: new Uint8Array(rows),
  bath: new Uint8Array(rows),
  rooms: new Uint8Array(rows),
  category: new Uint8Array(rows),
  flags: new Uint8Array(rows),
});

/** The values of listings by their rows. */
export type Arrays = ReturnType<typeof arraysOf>;
type ArrayName = keyof Arrays;

const ARRAY_NAMES = Object.keys(arraysOf(0)) as ArrayName[];
const strideOf = (name: ArrayName) => (name === 'amenities' ? AMENITY_WORDS : 1);

/** Listings as columns of numbers, 53 bytes for each, and 51 where the rows of each group lie together. */
export class Columns {
  readonly dictionary: Dictionary;
  #arrays: Arrays = arraysOf(0);
  #runs: GroupRuns | undefined;
  #marks = new Uint32Array(0);
  #marked: { readonly ids: readonly number[]; readonly rows: number } | undefined;
  #capacity = 0;
  #rows = 0;

  constructor(dictionary: Dictionary) {
    this.dictionary = dictionary;
  }

  get rows(): number {
    return this.#rows;
  }

  get arrays(): Arrays {
    return this.#arrays;
  }

  get bytes(): number {
    const marks = this.#marks.byteLength;
    return ARRAY_NAMES.reduce((sum, name) => sum + this.#arrays[name].byteLength, marks);
  }

  /** Adds a listing. @throws UnindexableValue and adds nothing. */
  append(row: IndexRow): void {
    const { coded } = this.dictionary;
    const group = this.dictionary.groupOf(row.status, row.neighborhood_id);
    const codes = CODED_COLUMNS.map((column) => coded[column].codeOf(row[column]));
    const price = notNegative(row.price, 'price');
    const size = whole(row.size, 'size');
    const latitude = row.latitude === null ? NOWHERE : whole(row.latitude, 'latitude');
    const longitude = row.longitude === null ? NOWHERE : whole(row.longitude, 'longitude');
    if (this.#rows === this.#capacity) this.#resize(Math.max(64, Math.ceil(this.#rows * 1.5)));
    const arrays = this.#arrays;
    const at = this.#rows;
    arrays.ids[at] = row.id;
    arrays.prices[at] = price;
    arrays.sizes[at] = size;
    arrays.latitudes[at] = latitude;
    arrays.longitudes[at] = longitude;
    arrays.downs[at] = row.latitude === null ? 0 : downOf(row.latitude);
    arrays.groups[at] = group;
    CODED_COLUMNS.forEach((column, place) => {
      arrays[column][at] = codes[place] as number;
    });
    const bits = { low: row.amenities_low, high: row.amenities_high };
    arrays.amenities.set(amenityWords(bits), at * AMENITY_WORDS);
    arrays.filterWords[at] = filterWordsOf(bits, row.pets);
    this.#rows += 1;
  }

  /** Says where the rows of each group lie. Then no row says its group by itself. */
  setRuns(runs: readonly Run[]): void {
    this.#runs = new GroupRuns(runs);
    this.#arrays = { ...this.#arrays, groups: new Uint16Array(0) };
  }

  groupAt(row: number): number {
    return this.#runs?.groupAt(row) ?? (this.#arrays.groups[row] as number);
  }

  /** Counts the first `count` of some rows by their groups. @param rows Ascending. */
  countGroups(rows: Uint32Array, count: number, counts: Uint32Array): void {
    if (this.#runs === undefined) addGroups(this.#arrays.groups, rows, count, counts);
    else this.#runs.count(rows, count, counts);
  }

  /** The rows that are marked, a bit for each. */
  get marks(): Uint32Array {
    return this.#marks;
  }

  /**
   * Marks the rows of some ids, and no others. The next search mostly names the same ids, and then there is
   * nothing to do.
   */
  mark(ids: readonly number[], rowOf: (id: number) => number | undefined): void {
    if (this.#marked?.ids === ids && this.#marked.rows === this.#rows) return;
    const marks = new Uint32Array((this.#rows >>> 5) + 1);
    for (const id of ids) {
      const row = rowOf(id);
      if (row !== undefined) marks[row >>> 5] = (marks[row >>> 5] as number) | (1 << (row & 31));
    }
    this.#marks = marks;
    this.#marked = { ids, rows: this.#rows };
  }

  /** Gives back what appending has taken too much. */
  trim(): void {
    this.#resize(this.#rows);
  }

  /** Puts the rows of one array into another order. @param order The row that comes to each place. */
  arrange(name: ArrayName, order: Uint32Array): void {
    const stride = strideOf(name);
    const from = this.#arrays[name];
    const arranged = from.slice();
    for (let at = 0; at < order.length; at += 1) {
      const start = (order[at] as number) * stride;
      for (let word = 0; word < stride; word += 1) {
        arranged[at * stride + word] = from[start + word] as number;
      }
    }
    this.#arrays = { ...this.#arrays, [name]: arranged };
  }

  #resize(rows: number): void {
    const arrays = arraysOf(rows);
    for (const name of ARRAY_NAMES) {
      arrays[name].set(this.#arrays[name].subarray(0, this.#rows * strideOf(name)));
    }
    this.#arrays = arrays;
    this.#capacity = rows;
  }
}

/** The names of the arrays, which are put into order one at a time. */
export const COLUMN_NAMES: readonly ArrayName[] = ARRAY_NAMES;

function whole(value: number, column: string): number {
  if ((value | 0) !== value) throw new UnindexableValue(column);
  return value;
}

/** A number of which the bits are in the order of numbers (`PriceOrder`). */
function notNegative(value: number, column: string): number {
  if (value < 0) throw new UnindexableValue(column);
  // There is a 0 with a sign, too.
  return value + 0;
}

/** Amenities as words of 16 bits: those of `low` are the first 40 of them. */
export function amenityWords({ low, high }: AmenityBits): number[] {
  const bits = BigInt(low) | (BigInt(high) << 40n);
  return Array.from({ length: AMENITY_WORDS }, (_, word) =>
    Number((bits >> BigInt(16 * word)) & 0xffffn),
  );
}

/** Whether a listing meets a word of the filter `amenities`. */
type WordTest = (typeof AMENITY_TESTS)[number];

/** Makes a function that says which of some words a listing meets, a bit for each. @throws Error with too many words. */
export function wordBits(tests: readonly WordTest[]): (bits: AmenityBits, pets: number) => number {
  const most = 8 * Uint16Array.BYTES_PER_ELEMENT;
  if (tests.length > most) {
    throw new Error(
      `The filter amenities has ${tests.length} words, and filterWords bits for ${most}: widen it.`,
    );
  }
  return (bits, pets) => {
    let words = 0;
    for (let at = 0; at < tests.length; at += 1) {
      if (tests[at]?.(bits, pets) === true) words |= 1 << at;
    }
    return words;
  };
}

const filterWordsOf = wordBits(AMENITY_TESTS);
