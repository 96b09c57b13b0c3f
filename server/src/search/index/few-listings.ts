import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { isHeld } from '../conditions/conditions.js';
import type { Filter } from '../listing.search.js';
import { Columns, Dictionary, UnindexableValue } from './columns.js';
import { rowsOf } from './index.queries.js';
import { Segment } from './segment.js';

/** Rows that are read at a time. Other calls are answered between two pages. */
const PAGE = 100;

/** Which of some listings a filter leaves. */
interface Left {
  readonly ids: readonly number[];
  /** Whether all of them meet it; otherwise a query of the database decides on these. */
  readonly isExact: boolean;
}

/** A few listings as columns in memory, for asking which of them each of many searches finds. */
export class FewListings {
  readonly #ids: readonly number[];
  /** Undefined where a listing has a value that columns cannot hold. */
  readonly #columns: Columns | undefined;
  readonly #rowOf = new Map<number, number>();

  private constructor(ids: readonly number[], columns: Columns | undefined) {
    this.#ids = ids;
    this.#columns = columns;
    columns?.arrays.ids.subarray(0, columns.rows).forEach((id, row) => {
      this.#rowOf.set(id, row);
    });
  }

  static async read(database: TenantDatabase, ids: readonly number[]): Promise<FewListings> {
    const columns = new Columns(new Dictionary());
    try {
      for (let at = 0; at < ids.length; at += PAGE, await nextTurn()) {
        for (const row of await rowsOf(database, ids.slice(at, at + PAGE))) columns.append(row);
      }
      return new FewListings(ids, columns);
    } catch (error) {
      if (!(error instanceof UnindexableValue)) throw error;
      return new FewListings(ids, undefined);
    }
  }

  /** Those that meet a filter, as far as columns tell. */
  meeting({ statuses, neighborhoods, conditions }: Filter): Left {
    const columns = this.#columns;
    if (columns === undefined) return { ids: this.#ids, isExact: false };
    const tests = conditions.flatMap(({ test }) =>
      test !== undefined && isHeld(test) ? test : [],
    );
    for (const test of tests) {
      if (test.is === 'not of ids') columns.mark(test.ids, (id) => this.#rowOf.get(id));
    }
    const { dictionary } = columns;
    const mask = new Uint8Array(dictionary.groups.length);
    for (const group of dictionary.groupsOf(statuses, neighborhoods)) mask[group] = 1;
    const ids: number[] = [];
    new Segment(columns).visit(mask, tests, ({ arrays }, rows, count) => {
      for (let at = 0; at < count; at += 1) ids.push(arrays.ids[rows[at] as number] as number);
    });
    return { ids, isExact: tests.length === conditions.length };
  }
}
