import { type CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { countPastReserved } from '../engines/dialect.js';
import {
  BOOKKEEPING,
  type CatalogColumn,
  catalog,
  lastNumber,
  renewStatistics,
  scan,
} from '../engines/dialect-tables.js';
import { drawEpoch } from '../tenant/changes.js';
import { forImport } from '../tenant/import-lock.js';
import type { TenantDatabase } from '../tenant/open.js';
import { writeTo } from '../tenant/write.js';

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
  readonly columns: string[];
}

/** What tables are filled from: a database, or a backup of one. */
export interface RowSource<Table extends TableShape = TableShape> {
  readonly tables: readonly Table[];
  /** All rows of a table in portions; one table after the other. */
  rows(table: Table): AsyncGenerator<readonly Row[]>;
  /** The last number that a numbered table gave; absent where only its rows are known. */
  lastNumber?(table: Table): Promise<number>;
}

/** A database at one moment. */
export interface Snapshot extends RowSource {
  /** The schema steps that it has taken. */
  readonly steps: string[];
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

export async function stepsOf<Schema>({ db }: Tables<Schema>): Promise<string[]> {
  const loose = db as unknown as Kysely<{ schema_step: { name: string } }>;
  const steps = await loose.selectFrom('schema_step').select('name').orderBy('name').execute();
  return steps.map(({ name }) => name);
}

export async function copiedColumns<Schema>({ db }: Tables<Schema>): Promise<CatalogColumn[]> {
  const columns = await catalog(db);
  return columns.filter(({ table }) => !(BOOKKEEPING as readonly string[]).includes(table));
}

export async function shapes<Schema>({ db }: Tables<Schema>): Promise<TableShape[]> {
  const columns = new Map<string, string[]>();
  for (const { table, column } of await copiedColumns({ db })) {
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

/** How many values a statement has: SQLite takes 32,766 of them, PostgreSQL 65,535. */
const VALUES_PER_STATEMENT = 6000;

/** Any table of a database whose tables are known only when it is read. */
type Loose = Kysely<Record<string, Record<string, Value>>>;

/**
 * Tables with rows in an unused database: its revision, the name that the first process draws for an installation, and
 * who has removed what was there.
 */
const SEEDED: readonly string[] = ['revision', 'installation', 'audit_entry'];

export async function isUntouched<Schema>(database: Tables<Schema>): Promise<boolean> {
  const loose = database.db as unknown as Loose;
  for (const { name } of await shapes(database)) {
    if (SEEDED.includes(name)) continue;
    const query = loose.selectFrom(name).select(sql<number>`1`.as('found')).limit(1);
    if ((await query.execute()).length > 0) return false;
  }
  return true;
}

/** Deletes the rows that were filled in, so that the database can be filled again. */
export async function clear<Schema>({ db }: Tables<Schema>): Promise<void> {
  await db.transaction().execute((transaction) => deleteRows(transaction, SEEDED));
}

/** Deletes the rows of all tables but some. @returns How many there were. */
async function deleteRows<Schema>(db: Kysely<Schema>, kept: readonly string[]): Promise<number> {
  let rows = 0;
  for (const { name } of await shapes({ db })) {
    if (kept.includes(name)) continue;
    const deletion = (db as unknown as Loose).deleteFrom(name);
    rows += Number((await deletion.executeTakeFirstOrThrow()).numDeletedRows);
  }
  return rows;
}

/**
 * Fills an unused database in one transaction: in the end it holds everything or nothing.
 *
 * @param after Completes it in the same transaction. It gets the number of rows of each table.
 * @throws Error when another process has written to it before.
 */
export async function fill<Schema, Table extends TableShape>(
  { db }: Tables<Schema>,
  source: RowSource<Table>,
  signal: AbortSignal,
  after: (
    transaction: Transaction<Schema>,
    rows: Readonly<Record<string, number>>,
  ) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await isUntouched({ db: transaction }))) {
      throw new Error('Somebody is writing to a database that is being filled.');
    }
    const names = source.tables.map(({ name }) => name);
    await after(transaction, await copyTables(source, transaction, names, signal));
  });
  await renewStatistics(
    db,
    (await shapes({ db })).map(({ name }) => name),
  );
}

/**
 * Copies tables to a database, in place of what they hold there. Numbered columns continue there after the
 * last number that was given here, even if its row is gone.
 *
 * @param transaction The one in the other database.
 * @param names The tables to copy.
 * @returns The rows of each table.
 */
export async function copyTables<Schema, Table extends TableShape>(
  source: RowSource<Table>,
  transaction: Kysely<Schema>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const loose = transaction as unknown as Loose;
  const numbered = new Set<string>();
  for (const { table, column, counted } of await catalog(transaction)) {
    if (counted && column === 'id') numbered.add(table);
  }
  const copied: Record<string, number> = {};
  for (const table of source.tables.filter(({ name }) => names.includes(name))) {
    await loose.deleteFrom(table.name).execute();
    const insert = insertInto(loose, table);
    copied[table.name] = 0;
    for await (const rows of source.rows(table)) {
      signal.throwIfAborted();
      await insert(rows);
      copied[table.name] = (copied[table.name] ?? 0) + rows.length;
    }
    if (!numbered.has(table.name)) continue;
    const last = (await source.lastNumber?.(table)) ?? (await highestId(loose, table.name));
    if (last > 0) await countPastReserved(loose, table.name, last);
  }
  return copied;
}

async function highestId(db: Loose, table: string): Promise<number> {
  const query = db.selectFrom(table).select((eb) => eb.fn.max('id').as('highest'));
  return Number((await query.executeTakeFirstOrThrow()).highest ?? 0);
}

/** Inserts rows with as few different statements as possible. */
function insertInto(db: Loose, { name, columns }: TableShape) {
  const most = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
  const blank = Object.fromEntries(columns.map((column) => [column, 0]));
  const statements = new Map<number, CompiledQuery>();
  return async (rows: readonly Row[]): Promise<void> => {
    for (let start = 0; start < rows.length; start += most) {
      const portion = rows.slice(start, start + most);
      let statement = statements.get(portion.length);
      if (statement === undefined) {
        const blanks = portion.map(() => blank);
        statement = db.insertInto(name).values(blanks).compile();
        statements.set(portion.length, statement);
      }
      await db.executeQuery({ ...statement, parameters: portion.flat() });
    }
  };
}

/**
 * What stays in an emptied feed: the row that every database has, and the numbers of keys. Clients name listings of a feed
 * by number, and these must not become those of other listings when the feed is filled again. R240. What a token has asked
 * of its source stays, too: the source counts on. So does who has changed what.
 */
const KEPT: readonly string[] = [
  'revision',
  'audit_entry',
  'source_key',
  'highest_number',
  'pull_token',
  'pull_minute',
];

/** Whether `emptyDatabase` deletes the rows of a table. */
export function isEmptied(table: string): boolean {
  return !KEPT.includes(table);
}

/** How many rows a database has that `emptyDatabase` deletes. */
export async function countRows(database: TenantDatabase): Promise<number> {
  let rows = 0;
  for (const { name } of await shapes(database)) {
    if (!isEmptied(name)) continue;
    const query = database.db
      .selectFrom(name as 'listing')
      .select((eb) => eb.fn.countAll().as('rows'));
    rows += Number((await query.executeTakeFirstOrThrow()).rows);
  }
  return rows;
}

/**
 * Deletes all records of a database, in one transaction. A website that follows its changes gets
 * another epoch and starts again, in place of an entry for each record.
 *
 * @returns How many rows there were.
 */
export async function emptyDatabase(database: TenantDatabase): Promise<number> {
  return writeTo(forImport(database), async (transaction) => {
    const rows = await deleteRows(transaction, KEPT);
    await transaction
      .updateTable('revision')
      .set({ epoch: drawEpoch(), floor_seq: 0, refreshed_at: 0 })
      .execute();
    return rows;
  });
}
