import type Sqlite from 'better-sqlite3';

/**
 * Runs reads that are not worth a prepared statement of their own, so that memory does not grow with
 * the number of different texts. A statement that is only dropped would stay until the collector finds
 * it, which knows nothing of the memory that SQLite holds for it.
 *
 * A read is executed as a script, which SQLite prepares, runs and frees at once. Scripts have neither
 * parameters nor rows, so two functions of ours bring the ones in and the others out.
 */
export class RareReads {
  readonly #database: Sqlite.Database;
  readonly #columnsOfTable: (table: string) => readonly string[];
  #parameters: readonly unknown[] = [];
  #take: (values: readonly unknown[]) => void = () => {};

  /** @param columnsOfTable The columns of a table; none where there is no such table. */
  constructor(database: Sqlite.Database, columnsOfTable: (table: string) => readonly string[]) {
    this.#database = database;
    this.#columnsOfTable = columnsOfTable;
    // Deterministic: SQLite asks once for each run, and not once for each row.
    database.function('rare_parameter', { deterministic: true }, (position) => {
      return this.#parameters[Number(position)];
    });
    database.function('rare_row', { varargs: true }, (...values) => {
      this.#take(values);
      return null;
    });
  }

  /**
   * Runs a read, where its columns can be told from its text.
   *
   * @param sql A `select`, its parameters written as `?`.
   * @returns undefined where they cannot.
   */
  run<Row>(sql: string, parameters: readonly unknown[]): Row[] | undefined {
    const columns = columnsOf(sql, this.#columnsOfTable);
    if (columns === undefined) return undefined;
    const rows: Row[] = [];
    this.#parameters = parameters;
    this.#take = (values) => {
      rows.push(Object.fromEntries(columns.map((name, at) => [name, values[at]])) as Row);
    };
    const list = columns.map((name) => `"${name}"`).join(', ');
    this.#database.exec(`select rare_row(${list}) from (${withCalls(sql)})`);
    return rows;
  }
}

const TOKENS = /'[^']*'|"[^"]*"|[(),*]|[^\s'"(),*]+/g;

/**
 * The columns of a `select` as the query compiler words it: each is `"column"`, `"table"."column"`,
 * `… as "column"`, or a `*`.
 *
 * @param columnsOfTable The columns of a table; none where there is no such table.
 * @returns undefined where they are anything else.
 */
export function columnsOf(
  sql: string,
  columnsOfTable: (table: string) => readonly string[],
): readonly string[] | undefined {
  const tokens = sql.slice('select '.length).match(TOKENS) ?? [];
  const items: string[][] = [[]];
  let depth = 0;
  let at = 0;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] as string;
    if (depth === 0 && token === 'from') break;
    if (depth === 0 && token === ',') items.push([]);
    else items.at(-1)?.push(token);
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
  }
  const table = tokens[at + 1] ?? '';
  const columns = items.flatMap((item): readonly (string | undefined)[] => {
    const last = item.at(-1) ?? '';
    if (last === '*') {
      const starred = item.length === 1 ? table : (item[0] ?? '');
      const found = columnsOfTable(unquoted(starred) ?? '');
      return found.length === 0 ? [undefined] : found;
    }
    const plain = item.length === 1 || (item.length === 3 && item[1] === '.');
    return plain || item.at(-2) === 'as' ? [unquoted(last)] : [undefined];
  });
  const names = columns.filter((name): name is string => name !== undefined);
  const distinct = new Set(names).size;
  return distinct > 0 && distinct === columns.length ? names : undefined;
}

function unquoted(token: string): string | undefined {
  return token.startsWith('"') ? token.slice(1, -1) : undefined;
}

/** The text with a call for each parameter; a `?` in quotes is only text. */
function withCalls(sql: string): string {
  let position = 0;
  return sql.replace(/'[^']*'|"[^"]*"|\?/g, (found) =>
    found === '?' ? `rare_parameter(${position++})` : found,
  );
}
