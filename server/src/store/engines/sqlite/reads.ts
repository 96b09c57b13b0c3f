import type Sqlite from 'better-sqlite3';
import type { QueryResult } from 'kysely';

/** Runs a statement and returns its rows, or what it changed. */
export function run<R>(
  statement: Sqlite.Statement,
  parameters: readonly unknown[],
): QueryResult<R> {
  if (statement.reader) return { rows: readRows<R>(statement, parameters) };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return {
    rows: [],
    numAffectedRows: BigInt(changes),
    insertId: BigInt(lastInsertRowid),
  };
}

/** Makes a row's object from its values, in the order of the statement's columns. */
type RowMaker = (values: readonly unknown[]) => unknown;

const rowMakers = new WeakMap<Sqlite.Statement, RowMaker>();

/** The same by the text of their code, which the statements of all files share. */
const compiled = new Map<string, RowMaker>();

/** The most column lists that are kept; the program's statements have a few hundred. */
const MOST_COMPILED = 1000;

/**
 * Each statement's rows are made by generated code: one literal with a known shape. For wide rows
 * better-sqlite3's own objects take twice as long, and objects filled in a loop half as long again.
 * Column names come from the program's statements and never from outside.
 */
function newRowMaker(statement: Sqlite.Statement): RowMaker {
  const fields = statement
    .columns()
    .map(({ name }, position) => `${JSON.stringify(name)}: values[${position}]`)
    .join();
  const maker = compiled.get(fields) ?? compile(fields);
  rowMakers.set(statement, maker);
  return maker;
}

function compile(fields: string): RowMaker {
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  const maker = new Function('values', `return { ${fields} };`) as RowMaker;
  compiled.set(fields, maker);
  return maker;
}

function readRows<R>(statement: Sqlite.Statement, parameters: readonly unknown[]): R[] {
  const known = rowMakers.get(statement);
  if (known === undefined) statement.raw(true);
  const rows = statement.all(parameters) as unknown[][];
  // The columns are read after the first run: a connection that was open when another one added a
  // column sees it only when it runs the statement.
  const maker = known ?? newRowMaker(statement);
  for (let at = 0; at < rows.length; at++) rows[at] = maker(rows[at] as unknown[]) as never;
  return rows as R[];
}

/**
 * Runs reads that are not worth a prepared statement, so that memory does not grow with the number of
 * texts. A dropped statement would stay until a garbage collection, and the collector does not see the
 * memory that SQLite holds for it.
 *
 * SQLite prepares, runs and frees a script at once. A script has neither parameters nor rows, so two
 * functions pass the parameters in and the rows out.
 */
export class RareReads {
  readonly #database: Sqlite.Database;
  readonly #columnsOfTable: (table: string) => readonly string[];
  #parameters: readonly unknown[] = [];
  #take: (values: readonly unknown[]) => void = () => {};

  /** @param columnsOfTable The columns of a table; none if there is no such table. */
  constructor(database: Sqlite.Database, columnsOfTable: (table: string) => readonly string[]) {
    this.#database = database;
    this.#columnsOfTable = columnsOfTable;
    // Deterministic, so that SQLite calls it once for each run and not once for each row.
    database.function('rare_parameter', { deterministic: true }, (position) => {
      return this.#parameters[Number(position)];
    });
    database.function('rare_row', { varargs: true }, (...values) => {
      this.#take(values);
      return null;
    });
  }

  /**
   * Runs a read, if its text shows its columns.
   *
   * @param sql A `select` with parameters written as `?`.
   * @returns undefined if it does not.
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
 * The columns of a `select` of the query compiler: each is `"column"`, `"table"."column"`, `… as
 * "column"`, or a `*`.
 *
 * @param columnsOfTable The columns of a table; none if there is no such table.
 * @returns undefined if they are anything else.
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

/** The text with a call in place of each parameter; a `?` in quotes stays. */
function withCalls(sql: string): string {
  let position = 0;
  return sql.replace(/'[^']*'|"[^"]*"|\?/g, (found) =>
    found === '?' ? `rare_parameter(${position++})` : found,
  );
}
