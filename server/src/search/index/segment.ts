import type { HeldTest } from '../conditions/conditions.js';
import { type Columns, NOWHERE } from './columns.js';
import { firstPlace, type Run } from './group-runs.js';
import { inGroups, type Pass, passOf } from './passes.js';

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
 * be looked at. The zones are columns: reading one takes two nanoseconds.
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

  get length(): number {
    return this.groups.length;
  }

  get bytes(): number {
    return 26 * this.length;
  }

  blockOf(row: number): number {
    const { starts } = this;
    return firstPlace(1, this.length, (block) => (starts[block] as number) > row) - 1;
  }

  /** For each block NONE, SOME or ALL, until the next call. @param mask For each group 1 or 0. */
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

/** How many rows go through all tests at a time: their numbers stay in the processor's first cache. */
const CHUNK = 4096;

/** Rows under test. Nothing else runs until a selection is done, so one is enough for all. */
const scratch = new Uint32Array(CHUNK);

/** Gets rows of some columns: the first `count` of `rows`, which are overwritten afterwards. */
export type Visit = (columns: Columns, rows: Uint32Array, count: number) => void;

/** Columns of which some rows do not count any more, as their listings have changed or are gone. */
export class Segment {
  readonly columns: Columns;
  /** Undefined where the rows are in no order. */
  #blocks: Blocks | undefined;
  #gone = new Uint32Array(0);
  #goneRows = 0;

  constructor(columns: Columns) {
    this.columns = columns;
  }

  get bytes(): number {
    return this.columns.bytes + this.#gone.byteLength + (this.#blocks?.bytes ?? 0);
  }

  /** Says where the rows of each group are, of columns that are in the order of groups. */
  setRuns(runs: readonly Run[]): void {
    this.columns.setRuns(runs);
    this.#blocks = new Blocks(this.columns, runs);
  }

  isGone(row: number): boolean {
    return (((this.#gone[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
  }

  /** From now on, a row does not count. */
  leaveOut(row: number): void {
    const words = (this.columns.rows >>> 5) + 1;
    if (row >>> 5 >= this.#gone.length) {
      const gone = new Uint32Array(Math.ceil(words * 1.5));
      gone.set(this.#gone);
      this.#gone = gone;
    }
    const word = row >>> 5;
    this.#gone[word] = (this.#gone[word] ?? 0) | (1 << (row & 31));
    this.#goneRows += 1;
    const blocks = this.#blocks;
    if (blocks === undefined) return;
    const block = blocks.blockOf(row);
    blocks.gone[block] = (blocks.gone[block] as number) + 1;
  }

  /** Visits the rows of some groups that pass all tests. @param mask For each group 1 or 0. */
  visit(mask: Uint8Array, tests: readonly HeldTest[], visit: Visit): void {
    const { columns } = this;
    if (columns.rows === 0) return;
    const all = passesOf(columns, tests);
    const blocks = this.#blocks;
    if (blocks === undefined) {
      const grouped = inGroups(columns.arrays.groups, mask);
      this.#visitRows(0, columns.rows, [grouped, ...all], visit);
      return;
    }
    const others = passesOf(columns, tests.filter(isNotOnPlace));
    const { starts, length } = blocks;
    const shares = blocks.sharesOf(mask, tests.filter(isOnPlace));
    // Blocks that follow each other, and that the same tests are for, are one.
    for (let block = 0, end = 0; block < length; block = end) {
      const share = shares[block] as number;
      end = block + 1;
      while (end < length && shares[end] === share) end += 1;
      if (share === NONE) continue;
      const [from, to] = [starts[block] as number, starts[end] as number];
      this.#visitRows(from, to, share === ALL ? others : all, visit);
    }
  }

  /** How many rows of some groups pass all tests. @param mask For each group 1 or 0. */
  total(mask: Uint8Array, tests: readonly HeldTest[]): number {
    const counts = new Uint32Array(mask.length);
    this.count(mask, tests, counts);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Counts the rows of some groups that pass all tests. Where only the place is asked for, the rows of most
   * blocks are not looked at.
   *
   * @param mask For each group 1 or 0.
   * @param counts By group; what is counted is added.
   */
  count(mask: Uint8Array, tests: readonly HeldTest[], counts: Uint32Array): void {
    const blocks = this.#blocks;
    if (blocks === undefined || tests.some(isNotOnPlace)) {
      this.visit(mask, tests, (columns, rows, count) => {
        columns.countGroups(rows, count, counts);
      });
      return;
    }
    const passes = passesOf(this.columns, tests);
    const { groups, starts, gone, length } = blocks;
    const shares = blocks.sharesOf(mask, tests.filter(isOnPlace));
    for (let block = 0; block < length; block += 1) {
      const share = shares[block];
      if (share === NONE) continue;
      const [from, to] = [starts[block] as number, starts[block + 1] as number];
      const count =
        share === ALL ? to - from - (gone[block] as number) : this.#select(from, to, passes);
      const group = groups[block] as number;
      counts[group] = (counts[group] as number) + count;
    }
  }

  #visitRows(from: number, to: number, passes: readonly Pass[], visit: Visit): void {
    for (let start = from; start < to; start += CHUNK) {
      const count = this.#select(start, Math.min(start + CHUNK, to), passes);
      if (count > 0) visit(this.columns, scratch, count);
    }
  }

  /** Leaves the rows that pass in `scratch`. @returns How many do. */
  #select(from: number, to: number, passes: readonly Pass[]): number {
    return passing(scratch, this.#fill(from, to), passes);
  }

  #fill(from: number, to: number): number {
    let count = 0;
    if (this.#goneRows === 0) {
      for (let row = from; row < to; row += 1) scratch[count++] = row;
      return count;
    }
    const gone = this.#gone;
    for (let row = from; row < to; row += 1) {
      scratch[count] = row;
      count += (((gone[row >>> 5] ?? 0) >>> (row & 31)) & 1) ^ 1;
    }
    return count;
  }
}

/** Leaves in `rows` those that pass. @returns How many of the first `count` do. */
export function passing(rows: Uint32Array, count: number, passes: readonly Pass[]): number {
  let kept = count;
  for (let at = 0; kept > 0 && at < passes.length; at += 1) {
    kept = (passes[at] as Pass)(rows, kept);
  }
  return kept;
}

export const passesOf = (columns: Columns, tests: readonly HeldTest[]): Pass[] =>
  tests.map((test) => passOf(columns, test));

/** Whether most rows need not be looked at for a test, where they lie in blocks. */
export function isOnPlace(test: HeldTest): test is PlaceTest {
  return test.is === 'boxed' || test.is === 'placed';
}

const isNotOnPlace = (test: HeldTest) => !isOnPlace(test);
