import { type Compilable, CompiledQuery, type Insertable, type Kysely } from 'kysely';
import type { ClientDatabase } from './client-database/open.js';
import type { ClientTables } from './client-database/tables.js';
import { kindOf } from './dialect.js';
import { type Fragment, fragment, Placeholder } from './fragment.js';

/** How many texts are kept over all client databases. */
const TEXTS_KEPT = 2000;

/** A compiled statement: for each parameter in the text, its place among the fragment's values. */
interface Text {
  readonly sql: string;
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
  // On PostgreSQL the text names the client's schema.
  const shape =
    database.kind === 'sqlite' ? statement.shape : `${database.name} ${statement.shape}`;
  return run(database.db, statement, keptText(shape, statement));
}

/**
 * As `runPrepared`, wherever a query may run, in a transaction too. On PostgreSQL it is built each time,
 * as a transaction does not tell the client whose schema its texts name.
 */
export async function runPreparedIn<Row>(
  db: Kysely<ClientTables>,
  statement: Fragment<Compilable<Row>>,
): Promise<Row[]> {
  const isKept = kindOf(db) === 'sqlite';
  return run(db, statement, isKept ? keptText(statement.shape, statement) : textOf(statement));
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
  { sql, positions }: Text,
): Promise<Row[]> {
  const values = positions.map((position) => parameters[position]);
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(sql, values) as CompiledQuery<Row>);
  return rows;
}

function keptText(shape: string, statement: Fragment<Compilable>): Text {
  let text = texts.get(shape);
  if (text === undefined) {
    text = textOf(statement);
    if (texts.size >= TEXTS_KEPT) dropOldest();
  } else {
    texts.delete(shape);
  }
  texts.set(shape, text);
  return text;
}

/** @throws Error when a value stands in the text, as later runs would be given it in place of theirs. */
function textOf({ shape, build }: Fragment<Compilable>): Text {
  const { sql, parameters } = build(0).compile();
  const positions = parameters.map((parameter) => {
    if (parameter instanceof Placeholder) return parameter.position;
    throw new Error(`The statement ${shape} holds a value that is none of its inputs.`);
  });
  return { sql, positions };
}

/** One at a time, so that many new shapes of one client do not cost the others theirs. */
function dropOldest(): void {
  const oldest = texts.keys().next().value;
  if (oldest !== undefined) texts.delete(oldest);
}
