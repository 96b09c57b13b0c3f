import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type ColumnDefinitionBuilder,
  type Expression,
  Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely';
import { SqliteWalDialect } from './sqlite/dialect.js';
import type { DiskReserve } from './sqlite/disk-reserve.js';
import type { OpenFiles } from './sqlite/open-files.js';

/**
 * The differences between SQLite and PostgreSQL that queries meet. Those of tables are in dialect-tables.ts, those of
 * connections in the folders next to it, and those of triggers for a move in store/copy. All other code runs on both unchanged.
 */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Where tables are created: the engine, and on PostgreSQL the schema. */
export interface Place {
  readonly kind: DatabaseKind;
  readonly schema: string | undefined;
}

export interface ColumnTypes {
  /** A whole number within 2^53. */
  readonly integer: 'integer' | 'bigint';
  /** A number with a fraction: money, halves of rooms, degrees. */
  readonly number: 'double precision';
  readonly text: 'text';
  /** The modifiers of a numeric primary key that the engine numbers when a value is missing. */
  readonly counted: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}

export function columnTypes(kind: DatabaseKind): ColumnTypes {
  return {
    // Only a column declared `integer` becomes SQLite's row id, its fastest key.
    integer: kind === 'sqlite' ? 'integer' : 'bigint',
    number: 'double precision',
    text: 'text',
    counted: (column) =>
      kind === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedByDefaultAsIdentity(),
  };
}

/** The engine of a database or transaction. Within one the tenant's database may have moved since. */
export function engineOf(db: Pick<Kysely<never>, 'getExecutor'>): DatabaseKind {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** One database with several ways to write to it. */
export interface Ways<Tables> {
  readonly db: Kysely<Tables>;
  /** Its commits do not wait for the disk: for writes that may be lost in a power cut. */
  readonly notes: Kysely<Tables>;
  /** For transactions of hundreds of rows and more, which keep no other call waiting. */
  readonly large: Kysely<Tables>;
}

/** Opens a SQLite file, and makes it and its folder if they are missing. The rest is as of `SqliteWalDialect.on`. */
export function openSqlite<Tables>(
  file: string,
  files?: OpenFiles,
  reserve?: DiskReserve,
): Ways<Tables> & { readonly rest: () => void } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const dialect = SqliteWalDialect.on(file, files, reserve);
  const db = new Kysely<Tables>({ dialect });
  readers.set(db, dialect);
  return {
    db,
    notes: new Kysely<Tables>({ dialect: dialect.forNotes() }),
    large: new Kysely<Tables>({ dialect: dialect.forLargeWrites() }),
    rest: () => dialect.rest(),
  };
}

/** Runs queries without waiting. */
export type ReadsNow = Pick<SqliteWalDialect, 'readNow'>;

const readers = new WeakMap<object, ReadsNow>();

/**
 * What runs the queries of a database at once, where nothing has to be waited for: on a SQLite file, outside of
 * transactions. What Kysely does around a statement takes longer than a small one.
 */
export function readsNow(db: object): ReadsNow | undefined {
  return readers.get(db);
}

/** The pattern of texts that contain this one; `%`, `_` and `\` in it have no special meaning. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** A column that fits a pattern. Both are expected in lower case, as engines differ on the others. */
export function like(
  column: RawBuilder<unknown>,
  pattern: string | Expression<string>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
}

/** The numbers of a JSON array, as a query for the right side of `in`: one parameter, however many there are. */
export function valuesOfJson(
  db: Pick<Kysely<never>, 'getExecutor'>,
  json: Expression<string>,
): RawBuilder<number> {
  return engineOf(db) === 'sqlite'
    ? sql<number>`select value from json_each(${json})`
    : sql<number>`select value::bigint from json_array_elements_text(${json}::json)`;
}

/** A condition that `text` occurs in `column`, both in lower case; no character of it is special. */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  // PostgreSQL cannot receive a NUL, and no stored text holds one.
  return text.includes('\0') ? sql<SqlBool>`1 = 0` : like(column, containing(text));
}

/** As a text is compared, and, as SQLite lowers only ASCII letters, the same with all others in upper case. */
function spellings(words: string): readonly string[] {
  const lower = words.toLowerCase();
  const ascii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set([lower, ascii(words), ascii(words.toUpperCase())])];
}

/** Conditions, one of which holds where a column contains the words in any letter case. */
export function containsWords(columns: readonly string[], words: string): RawBuilder<SqlBool>[] {
  return columns.flatMap((column) =>
    spellings(words).map((text) => contains(sql`lower(${sql.ref(column)})`, text)),
  );
}

/**
 * Locks the rows that a query reads until the transaction ends. SQLite has one writer at a time anyway.
 */
export function lockRows<Query extends SelectQueryBuilder<never, never, unknown>>(
  transaction: Pick<Kysely<never>, 'getExecutor'>,
  query: Query,
): Query {
  return engineOf(transaction) === 'postgres' ? (query.forUpdate() as Query) : query;
}

/** Reads and locks only rows that no other transaction locks. On SQLite there is no other writer. */
export function unlocked<Query extends SelectQueryBuilder<never, never, unknown>>(
  transaction: Pick<Kysely<never>, 'getExecutor'>,
  query: Query,
): Query {
  return engineOf(transaction) === 'postgres' ? (query.forUpdate().skipLocked() as Query) : query;
}

/** Waits until no other transaction has locked this name, and locks it to the end. SQLite has one writer anyway. */
export async function lockName<Tables>(transaction: Kysely<Tables>, name: string): Promise<void> {
  if (engineOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber(name))})`.execute(transaction);
}

/** As `lockName`, without waiting: false if another transaction has it. On SQLite the caller is the only writer. */
export async function tryLockName<Tables>(
  transaction: Kysely<Tables>,
  name: string,
): Promise<boolean> {
  if (engineOf(transaction) === 'sqlite') return true;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(lockNumber(name))}) as locked
  `.execute(transaction);
  return rows[0]?.locked === true;
}

function lockNumber(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE();
}

/** Lets only this transaction add rows to a table; readers continue. */
export async function lockTable<Tables>(
  transaction: Kysely<Tables>,
  table: keyof Tables & string,
): Promise<void> {
  if (engineOf(transaction) === 'sqlite') return;
  await sql`lock table ${sql.raw(qualifiedName(transaction, table))} in share row exclusive mode`.execute(
    transaction,
  );
}

/** Creates a covering index: `keys` are searched and sorted, `carried` only read. On SQLite these end the key. */
export async function createCoveringIndex(
  db: Kysely<unknown>,
  place: Place,
  index: { name: string; table: string; keys: readonly string[]; carried: readonly string[] },
): Promise<void> {
  const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.raw(column)));
  const keyed =
    place.kind === 'sqlite'
      ? sql`(${list([...index.keys, ...index.carried])})`
      : sql`(${list(index.keys)}) include (${list(index.carried)})`;
  const table = sql.table(
    place.schema === undefined ? index.table : `${place.schema}.${index.table}`,
  );
  await sql`create index ${sql.id(index.name)} on ${table} ${keyed}`.execute(db);
}

/**
 * Reads `table` as `s` through `index`, if the engine accepts that. SQLite's planner uses rules of
 * thumb that take the wrong index for some searches; PostgreSQL plans by statistics and is left alone.
 */
export function readThrough<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
  index: string,
): SelectQueryBuilder<Tables & Record<'s', Tables[Table]>, 's', object> {
  const source =
    engineOf(db) === 'sqlite'
      ? sql.table(table).as<'s'>(sql`s indexed by ${sql.id(index)}`)
      : `${table} as s`;
  return db.selectFrom(source as never) as never;
}

/**
 * Makes a numbered column continue after an id that a caller has set, so that no later row gets that
 * id. The caller holds off other inserts with `lockTable`.
 */
export async function countPast<Tables>(
  transaction: Kysely<Tables>,
  table: keyof Tables & string,
  id: number,
): Promise<void> {
  // SQLite's numbered columns continue after the highest id that there ever was.
  if (engineOf(transaction) === 'sqlite') return;
  const counter = sql`pg_get_serial_sequence(${qualifiedName(transaction, table)}, 'id')`;
  await sql`select setval(${counter}, greatest(${id}::bigint, nextval(${counter})))`.execute(
    transaction,
  );
}

/**
 * As `countPast`, also for an id that no row has: SQLite counts on after the highest id that there was, and of
 * this one it does not know.
 */
export async function countPastReserved<Tables>(
  transaction: Kysely<Tables>,
  table: keyof Tables & string,
  id: number,
): Promise<void> {
  if (engineOf(transaction) === 'postgres') return countPast(transaction, table, id);
  const counted = await sql`
    update sqlite_sequence set seq = max(seq, ${id}) where name = ${table}`.execute(transaction);
  if (counted.numAffectedRows === 1n) return;
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(transaction);
}

/** A table's name for a bare statement, which, unlike the builder, does not know the schema. */
export function qualifiedName<Tables>(db: Kysely<Tables>, table: keyof Tables & string): string {
  const { sql: select } = db
    .selectFrom(table as never)
    .selectAll()
    .compile();
  return select.slice(select.indexOf(' from ') + ' from '.length);
}
