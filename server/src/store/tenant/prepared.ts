import { type Compilable, CompiledQuery, type Insertable, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { engineOf, readsNow } from '../engines/dialect.js';
import { type Fragment, fragment, Placeholder } from '../engines/fragment.js';
import { schemaOf, type TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';

/** The most cached texts of all tenant databases together. */
const TEXTS_KEPT = 2000;

/**
 * A compiled statement: for each parameter in the text, the index among the fragment's values. On
 * PostgreSQL a text names the tenant's schema, so it is stored as the pieces between those names,
 * and all tenants share it.
 */
interface Text {
  readonly pieces: readonly string[];
  readonly positions: readonly number[];
}

const texts = new LRUCache<string, Text>({ max: TEXTS_KEPT });

/**
 * Runs a statement. Building and compiling it takes longer than many a search, so that happens once
 * for each shape, and later runs provide only their values.
 */
export async function runPrepared<Row>(
  database: TenantDatabase,
  statement: Fragment<Compilable<Row>>,
): Promise<Row[]> {
  const { kind, name, db } = database;
  if (kind === 'sqlite') return runPreparedIn(db, statement);
  const schema = `"${schemaOf(name)}".`;
  return run(db, statement, cachedText(`postgres ${statement.shape}`, statement, schema), schema);
}

/**
 * As `runPrepared`, in any place where a query may run, such as a transaction. On PostgreSQL the
 * statement is built each time, because a transaction does not reveal the tenant whose schema its
 * texts name.
 */
export async function runPreparedIn<Row>(
  db: Kysely<TenantTables>,
  statement: Fragment<Compilable<Row>>,
): Promise<Row[]> {
  if (engineOf(db) === 'postgres') return run(db, statement, textOf(statement));
  return (
    runPreparedNow(db, statement) ?? run(db, statement, cachedText(statement.shape, statement))
  );
}

/** As `runPreparedIn`, for a query and without waiting; undefined where it has to be waited for. */
export function runPreparedNow<Row>(
  db: Kysely<TenantTables>,
  statement: Fragment<Compilable<Row>>,
): Row[] | undefined {
  const reader = readsNow(db);
  if (reader === undefined) return undefined;
  const { sql, values } = withValues(statement, cachedText(statement.shape, statement));
  return reader.readNow<Row>(sql, values);
}

/** Inserts a row. On SQLite the statement is built once for each set of columns. */
export async function insertPrepared<Table extends keyof TenantTables>(
  transaction: Kysely<TenantTables>,
  table: Table,
  row: Insertable<TenantTables[Table]>,
): Promise<void> {
  const columns = Object.keys(row);
  const statement = fragment(
    `insert into ${table} ${columns.join()}`,
    Object.values(row),
    (...values) =>
      transaction
        .insertInto(table)
        .values(Object.fromEntries(columns.map((column, at) => [column, values[at]])) as never),
  );
  await runPreparedIn(transaction, statement);
}

async function run<Row>(
  db: Kysely<TenantTables>,
  statement: Fragment<Compilable<Row>>,
  text: Text,
  schema?: string,
): Promise<Row[]> {
  const { sql, values } = withValues(statement, text, schema);
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(sql, values) as CompiledQuery<Row>);
  return rows;
}

/** A statement to run. @param schema The tenant's on PostgreSQL, where it stands in the text. */
function withValues(
  { parameters }: Fragment<unknown>,
  { pieces, positions }: Text,
  schema?: string,
): { readonly sql: string; readonly values: unknown[] } {
  const values = positions.map((position) => parameters[position]);
  return { sql: pieces.join(schema), values };
}

/** @param schema The schema's name in the text before a table, on PostgreSQL. */
function cachedText(shape: string, statement: Fragment<Compilable>, schema?: string): Text {
  let text = texts.get(shape);
  if (text === undefined) {
    text = textOf(statement, schema);
    texts.set(shape, text);
  }
  return text;
}

/** @throws Error when the text contains a value, because later runs would get it in place of their own. */
function textOf({ shape, build }: Fragment<Compilable>, schema?: string): Text {
  const { sql, parameters } = build(0).compile();
  const positions = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.position;
    throw new Error(`The statement ${shape} holds a value that is not one of its inputs.`);
  });
  if (schema === undefined) return { pieces: [sql], positions };
  const pieces = sql.split(schema);
  // A tenant called `trail` has a schema of the same name as this table, and would get another's text.
  if (pieces.some((piece) => piece.includes('"client_'))) {
    throw new Error(`The statement ${shape} names a table that a schema may be called like.`);
  }
  return { pieces, positions };
}
