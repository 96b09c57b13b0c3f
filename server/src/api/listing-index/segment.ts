import type { HeldTest } from './column-test.js';
import type { Columns } from './columns.js';
import { inGroups, type Pass, passOf } from './passes.js';

/** How many rows go through all tests at a time: their numbers stay in the processor's first cache. */
const CHUNK = 4096;

/** Rows under test. Nothing else runs until a selection is done, so one is enough for all. */
const scratch = new Uint32Array(CHUNK);

/** A part of the rows of a segment, the end not included. */
type Run = readonly [from: number, to: number];

/** Gets rows of some columns: the first `count` of `rows`, which are overwritten afterwards. */
export type Visit = (columns: Columns, rows: Uint32Array, count: number) => void;

/** Columns of which some rows do not count any more, as their listings have changed or are gone. */
export class Segment {
  readonly columns: Columns;
  /** For each group the run of its rows; undefined where rows are in no order. */
  #runs: readonly (Run | undefined)[] | undefined;
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
  setRuns(runs: readonly (Run | undefined)[]): void {
    this.#runs = runs;
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
    const passes = tests.map((test) => passOf(columns, test));
    const runs = this.#runs;
    if (runs !== undefined) {
      this.#visitRuns(joinedRuns(runs, mask), passes, visit);
      return;
    }
    const grouped = inGroups(columns.arrays.groups, mask);
    this.#visitRuns([[0, columns.rows]], [grouped, ...passes], visit);
  }

  #visitRuns(runs: readonly Run[], passes: readonly Pass[], visit: Visit): void {
    for (const [from, to] of runs) {
      for (let start = from; start < to; start += CHUNK) {
        let count = this.#fill(start, Math.min(start + CHUNK, to));
        for (let at = 0; count > 0 && at < passes.length; at += 1) {
          count = (passes[at] as Pass)(scratch, count);
        }
        if (count > 0) visit(this.columns, scratch, count);
      }
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

/** The runs of the groups of a mask. Those that follow each other are one. */
function joinedRuns(runs: readonly (Run | undefined)[], mask: Uint8Array): Run[] {
  const wanted = runs.filter((run, group): run is Run => run !== undefined && mask[group] === 1);
  wanted.sort(([one], [other]) => one - other);
  const joined: [number, number][] = [];
  for (const [from, to] of wanted) {
    const last = joined.at(-1);
    if (last !== undefined && last[1] === from) last[1] = to;
    else joined.push([from, to]);
  }
  return joined;
}
