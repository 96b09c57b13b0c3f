import type { HeldTest } from './column-test.js';
import type { Columns } from './columns.js';
import { inGroups, type Pass, passOf } from './passes.js';
import { type PlaceTest, type Share, shareOf, type Zone, zoneOf } from './zones.js';

/** How many rows go through all tests at a time: their numbers stay in the processor's first cache. */
const CHUNK = 4096;

/** Rows under test. Nothing else runs until a selection is done, so one is enough for all. */
const scratch = new Uint32Array(CHUNK);

/** Where the rows of a group are, the end not included. */
export interface Run {
  readonly group: number;
  readonly from: number;
  readonly to: number;
}

/** Gets rows of some columns: the first `count` of `rows`, which are overwritten afterwards. */
export type Visit = (columns: Columns, rows: Uint32Array, count: number) => void;

/** Columns of which some rows do not count any more, as their listings have changed or are gone. */
export class Segment {
  readonly columns: Columns;
  /** The run of each group, in the order of the rows; undefined where these are in no order. */
  #runs: readonly (Run & { readonly zone: Zone })[] | undefined;
  #gone = new Uint32Array(0);
  #goneRows = 0;

  constructor(columns: Columns) {
    this.columns = columns;
  }

  /** Bytes of memory. */
  get bytes(): number {
    return this.columns.bytes + this.#gone.byteLength;
  }

  /** Says where the rows of each group are, of columns that are in the order of groups. */
  setRuns(runs: readonly Run[]): void {
    this.#runs = runs.map((run) => ({ ...run, zone: zoneOf(this.columns, run.from, run.to) }));
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
  }

  /**
   * Visits the rows of some groups that pass all tests.
   *
   * @param mask For each group 1 or 0.
   */
  visit(mask: Uint8Array, tests: readonly HeldTest[], visit: Visit): void {
    const { columns } = this;
    if (columns.rows === 0) return;
    const runs = this.#runs;
    if (runs === undefined) {
      const grouped = inGroups(columns.arrays.groups, mask);
      this.#visitRun(0, columns.rows, [grouped, ...passesOf(columns, tests)], visit);
      return;
    }
    const places = tests.filter(isOnPlace);
    const all = passesOf(columns, tests);
    const others = passesOf(
      columns,
      tests.filter((test) => !isOnPlace(test)),
    );
    let from = 0;
    let to = 0;
    let last: Share = 'none';
    // Runs that follow each other, and that the same tests are for, are one.
    for (const run of runs) {
      const share = mask[run.group] === 1 ? shareOf(run.zone, places) : 'none';
      if (share === last) {
        to = run.to;
        continue;
      }
      if (last !== 'none') this.#visitRun(from, to, last === 'all' ? others : all, visit);
      from = run.from;
      to = run.to;
      last = share;
    }
    if (last !== 'none') this.#visitRun(from, to, last === 'all' ? others : all, visit);
  }

  #visitRun(from: number, to: number, passes: readonly Pass[], visit: Visit): void {
    for (let start = from; start < to; start += CHUNK) {
      let count = this.#fill(start, Math.min(start + CHUNK, to));
      for (let at = 0; count > 0 && at < passes.length; at += 1) {
        count = (passes[at] as Pass)(scratch, count);
      }
      if (count > 0) visit(this.columns, scratch, count);
    }
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

const passesOf = (columns: Columns, tests: readonly HeldTest[]) =>
  tests.map((test) => passOf(columns, test));

function isOnPlace(test: HeldTest): test is PlaceTest {
  return test.is === 'boxed' || test.is === 'placed';
}
