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
import type { OpenFiles } from './open-files.js';
import { SqliteWalDialect } from './sqlite-driver.js';

/**
 * Every difference between SQLite and PostgreSQL, and nothing else. Whatever is written elsewhere
 * runs on both as it stands.
 */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Where tables are made: the engine, and on PostgreSQL the schema. */
export interface Place {
  readonly kind: DatabaseKind;
  readonly schema: string | undefined;
}

/** The column types that tables are made of. */
export interface ColumnTypes {
  /** A whole number within 2^53. */
  readonly integer: 'integer' | 'bigint';
  /** A number with a fraction: money, halves of rooms, degrees. */
  readonly number: 'double precision';
  readonly text: 'text';
  /** The modifiers of a numeric primary key that counts up where no value is given. */
  readonly counted: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}

/** The column types of one engine. */
export function columnTypes(kind: DatabaseKind): ColumnTypes {
  return {
    // Only a column declared `integer` becomes SQLite's row id, the fastest key it has.
    integer: kind === 'sqlite' ? 'integer' : 'bigint',
    number: 'double precision',
    text: 'text',
    counted: (column) =>
      kind === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedByDefaultAsIdentity(),
  };
}

/**
 * The engine that a database or transaction runs on. Inside of a transaction it is asked rather than
 * the client's database, which may have moved to another place meanwhile.
 */
export function kindOf(db: Pick<Kysely<never>, 'getExecutor'>): DatabaseKind {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
}

/** One database, by two ways to write to it. */
export interface Ways<Tables> {
  readonly db: Kysely<Tables>;
  /** Its commits do not wait for the disk: for what may be forgotten in a power cut. */
  readonly notes: Kysely<Tables>;
}

/**
 * Opens a SQLite file, and makes it and its folder where they are missing.
 *
 * @param files Those that it counts among, and may be closed with until its next use.
 */
export function openSqlite<Tables>(
  file: string,
  files?: OpenFiles,
): Ways<Tables> & { readonly rest: () => void } {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const dialect = SqliteWalDialect.on(file, files);
  return {
    db: new Kysely<Tables>({ dialect }),
    notes: new Kysely<Tables>({ dialect: dialect.forNotes() }),
    rest: () => dialect.rest(),
  };
}

/** The pattern of texts that contain this one; `%`, `_` and `\` in it are only text. */
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

/**
 * A condition that `text` occurs in `column`, both in lower case; whatever is in it is only text.
 */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  // PostgreSQL cannot even receive a NUL, and nothing stored holds one.
  return text.includes('\0') ? sql<SqlBool>`1 = 0` : like(column, containing(text));
}

/**
 * Keeps the rows that are read from being changed by others until the transaction ends. SQLite has
 * one writer at a time anyway.
 */
export function lockRows<Query extends SelectQueryBuilder<never, never, unknown>>(
  transaction: Pick<Kysely<never>, 'getExecutor'>,
  query: Query,
): Query {
  return kindOf(transaction) === 'postgres' ? (query.forUpdate() as Query) : query;
}

/**
 * Reads and keeps only rows that no other transaction keeps. On SQLite there is no other that could.
 */
export function unlocked<Query extends SelectQueryBuilder<never, never, unknown>>(
  transaction: Pick<Kysely<never>, 'getExecutor'>,
  query: Query,
): Query {
  return kindOf(transaction) === 'postgres' ? (query.forUpdate().skipLocked() as Query) : query;
}

/** Makes this transaction the only one that adds rows to a table; readers go on. */
export async function lockTable<Tables>(
  transaction: Kysely<Tables>,
  table: keyof Tables & string,
): Promise<void> {
  if (kindOf(transaction) === 'sqlite') return;
  await sql`lock table ${sql.raw(qualifiedName(transaction, table))} in share row exclusive mode`.execute(
    transaction,
  );
}

/**
 * Makes an index that answers from itself: `keys` are searched and sorted, `carried` are only read.
 * SQLite knows no columns that are only carried, so there they end the key.
 *
 */
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
 * Reads `table` under the alias `s` through `index`, where the engine lets itself be told. SQLite
 * plans by rules of thumb that take the wrong index for some searches; PostgreSQL plans by
 * statistics and is left alone.
 */
export function readThrough<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
  index: string,
): SelectQueryBuilder<Tables & Record<'s', Tables[Table]>, 's', object> {
  const source =
    kindOf(db) === 'sqlite'
      ? sql.table(table).as<'s'>(sql`s indexed by ${sql.id(index)}`)
      : `${table} as s`;
  return db.selectFrom(source as never) as never;
}

/**
 * Has a counted column go on behind an id that was given to it rather than counted, so that no later
 * row is given that id again. Whoever adds rows beside this has to be held off by `lockTable`.
 */
export async function countPast<Tables>(
  transaction: Kysely<Tables>,
  table: keyof Tables & string,
  id: number,
): Promise<void> {
  // SQLite's counted columns go on behind the highest id that there ever was.
  if (kindOf(transaction) === 'sqlite') return;
  const counter = sql`pg_get_serial_sequence(${qualifiedName(transaction, table)}, 'id')`;
  await sql`select setval(${counter}, greatest(${id}::bigint, nextval(${counter})))`.execute(
    transaction,
  );
}

/** A table's name as statements have it: the builder knows the schema, a bare statement does not. */
export function qualifiedName<Tables>(db: Kysely<Tables>, table: keyof Tables & string): string {
  const { sql: select } = db
    .selectFrom(table as never)
    .selectAll()
    .compile();
  return select.slice(select.indexOf(' from ') + ' from '.length);
}
