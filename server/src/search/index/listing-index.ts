import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ChangeState, changeState } from '../../store/tenant/change-page.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { type HeldTest, isHeld } from '../conditions/conditions.js';
import type { Filter } from '../listing.search.js';
import { COLUMN_NAMES, Columns, Dictionary } from './columns.js';
import * as queries from './index.queries.js';
import { PriceOrder } from './price-order.js';
import { rowOrder } from './row-order.js';
import { Segment, type Visit } from './segment.js';
import {
  type FoundInMemory,
  type PageOrder,
  priceRangeOf,
  searchInMemory,
} from './whole-search.js';

/** Rows that are read at a time. Other calls are answered between two pages. */
const PAGE = 1000;

/** The most changed rows behind the load. Each of them takes part in every search, in whatever group. */
const MOST_CHANGED = 5000;

/** What a listing takes in the map of changed ones. */
const CHANGED_BYTES = 60;

/** What the name of a neighborhood takes in a map, without its characters. */
const NAME_BYTES = 80;

/** What a group takes with its zone, its run of rows and its part of the order of prices. */
export const GROUP_BYTES = 200;

const NO_PAGE: PageOrder = { sort: 'price', descending: true, offset: 0, limit: 0 };

/** Names of neighborhoods by their ids. */
type Names = ReadonlyMap<number, string>;

/** What came of following the changes: `behind` by more than was asked for, or of `another` series of changes. */
export type Followed = 'current' | 'behind' | 'another';

/**
 * The listings of one database as columns of numbers in memory, 59 bytes for each, for what looks at
 * very many of them: totals, facets, clusters. A pass over a column takes a nanosecond or two a listing,
 * where a database takes thirty.
 *
 * The listings of a status and neighborhood lie together, so that most searches pass over few of the rest.
 * Those that have changed since the load lie behind, in no order. All follow the entries of changes, as
 * the words and suggestions do, so that the data is that of a revision, the same in every process. Points
 * are those of `listing_search`, where hidden addresses are coarsened already (R268).
 *
 * It answers only what it can answer exactly as the database does, and nothing else.
 */
export class ListingIndex {
  readonly #base: Segment;
  readonly #changed: Segment;
  readonly #rowOfChanged = new Map<number, number>();
  /** The rows of the base in the order of ids. */
  readonly #byId: Uint32Array;
  readonly #byPrice: PriceOrder;
  #place: ChangeState;
  #names: { readonly revision: number; readonly names: Names; readonly bytes: number } | undefined;
  #isBroken = false;

  private constructor(base: Base, place: ChangeState) {
    this.#base = base.segment;
    this.#byId = base.byId;
    this.#byPrice = base.byPrice;
    this.#place = place;
    this.#changed = new Segment(new Columns(this.dictionary));
  }

  /** The revision whose data it has, or that of a later one. */
  get revision(): number {
    return this.#place.number;
  }

  /** How many listings were read for it. */
  get listings(): number {
    return this.#base.columns.rows;
  }

  /** What the codes in its columns stand for. */
  get dictionary(): Dictionary {
    return this.#base.columns.dictionary;
  }

  /** Whether a change was taken in half, so that it answers nothing any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  get bytes(): number {
    const changed = this.#changed.bytes + CHANGED_BYTES * this.#rowOfChanged.size;
    const groups = GROUP_BYTES * this.dictionary.groups.length;
    const names = this.#names?.bytes ?? 0;
    const orders = this.#byId.byteLength + this.#byPrice.bytes;
    return this.#base.bytes + orders + groups + changed + names;
  }

  /**
   * Reads all listings, in slices between which other calls are answered: some 5 ms for a thousand.
   *
   * @returns Undefined if it would take more than `mostBytes`, or an earlier program has written to the
   *   database without naming its changes.
   * @throws UnindexableValue
   */
  static async load(
    database: TenantDatabase,
    mostBytes: number,
  ): Promise<ListingIndex | undefined> {
    // What is written from here on comes with the changes.
    const place = await changeState(database.db);
    if (place.entries_seq !== place.number) return undefined;
    const columns = new Columns(new Dictionary());
    for (let after = 0; ; await nextTurn()) {
      const rows = await queries.rowsAfter(database, after, PAGE);
      for (const row of rows) columns.append(row);
      if (columns.bytes > mostBytes) return undefined;
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < PAGE) break;
    }
    columns.trim();
    const { order, runs } = await rowOrder(columns);
    for (const name of COLUMN_NAMES) {
      await nextTurn();
      columns.arrange(name, order);
    }
    const byId = new Uint32Array(order.length);
    for (let row = 0; row < order.length; row += 1) byId[order[row] as number] = row;
    const byPrice = await PriceOrder.of(columns, runs, byId);
    const segment = new Segment(columns);
    segment.setRuns(runs);
    return new ListingIndex({ segment, byId, byPrice }, place);
  }

  /** Follows at most `most` changes up to the present state of the database. @throws UnindexableValue */
  async follow(database: TenantDatabase, most: number): Promise<Followed> {
    const { place, ids } = await queries.changedSince(database, this.#place.number, most + 1);
    if (queries.isBroken(this.#place, place)) return 'another';
    if (place.number === this.#place.number) return 'current';
    if (ids.length > most) return 'behind';
    if (this.#changed.columns.rows + ids.length > MOST_CHANGED) return 'another';
    // All is read before anything is changed: a call in between sees one state or the other.
    const rows = await queries.rowsOf(database, ids);
    // Another look has come as far by now, and its rows are not older than these.
    if (this.#place.number >= place.number) return 'current';
    const byId = new Map(rows.map((row) => [row.id, row]));
    this.#isBroken = true;
    const before = new Set<number>();
    for (const id of ids) this.#replace(id, byId.get(id), before);
    this.#byPrice.leaveOut(before, (row) => this.#base.isGone(row));
    this.#isBroken = false;
    this.#place = place;
    return 'current';
  }

  /** The names of neighborhoods as `read` has them, which it is asked for once until something is written. */
  async neighborhoodNames(read: () => Promise<Names>): Promise<Names> {
    const { revision } = this;
    // What is read may be newer than that revision, and never older.
    if (this.#names?.revision === revision) return this.#names.names;
    const names = await read();
    let bytes = 0;
    for (const name of names.values()) bytes += NAME_BYTES + 2 * name.length;
    this.#names = { revision, names, bytes };
    return names;
  }

  /** Counts and finds a page; undefined if the filter has a condition that this cannot test. */
  search(filter: Filter, order: PageOrder): FoundInMemory | undefined {
    const tests = this.#testsOf(filter);
    if (tests === undefined || this.#isBroken) return undefined;
    const groups = this.#groupsOf(filter);
    const searched = { base: this.#base, byPrice: this.#byPrice, changed: this.#changed };
    const groupsOfStatuses = () => this.dictionary.groupsOf(filter.statuses, []);
    return searchInMemory(
      searched,
      { groups, mask: this.#maskOf(groups), tests, groupsOfStatuses },
      order,
    );
  }

  /** How many listings meet a filter; undefined if it has a condition that this cannot test. */
  count(filter: Filter): number | undefined {
    return this.search(filter, NO_PAGE)?.total;
  }

  /** How many listings of each group meet a filter; undefined if it has a condition that this cannot test. */
  countByGroup(filter: Filter): Uint32Array | undefined {
    const tests = this.#testsOf(filter);
    if (tests === undefined || this.#isBroken) return undefined;
    const groups = this.#groupsOf(filter);
    const mask = this.#maskOf(groups);
    const counts = new Uint32Array(mask.length);
    this.#base.count(mask, this.#baseTests(groups, tests), counts);
    this.#changed.count(mask, tests, counts);
    return counts;
  }

  /**
   * Visits the listings that meet a filter, in portions, before it returns.
   *
   * @returns False, without a visit, if the filter has a condition that this cannot test.
   */
  visit(filter: Filter, visit: Visit): boolean {
    const tests = this.#testsOf(filter);
    if (tests === undefined || this.#isBroken) return false;
    const groups = this.#groupsOf(filter);
    const mask = this.#maskOf(groups);
    this.#base.visit(mask, this.#baseTests(groups, tests), visit);
    this.#changed.visit(mask, tests, visit);
    return true;
  }

  /** The tests of a filter's conditions, ready for use; undefined if there is none for one of them. */
  #testsOf(filter: Filter): HeldTest[] | undefined {
    const tests = testsOf(filter);
    for (const test of tests ?? []) {
      if (test.is !== 'not of ids') continue;
      this.#base.columns.mark(test.ids, (id) => this.#rowInBase(id));
      this.#changed.columns.mark(test.ids, (id) => this.#rowOfChanged.get(id));
    }
    return tests;
  }

  /** The tests that some row of the base may fail: a highest price is often above all prices. */
  #baseTests(groups: readonly number[], tests: readonly HeldTest[]): readonly HeldTest[] {
    const [range, others] = priceRangeOf(tests);
    if (others.length === tests.length) return tests;
    const isEvery = this.#byPrice.spansOf(groups, range).rows === this.#byPrice.count(groups);
    return isEvery ? others : tests;
  }

  /** @param left Gets the group of a row that the base has had until now. */
  #replace(id: number, row: queries.IndexRow | undefined, left: Set<number>): void {
    const changed = this.#rowOfChanged.get(id);
    if (changed !== undefined) {
      this.#changed.leaveOut(changed);
      this.#rowOfChanged.delete(id);
    } else {
      const before = this.#rowInBase(id);
      if (before !== undefined && !this.#base.isGone(before)) {
        this.#base.leaveOut(before);
        left.add(this.#base.columns.groupAt(before));
      }
    }
    if (row === undefined) return;
    const { columns } = this.#changed;
    columns.append(row);
    this.#rowOfChanged.set(id, columns.rows - 1);
  }

  #rowInBase(id: number): number | undefined {
    const { ids } = this.#base.columns.arrays;
    const byId = this.#byId;
    let [low, high] = [0, byId.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const row = byId[middle] as number;
      const found = ids[row] as number;
      if (found === id) return row;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #maskOf(groups: readonly number[]): Uint8Array {
    const mask = new Uint8Array(this.dictionary.groups.length);
    for (const group of groups) mask[group] = 1;
    return mask;
  }

  #groupsOf({ statuses, neighborhoods }: Filter): number[] {
    return this.dictionary.groupsOf(statuses, neighborhoods);
  }
}

/** The rows of all listings at the load. */
interface Base {
  readonly segment: Segment;
  readonly byId: Uint32Array;
  readonly byPrice: PriceOrder;
}

export function isTestable(filter: Filter): boolean {
  return testsOf(filter) !== undefined;
}

/** The tests of a filter's conditions; undefined if there is none for one of them. */
function testsOf({ conditions }: Pick<Filter, 'conditions'>): HeldTest[] | undefined {
  const tests = conditions.flatMap(({ test }) => (test !== undefined && isHeld(test) ? test : []));
  return tests.length === conditions.length ? tests : undefined;
}
