import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { BOOKKEEPING } from '../engines/bookkeeping.js';
import { countPast, countPastReserved } from '../engines/dialect.js';
import { catalog, lastNumber, renewStatistics, scan } from '../engines/dialect-tables.js';

/**
 * Reads and writes databases as tables of plain values, for backups and moves. The database itself lists its
 * tables and columns, so that a new one is never forgotten. Both engines have all the values, so that
 * each reads what the other wrote.
 */

/** A value of a row. Whole numbers are within 2^53. */
export type Value = string | number | null;

/** A row: its values in the order of the table's columns. */
export type Row = readonly Value[];

/** The directory, a tenant database or a feed. */
export interface Tables<Schema> {
  readonly db: Kysely<Schema>;
}

/** A table's name and its columns in their order of creation. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A database at one moment. */
export interface Snapshot {
  /** The schema steps that it has taken. */
  readonly steps: readonly string[];
  readonly tables: readonly TableShape[];
  /** All rows of a table in portions; one table after the other. */
  rows(table: TableShape): AsyncGenerator<readonly Row[]>;
  /** The last number that a numbered table gave; 0 for none, and for other tables. */
  lastNumber(table: TableShape): Promise<number>;
}

/** Reads a database as it is at the start of this call, without holding up writers. */
export function readSnapshot<Schema, Result>(
  { db }: Tables<Schema>,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      return work({
        steps: await stepsOf({ db: transaction }),
        tables: await shapes({ db: transaction }),
        rows: (table) => rowsOf(transaction as unknown as Kysely<unknown>, table),
        lastNumber: (table) => lastNumber(transaction, table.name),
      });
    });
}

/** The schema steps that a database has taken. */
export async function stepsOf<Schema>({ db }: Tables<Schema>): Promise<string[]> {
  const loose = db as unknown as Kysely<{ schema_step: { name: string } }>;
  const steps = await loose.selectFrom('schema_step').select('name').orderBy('name').execute();
  return steps.map(({ name }) => name);
}

/** The tables of a database. */
export async function shapes<Schema>({ db }: Tables<Schema>): Promise<TableShape[]> {
  const columns = new Map<string, string[]>();
  for (const { table, column } of await catalog(db)) {
    if ((BOOKKEEPING as readonly string[]).includes(table)) continue;
    const names = columns.get(table);
    if (names === undefined) columns.set(table, [column]);
    else names.push(column);
  }
  return [...columns].map(([name, names]) => ({ name, columns: names }));
}

async function* rowsOf(
  transaction: Kysely<unknown>,
  { name, columns }: TableShape,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of scan(transaction, name, columns)) {
    yield rows.map((row) => columns.map((column) => plain(row[column], `${name}.${column}`)));
  }
}

/** Refuses a value of another type, which would silently be restored as something else. */
function plain(value: unknown, where: string): Value {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Error(`${where} holds a value that is neither text nor a number.`);
}

/** Inserts rows into a database that is being filled. */
export interface Filling<Schema> {
  readonly transaction: Transaction<Schema>;
  /** @throws Error for a table or a column that does not exist. */
  insert(table: TableShape, rows: readonly Row[]): Promise<void>;
}

/** How many values a statement has: SQLite takes 32,766 of them, PostgreSQL 65,535. */
const VALUES_PER_STATEMENT = 6000;

/**
 * Tables with rows in an unused database: its revision, and the name that the first process draws for
 * an installation.
 */
const SEEDED: ReadonlySet<string> = new Set(['revision', 'installation']);

/** Whether a database is unused. */
export async function isUntouched<Schema>(database: Tables<Schema>): Promise<boolean> {
  const loose = database.db as unknown as Kysely<Record<string, object>>;
  for (const { name } of await shapes(database)) {
    if (SEEDED.has(name)) continue;
    const query = loose.selectFrom(name).select(sql<number>`1`.as('found')).limit(1);
    if ((await query.execute()).length > 0) return false;
  }
  return true;
}

/** Deletes the rows that were filled in, so that the database can be filled again. */
export async function clear<Schema>({ db }: Tables<Schema>): Promise<void> {
  const tables = await shapes({ db });
  await db.transaction().execute(async (transaction) => {
    const loose = transaction as unknown as Transaction<Record<string, object>>;
    for (const { name } of tables) if (!SEEDED.has(name)) await loose.deleteFrom(name).execute();
  });
}

/**
 * Fills an unused database in one transaction: in the end it holds everything or nothing.
 *
 * @throws Error when another process has written to it during the dump.
 */
export async function fill<Schema>(
  { db }: Tables<Schema>,
  work: (filling: Filling<Schema>) => Promise<void>,
): Promise<void> {
  const existing = new Map((await shapes({ db })).map((shape) => [shape.name, shape]));
  await db.transaction().execute(async (transaction) => {
    if (!(await isUntouched({ db: transaction }))) {
      throw new Error('Somebody is writing to a database that is being filled.');
    }
    const loose = transaction as unknown as Transaction<Record<string, object>>;
    for (const name of SEEDED) if (existing.has(name)) await loose.deleteFrom(name).execute();
    await work({ transaction, insert: insertInto(transaction, existing) });
    await countOn({ db: transaction });
  });
  await renewStatistics(db, [...existing.keys()]);
}

function insertInto<Schema>(
  transaction: Kysely<Schema>,
  existing: ReadonlyMap<string, TableShape>,
): Filling<Schema>['insert'] {
  const loose = transaction as unknown as Kysely<Record<string, Record<string, Value>>>;
  const statements = new Map<string, CompiledQuery>();
  return async (table, rows) => {
    const columns = new Set(existing.get(table.name)?.columns);
    const unknown = table.columns.find((column) => !columns.has(column));
    if (unknown !== undefined) throw new Error(`There is no ${table.name}.${unknown}.`);
    await insertRows(loose, statements, table, rows);
  };
}

/**
 * Copies tables from a snapshot to another database, in place of what they hold there. Numbered columns
 * continue there after the last number that was given here, even if its row is gone.
 *
 * @param transaction The one in the other database.
 * @param names The tables to copy.
 * @returns The rows of each table.
 */
export async function copyTables<Schema>(
  snapshot: Snapshot,
  transaction: Kysely<Schema>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const existing = new Map((await shapes({ db: transaction })).map((shape) => [shape.name, shape]));
  const loose = transaction as unknown as Kysely<Record<string, { id: number }>>;
  const insert = insertInto(transaction, existing);
  const copied: Record<string, number> = {};
  for (const table of snapshot.tables.filter(({ name }) => names.includes(name))) {
    await loose.deleteFrom(table.name).execute();
    copied[table.name] = 0;
    for await (const rows of snapshot.rows(table)) {
      signal.throwIfAborted();
      await insert(table, rows);
      copied[table.name] = (copied[table.name] ?? 0) + rows.length;
    }
    const last = await snapshot.lastNumber(table);
    if (last > 0) await countPastReserved(loose, table.name, last);
  }
  return copied;
}

async function insertRows(
  transaction: Kysely<Record<string, Record<string, Value>>>,
  statements: Map<string, CompiledQuery>,
  { name, columns }: TableShape,
  rows: readonly Row[],
): Promise<void> {
  const most = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
  for (let start = 0; start < rows.length; start += most) {
    const portion = rows.slice(start, start + most);
    const key = `${name} ${portion.length}`;
    let statement = statements.get(key);
    if (statement === undefined) {
      const blank = Object.fromEntries(columns.map((column) => [column, 0]));
      statement = transaction
        .insertInto(name)
        .values(portion.map(() => blank))
        .compile();
      statements.set(key, statement);
    }
    await transaction.executeQuery({ ...statement, parameters: portion.flat() });
  }
}

/** Makes numbered columns continue after the rows that were filled in. */
async function countOn<Schema>({ db }: Tables<Schema>): Promise<void> {
  const loose = db as unknown as Kysely<Record<string, { id: number }>>;
  for (const { table, column, counted } of await catalog(db)) {
    if (!counted || column !== 'id') continue;
    const { highest } = await loose
      .selectFrom(table)
      .select((eb) => eb.fn.max('id').as('highest'))
      .executeTakeFirstOrThrow();
    if (highest !== null) await countPast(loose, table, highest);
  }
}
