import { type Compilable, CompiledQuery, type Insertable, type Kysely } from 'kysely';
import { type ClientDatabase, schemaOf } from './client-database/open.js';
import type { ClientTables } from './client-database/tables.js';
import { kindOf } from './dialect.js';
import { type Fragment, fragment, Placeholder } from './fragment.js';

/** How many texts are kept over all client databases. */
const TEXTS_KEPT = 2000;

/**
 * A compiled statement: for each parameter in the text, its place among the fragment's values. On PostgreSQL
 * a text names the client's schema: it is kept as the pieces between, so that all clients share it.
 */
interface Text {
  readonly pieces: readonly string[];
  readonly positions: readonly number[];
}

/** The texts of statements by shape, those that were asked for last at the end. */
const texts = new Map<string, Text>();

/**
 * Runs a statement. To build and compile it takes longer than many a search, so that is done once for each
 * shape, and later runs only bring their values.
 */
export async function runPrepared<Row>(
  database: ClientDatabase,
  statement: Fragment<Compilable<Row>>,
): Promise<Row[]> {
  const { kind, name, db } = database;
  if (kind === 'sqlite') return run(db, statement, cachedText(statement.shape, statement));
  const schema = `"${schemaOf(name)}".`;
  return run(db, statement, cachedText(`postgres ${statement.shape}`, statement, schema), schema);
}

/**
 * As `runPrepared`, wherever a query may run, in a transaction too. On PostgreSQL it is built each time,
 * as a transaction does not tell the client whose schema its texts name.
 */
export async function runPreparedIn<Row>(
  db: Kysely<ClientTables>,
  statement: Fragment<Compilable<Row>>,
): Promise<Row[]> {
  const isCached = kindOf(db) === 'sqlite';
  return run(db, statement, isCached ? cachedText(statement.shape, statement) : textOf(statement));
}

/** Stores a row, by a statement that on SQLite is built once for each set of columns. */
export async function insertPrepared<Table extends keyof ClientTables>(
  transaction: Kysely<ClientTables>,
  table: Table,
  row: Insertable<ClientTables[Table]>,
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
  db: Kysely<ClientTables>,
  { parameters }: Fragment<Compilable<Row>>,
  { pieces, positions }: Text,
  schema?: string,
): Promise<Row[]> {
  const sql = pieces.join(schema);
  const values = positions.map((position) => parameters[position]);
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(sql, values) as CompiledQuery<Row>);
  return rows;
}

/** @param schema How the text names the schema before a table, on PostgreSQL. */
function cachedText(shape: string, statement: Fragment<Compilable>, schema?: string): Text {
  let text = texts.get(shape);
  if (text === undefined) {
    text = textOf(statement, schema);
    if (texts.size >= TEXTS_KEPT) dropOldest();
  } else {
    texts.delete(shape);
  }
  texts.set(shape, text);
  return text;
}

/** @throws Error when a value stands in the text, as later runs would be given it in place of theirs. */
function textOf({ shape, build }: Fragment<Compilable>, schema?: string): Text {
  const { sql, parameters } = build(0).compile();
  const positions = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.position;
    throw new Error(`The statement ${shape} holds a value that is none of its inputs.`);
  });
  return { pieces: schema === undefined ? [sql] : sql.split(schema), positions };
}

/** One at a time, so that many new shapes do not cost the others theirs. */
function dropOldest(): void {
  const oldest = texts.keys().next().value;
  if (oldest !== undefined) texts.delete(oldest);
}
