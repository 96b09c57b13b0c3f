import Sqlite from 'better-sqlite3';
import { fastest, type Way } from './fastest.js';
import { LISTING_ROW_SQL } from './listing-row.js';
import {
  conditionsOf,
  KINDS,
  type Kind,
  PER_PAGE,
  type Search,
  SORTED,
  STATUSES,
} from './searches.js';

/**
 * The yardstick: the same searches in SQL written by hand for each kind, prepared once, with
 * nothing around it. For each kind, several ways are tried, and the comparison uses the one that is
 * fastest on this machine and this data.
 */

/** The result of a search: the number of matches, and the ids of the page. */
export interface Page {
  readonly total: number;
  readonly ids: readonly number[];
}

const INDEXES = ['price', 'place', 'size'] as const;

/** The number of searches of each kind that compare the ways. */
const TRIALS = 40;

/** The five kinds of search in bare SQL on the file that Portico serves from. */
export class BareSql {
  readonly #database: Sqlite.Database;
  readonly #distinct: boolean;
  readonly #rows: Sqlite.Statement<unknown[], unknown[]>;
  readonly #fastest = new Map<Kind, Way<Page>>();

  /**
   * @param file A tenant database, which is only read.
   * @param distinct Whether each search has a highest price of its own.
   */
  constructor(file: string, distinct = false) {
    this.#distinct = distinct;
    this.#database = new Sqlite(file, { readonly: true });
    this.#database.pragma('mmap_size = 2147418112');
    this.#database.pragma('temp_store = MEMORY');
    this.#rows = this.#database.prepare<unknown[], unknown[]>(LISTING_ROW_SQL).raw(true);
  }

  /** Finds the fastest way for each kind. All ways must give the same answers. */
  tune(searches: readonly Search[]): void {
    for (const kind of KINDS) {
      const trials = searches.filter((search) => search.kind === kind).slice(0, TRIALS);
      const count = fastest(this.#counts(kind), trials);
      const read = fastest(this.#reads(kind), trials);
      const both: Way<Page> = {
        name: `count through ${count.name}, page through ${read.name}`,
        run: (search) => ({ total: count.run(search), ids: read.run(search) }),
      };
      this.#fastest.set(kind, fastest([both, ...this.#atOnce(kind)], trials));
    }
  }

  /** The name of the fastest way. */
  way(kind: Kind): string {
    return this.#wayOf(kind).name;
  }

  find(search: Search): Page {
    return this.#wayOf(search.kind).run(search);
  }

  /**
   * The columns of the listings of a page, with those of their buildings, neighborhoods and agents.
   */
  rows(ids: readonly number[]): unknown[][] {
    const padded = Array.from({ length: PER_PAGE }, (_, at) => ids[at] ?? 0);
    return this.#rows.all(...padded) as unknown[][];
  }

  close(): void {
    this.#database.close();
  }

  #where(kind: Kind, statuses = STATUSES[kind]): string {
    return conditionsOf(kind, statuses, this.#distinct);
  }

  #wayOf(kind: Kind): Way<Page> {
    const way = this.#fastest.get(kind);
    if (way === undefined) throw new Error('The ways have not been compared yet.');
    return way;
  }

  /** The total alone, through each index and through the one that SQLite chooses. */
  #counts(kind: Kind): Way<number>[] {
    return sources().map(({ name, source }) => {
      const sql = `select count(*) from ${source} where ${this.#where(kind)}`;
      const statement = this.#database.prepare<number[], number>(sql).pluck(true);
      return { name, run: ({ values }) => statement.get(...values) ?? 0 };
    });
  }

  /**
   * The ids of the page: from all statuses at once, or the best of each status and then the best of
   * those.
   */
  #reads(kind: Kind): Way<readonly number[]>[] {
    const column = SORTED[kind];
    const order = `order by ${column} desc, id limit ${PER_PAGE} offset ?`;
    return sources().flatMap(({ name, source }) => {
      const plain = this.#database
        .prepare<number[], number>(`select id from ${source} where ${this.#where(kind)} ${order}`)
        .pluck(true);
      const ways: Way<readonly number[]>[] = [
        { name, run: ({ values, offset }) => plain.all(...values, offset) },
      ];
      if (STATUSES[kind].length > 1) {
        const branches = STATUSES[kind].map(
          (status) =>
            `select * from (select id, ${column} from ${source} where ${this.#where(kind, [status])} order by ${column} desc, id limit ${PER_PAGE})`,
        );
        const united = this.#database
          .prepare<number[], number>(`select id from (${branches.join(' union all ')}) ${order}`)
          .pluck(true);
        ways.push({
          name: `${name}, status by status`,
          run: ({ values, offset }) => united.all(...branches.flatMap(() => values), offset),
        });
      }
      return ways;
    });
  }

  /**
   * The total and the page in one pass: the total counted with the rows, or all matches fetched and
   * sorted here.
   */
  #atOnce(kind: Kind): Way<Page>[] {
    const column = SORTED[kind];
    return sources().flatMap(({ name, source }): Way<Page>[] => {
      const from = `from ${source} where ${this.#where(kind)}`;
      const counted = this.#database
        .prepare<number[], [number, number]>(
          `select id, count(*) over () ${from} order by ${column} desc, id limit ${PER_PAGE} offset ?`,
        )
        .raw(true);
      const all = this.#database
        .prepare<number[], [number, number]>(`select id, ${column} ${from}`)
        .raw(true);
      return [
        {
          name: `one pass through ${name}`,
          run: ({ values, offset }) => {
            const rows = counted.all(...values, offset);
            return { total: rows[0]?.[1] ?? 0, ids: rows.map(([id]) => id) };
          },
        },
        {
          name: `matches through ${name}, sorted outside`,
          run: ({ values, offset }) => {
            const rows = all.all(...values);
            rows.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
            return {
              total: rows.length,
              ids: rows.slice(offset, offset + PER_PAGE).map(([id]) => id),
            };
          },
        },
      ];
    });
  }
}

function sources(): { name: string; source: string }[] {
  return [
    { name: "SQLite's choice", source: 'listing_search' },
    ...INDEXES.map((index) => ({
      name: index,
      source: `listing_search indexed by listing_search_${index}`,
    })),
  ];
}
