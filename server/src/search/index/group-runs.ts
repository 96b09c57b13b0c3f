/** The rows of a group, from one to another, the last not included. */
export interface Run {
  readonly group: number;
  readonly from: number;
  readonly to: number;
}

/** Where the rows of each group are, of rows that lie in groups one after another. */
export class GroupRuns {
  readonly #groups: Uint16Array;
  /** Behind the last row of each run. */
  readonly #ends: Uint32Array;

  /** @param runs All rows, in their order. */
  constructor(runs: readonly Run[]) {
    const some = runs.filter(({ from, to }) => to > from);
    this.#groups = Uint16Array.from(some, ({ group }) => group);
    this.#ends = Uint32Array.from(some, ({ to }) => to);
  }

  groupAt(row: number): number {
    return this.#groups[this.#runOf(row)] as number;
  }

  /** Counts the first `count` of some rows by their groups. @param rows Ascending. */
  count(rows: Uint32Array, count: number, counts: Uint32Array): void {
    for (let since = 0, at = 0; since < count; since = at) {
      const run = this.#runOf(rows[since] as number);
      const end = this.#ends[run] as number;
      at = count;
      // Mostly, all are of one group.
      if ((rows[count - 1] as number) >= end) {
        for (at = since + 1; (rows[at] as number) < end; ) at += 1;
      }
      const group = this.#groups[run] as number;
      counts[group] = (counts[group] as number) + at - since;
    }
  }

  #runOf(row: number): number {
    const ends = this.#ends;
    return firstPlace(0, ends.length - 1, (run) => (ends[run] as number) > row);
  }
}

export function addGroups(
  groups: Uint16Array,
  rows: Uint32Array,
  count: number,
  counts: Uint32Array,
): void {
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

/**
 * The first place from one to another where a condition holds that holds at all later places, too.
 *
 * @returns `to` if it holds at none; `from` if that is not before `to`.
 */
export function firstPlace(from: number, to: number, holds: (place: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
