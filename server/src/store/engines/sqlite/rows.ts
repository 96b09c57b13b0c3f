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
