import { type Compilable, CompiledQuery, type Insertable, type Kysely } from 'kysely';
import { type ClientDatabase, schemaOf } from './client-database/open.js';
import type { ClientTables } from './client-database/tables.js';
import { kindOf } from './dialect.js';

/** How many texts are kept over all client databases. */
const TEXTS_KEPT = 2000;

/**
 * The texts of statements by shape, those that were asked for last at the end; nothing of the values
 * that the first of a shape was built with. On PostgreSQL a text names the client's schema: it is kept
 * as the pieces between, so that all clients share it.
 */
const texts = new Map<string, readonly string[]>();

/**
 * Runs a query whose text depends on its shape alone. Building and compiling a query takes longer
 * than many a search, so it is done once for each shape and later runs only bring their values.
 *
 * @param shape Names the text of the query: two calls with one shape must build the same text.
 * @param parameters The values in the order in which the text asks for them.
 * @param build Builds the query with these values; asked for when the shape is new.
 */
export async function runPrepared<Row>(
  database: ClientDatabase,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const { kind, name, db } = database;
  const statement =
    kind === 'sqlite'
      ? statementOf(shape, parameters, build)
      : statementOf(`postgres ${shape}`, parameters, build, `"${schemaOf(name)}".`);
  const { rows } = await db.executeQuery<Row>(statement);
  return rows;
}

/**
 * As `runPrepared`, wherever a query may run, in a transaction too. On PostgreSQL it is built each time,
 * as a transaction does not tell the client whose schema its texts name.
 */
export async function runPreparedIn<Row>(
  db: Kysely<ClientTables>,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const statement =
    kindOf(db) === 'sqlite' ? statementOf(shape, parameters, build) : build().compile();
  const { rows } = await db.executeQuery<Row>(statement as CompiledQuery<Row>);
  return rows;
}

/** Stores a row, by a statement that on SQLite is built once for each set of columns. */
export async function insertPrepared<Table extends keyof ClientTables>(
  transaction: Kysely<ClientTables>,
  table: Table,
  row: Insertable<ClientTables[Table]>,
): Promise<void> {
  const shape = `insert into ${table} ${Object.keys(row).join()}`;
  await runPreparedIn(transaction, shape, Object.values(row), () =>
    transaction.insertInto(table).values(row),
  );
}

/** @param schema How the text names the schema before a table, on PostgreSQL. */
function statementOf<Row>(
  name: string,
  parameters: readonly unknown[],
  build: () => Compilable<Row>,
  schema?: string,
): CompiledQuery<Row> {
  let pieces = texts.get(name);
  if (pieces === undefined) {
    const { sql, parameters: built } = build().compile();
    if (built.length !== parameters.length || built.some((value, i) => value !== parameters[i])) {
      throw new Error(`The query of shape ${name} takes other parameters than it was given.`);
    }
    if (texts.size >= TEXTS_KEPT) dropOldest();
    pieces = schema === undefined ? [sql] : sql.split(schema);
  } else {
    texts.delete(name);
  }
  texts.set(name, pieces);
  const text = pieces.join(schema);
  return CompiledQuery.raw(text, parameters as unknown[]) as CompiledQuery<Row>;
}

/** One at a time, so that many new shapes do not cost the others theirs. */
function dropOldest(): void {
  const oldest = texts.keys().next().value;
  if (oldest !== undefined) texts.delete(oldest);
}
