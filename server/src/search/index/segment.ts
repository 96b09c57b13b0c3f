import type { HeldTest } from '../conditions/column-test.js';
import type { Columns } from './columns.js';
import type { Run } from './group-runs.js';
import { inGroups, type Pass, passOf } from './passes.js';
import { ALL, Blocks, NONE, type PlaceTest } from './zones.js';

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

  /** Bytes of memory. */
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

  /**
   * Visits the rows of some groups that pass all tests.
   *
   * @param mask For each group 1 or 0.
   */
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

/** The loops of tests. */
export const passesOf = (columns: Columns, tests: readonly HeldTest[]): Pass[] =>
  tests.map((test) => passOf(columns, test));

/** Whether most rows need not be looked at for a test, where they lie in blocks. */
export function isOnPlace(test: HeldTest): test is PlaceTest {
  return test.is === 'boxed' || test.is === 'placed';
}

const isNotOnPlace = (test: HeldTest) => !isOnPlace(test);
