import type { HeldTest } from '../conditions/column-test.js';
import { type Columns, NOWHERE } from './columns.js';
import { firstPlace } from './first-place.js';
import type { Run } from './group-runs.js';

/** The tests that a look at a zone may save. */
export type PlaceTest = Extract<HeldTest, { is: 'boxed' | 'placed' }>;

/** None of the rows of a block pass, each has to be looked at, or all pass. */
export const NONE = 0;
const SOME = 1;
export const ALL = 2;

/** The most rows of a block: few enough that a map holds most blocks whole or not at all. */
const MOST_ROWS = 256;

/**
 * Rows in blocks that follow each other, each of one group, and where the rows of a block are at most. Rows
 * of a group that stand close together lie together, so that only those of blocks on the edge of a map have to
 * be looked at. The zones are columns: a look at one takes two nanoseconds.
 */
export class Blocks {
  readonly groups: Uint16Array;
  /** The first row of each block, and behind the last one the number of rows. */
  readonly starts: Uint32Array;
  /** How many rows of a block do not count. */
  readonly gone: Uint16Array;
  readonly #south: Int32Array;
  readonly #north: Int32Array;
  readonly #west: Int32Array;
  readonly #east: Int32Array;
  /** Whether a block has rows without coordinates. */
  readonly #isUnplaced: Uint8Array;
  readonly #shares: Uint8Array;

  /** @param runs All rows, in their order. */
  constructor(columns: Columns, runs: readonly Run[]) {
    const blocks = runs.flatMap(inParts);
    const { length } = blocks;
    this.groups = Uint16Array.from(blocks, ({ group }) => group);
    this.starts = Uint32Array.from([...blocks.map(({ from }) => from), columns.rows]);
    this.gone = new Uint16Array(length);
    this.#south = new Int32Array(length).fill(2 ** 31 - 1);
    this.#north = new Int32Array(length).fill(NOWHERE);
    this.#west = new Int32Array(length).fill(2 ** 31 - 1);
    this.#east = new Int32Array(length).fill(NOWHERE);
    this.#isUnplaced = new Uint8Array(length);
    this.#shares = new Uint8Array(length);
    for (let block = 0; block < length; block += 1) this.#measure(columns, block);
  }

  /** How many blocks there are. */
  get length(): number {
    return this.groups.length;
  }

  /** Bytes of memory. */
  get bytes(): number {
    return 26 * this.length;
  }

  /** The block of a row. */
  blockOf(row: number): number {
    const { starts } = this;
    return firstPlace(1, this.length, (block) => (starts[block] as number) > row) - 1;
  }

  /**
   * For each block whether its rows pass: NONE, SOME or ALL. The next call overwrites what this one returns.
   *
   * @param mask For each group 1 or 0.
   */
  sharesOf(mask: Uint8Array, tests: readonly PlaceTest[]): Uint8Array {
    const { groups, length } = this;
    const shares = this.#shares;
    for (let block = 0; block < length; block += 1) {
      shares[block] = mask[groups[block] as number] === 1 ? ALL : NONE;
    }
    for (const test of tests) {
      if (test.is === 'placed') this.#limitToPlaced(shares);
      else this.#limitToBox(shares, test);
    }
    return shares;
  }

  #limitToPlaced(shares: Uint8Array): void {
    const [north, isUnplaced] = [this.#north, this.#isUnplaced];
    for (let block = 0; block < shares.length; block += 1) {
      if (north[block] === NOWHERE) shares[block] = NONE;
      else if (isUnplaced[block] === 1 && shares[block] === ALL) shares[block] = SOME;
    }
  }

  #limitToBox(shares: Uint8Array, box: Extract<PlaceTest, { is: 'boxed' }>): void {
    const { south, north, west, east } = box;
    const [souths, norths, wests, easts] = [this.#south, this.#north, this.#west, this.#east];
    const isUnplaced = this.#isUnplaced;
    // Over the date line.
    const past = west > east;
    for (let block = 0; block < shares.length; block += 1) {
      if (shares[block] === NONE) continue;
      const from = souths[block] as number;
      const to = norths[block] as number;
      const left = wests[block] as number;
      const right = easts[block] as number;
      // One without coordinates reaches from the largest number to the least.
      if (to < south || from > north || (!past && (right < west || left > east))) {
        shares[block] = NONE;
        continue;
      }
      const isWithin = from >= south && to <= north && !past && left >= west && right <= east;
      if (!isWithin || isUnplaced[block] === 1) shares[block] = SOME;
    }
  }

  #measure({ arrays }: Columns, block: number): void {
    const { latitudes, longitudes } = arrays;
    let [south, north, west, east] = [2 ** 31 - 1, NOWHERE, 2 ** 31 - 1, NOWHERE];
    const end = this.starts[block + 1] as number;
    for (let row = this.starts[block] as number; row < end; row += 1) {
      const latitude = latitudes[row] as number;
      const longitude = longitudes[row] as number;
      if (latitude === NOWHERE) {
        this.#isUnplaced[block] = 1;
        continue;
      }
      if (latitude < south) south = latitude;
      if (latitude > north) north = latitude;
      if (longitude < west) west = longitude;
      if (longitude > east) east = longitude;
    }
    this.#south[block] = south;
    this.#north[block] = north;
    this.#west[block] = west;
    this.#east[block] = east;
  }
}

/** A run in parts of at most so many rows as a block has; an empty one has none. */
function inParts({ group, from, to }: Run): Run[] {
  const parts: Run[] = [];
  for (let start = from; start < to; start += MOST_ROWS) {
    parts.push({ group, from: start, to: Math.min(start + MOST_ROWS, to) });
  }
  return parts;
}
