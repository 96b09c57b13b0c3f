import type pg from 'pg';
import {
  conditionsOf,
  KINDS,
  type Kind,
  PER_PAGE,
  type Search,
  SORTED,
  STATUSES,
} from './searches.js';
import { CLIENT } from './workspace.js';

/** The schema of the tenant, and the table with the text of each record. */
const LISTINGS = `client_${CLIENT}.listing_search`;
export const TEXTS = 'public.bench_text';

/** The number of searches of each kind that compare the ways, and the rounds through them. */
const TRIALS = 20;
const ROUNDS = 3;

/** The result of a search: the number of matches, and the texts of the page. */
export interface TextPage {
  readonly total: number;
  /** Separated by commas. */
  readonly records: string;
}

interface Way {
  readonly name: string;
  readonly run: (search: Search) => Promise<TextPage>;
}

/**
 * The yardstick on PostgreSQL: the same searches in SQL written by hand, as prepared statements of the
 * role that logs in, with nothing around them. For each kind, several ways are tried, and the comparison
 * uses the one that is fastest on this machine and this data.
 */
export class BarePg {
  readonly #pool: pg.Pool;
  readonly #distinct: boolean;
  readonly #fastest = new Map<Kind, Way>();

  /** @param distinct Whether each search has a highest price of its own. */
  constructor(pool: pg.Pool, distinct: boolean) {
    this.#pool = pool;
    this.#distinct = distinct;
  }

  /** Finds the fastest way for each kind. @throws Error when two ways answer differently. */
  async tune(searches: readonly Search[]): Promise<void> {
    for (const kind of KINDS) {
      const trials = searches.filter((search) => search.kind === kind).slice(0, TRIALS);
      let best: { readonly way: Way; readonly took: number } | undefined;
      let expected: string | undefined;
      for (const way of this.#ways(kind)) {
        const answers: TextPage[] = [];
        // The server prepares a statement at its first run.
        for (const search of trials) answers.push(await way.run(search));
        expected ??= JSON.stringify(answers);
        if (JSON.stringify(answers) !== expected)
          throw new Error(`${way.name} differs on ${kind}.`);
        const start = performance.now();
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const search of trials) await way.run(search);
        }
        const took = performance.now() - start;
        if (best === undefined || took < best.took) best = { way, took };
      }
      if (best !== undefined) this.#fastest.set(kind, best.way);
    }
  }

  find(search: Search): Promise<TextPage> {
    const way = this.#fastest.get(search.kind);
    if (way === undefined) throw new Error('The ways have not been compared yet.');
    return way.run(search);
  }

  #ways(kind: Kind): Way[] {
    const all = STATUSES[kind];
    const where = numbered(conditionsOf(kind, all, this.#distinct));
    const order = `order by ${SORTED[kind]} desc, id limit ${PER_PAGE}`;
    const offset = `offset $${where.marks + 1}::bigint`;
    const columns = `id, ${SORTED[kind]} as sorted`;
    const rows = (condition: string): string =>
      `select ${columns} from ${LISTINGS} where ${condition}`;
    const count = `select count(*)::int as total from ${LISTINGS} where ${where.sql}`;
    const branches = all.map((status) => {
      const { sql } = numbered(conditionsOf(kind, [status], this.#distinct));
      return `(${rows(sql)} ${order})`;
    });
    const plain = `${rows(where.sql)} ${order} ${offset}`;
    const pages = [{ name: 'all statuses', sql: plain }];
    if (all.length > 1) {
      // None of the kinds with several statuses has a second page.
      const united = `select id, sorted from (${branches.join(' union all ')}) b
        order by sorted desc, id limit ${PER_PAGE} ${offset}`;
      pages.push({ name: 'status by status', sql: united });
    }
    return pages.flatMap(({ name, sql }): Way[] => [
      this.#way(`${kind}, ${name}, one statement`, [`select (${count}) as total, ${textsOf(sql)}`]),
      this.#way(`${kind}, ${name}, two statements`, [count, `select ${textsOf(sql)}`]),
    ]);
  }

  #way(name: string, statements: readonly string[]): Way {
    const prepared = statements.map((text, at) => ({
      name: `${name} ${at}`,
      text,
      // A count alone has no offset.
      withOffset: at === statements.length - 1,
    }));
    return {
      name,
      run: async ({ values, offset }) => {
        let answer = {};
        for (const { withOffset, ...statement } of prepared) {
          const own = withOffset ? [...values, offset] : [...values];
          const { rows } = await this.#pool.query({ ...statement, values: own });
          answer = { ...answer, ...rows[0] };
        }
        const { total, records } = answer as { total: number; records: string | null };
        return { total, records: records ?? '' };
      },
    };
  }
}

function textsOf(page: string): string {
  return `(select string_agg(t.text, ',' order by p.sorted desc, p.id)
    from (${page}) p join ${TEXTS} t on t.id = p.id) as records`;
}

/** A condition with PostgreSQL's numbers in place of marks. */
function numbered(condition: string): { readonly sql: string; readonly marks: number } {
  let marks = 0;
  const sql = condition.replaceAll('?', () => {
    marks += 1;
    return `$${marks}::bigint`;
  });
  return { sql, marks };
}
