import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import { engineOf, qualifiedName } from './dialect.js';

/**
 * The part of `dialect.ts` for whole tables: what SQLite and PostgreSQL do differently when tables are
 * read and filled, whatever they hold.
 */

/**
 * A table of one column `id`, to select from: the ids of a JSON list. A statement with such a list has
 * one parameter, however many ids there are.
 */
export function idTable<Tables>(
  db: Kysely<Tables>,
  list: Expression<string>,
): RawBuilder<{ id: number }> {
  return engineOf(db) === 'sqlite'
    ? sql<{ id: number }>`(select value as id from json_each(${list}))`
    : sql<{
        id: number;
      }>`(select value::bigint as id from json_array_elements_text(${list}::json))`;
}

/** As `idTable`, of the columns `key` and `number`: the pairs of a JSON list. */
export function numberTable<Tables>(
  db: Kysely<Tables>,
  pairs: Expression<string>,
): RawBuilder<{ key: string; number: number }> {
  type Row = { key: string; number: number };
  return engineOf(db) === 'sqlite'
    ? sql<Row>`(select json_extract(value, '$[0]') as key, json_extract(value, '$[1]') as number
        from json_each(${pairs}))`
    : sql<Row>`(select value->>0 as key, (value->>1)::bigint as number
        from json_array_elements(${pairs}::json))`;
}

/** As `idTable`, of columns of numbers: the rows of a JSON list, each a list in the order of the columns. */
export function numbersTable<Tables, Column extends string>(
  db: Kysely<Tables>,
  rows: Expression<string>,
  columns: readonly Column[],
): RawBuilder<Record<Column, number>> {
  const isSqlite = engineOf(db) === 'sqlite';
  const each = columns.map((column, at) => {
    const value = isSqlite
      ? sql`json_extract(value, ${sql.lit(`$[${at}]`)})`
      : sql`(value->>${sql.lit(at)})::double precision`;
    return sql`${value} as ${sql.ref(column)}`;
  });
  const list = isSqlite ? sql`json_each(${rows})` : sql`json_array_elements(${rows}::json)`;
  return sql`(select ${sql.join(each)} from ${list})`;
}

/** As `idTable`, of one column `text`. */
export function textTable<Tables>(
  db: Kysely<Tables>,
  list: Expression<string>,
): RawBuilder<{ text: string }> {
  return engineOf(db) === 'sqlite'
    ? sql<{ text: string }>`(select value as text from json_each(${list}))`
    : sql<{
        text: string;
      }>`(select value as text from json_array_elements_text(${list}::json))`;
}

/** A column as the engine's catalogue has it. */
export interface CatalogColumn {
  readonly table: string;
  readonly column: string;
  readonly type: 'string' | 'number';
  readonly nullable: boolean;
  /** Whether the engine numbers it when a value is missing. */
  readonly counted: boolean;
}

/** Every column of every table of a database or schema, by table, in their order of creation. */
export async function catalog<Tables>(db: Kysely<Tables>): Promise<readonly CatalogColumn[]> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql<CatalogColumn>`
          select t.name as "table", c.name as "column",
            iif(lower(c.type) = 'text', 'string', 'number') as type,
            c."notnull" = 0 and c.pk = 0 as nullable,
            c.pk = 1 and lower(t.sql) like '%autoincrement%' as counted
          from sqlite_schema t join pragma_table_info(t.name) c
          where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
          order by t.name, c.cid`
      : sql<CatalogColumn>`
          select t.relname as "table", c.attname as "column",
            case when c.atttypid = 'text'::regtype then 'string' else 'number' end as type,
            not c.attnotnull as nullable, c.attidentity <> '' as counted
          from pg_catalog.pg_attribute c
          join pg_catalog.pg_class t on t.oid = c.attrelid
          join pg_catalog.pg_namespace s on s.oid = t.relnamespace
          where s.nspname = ${schemaOf(db)} and t.relkind in ('r', 'p')
            and c.attnum > 0 and not c.attisdropped
          order by t.relname, c.attnum`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({
    ...row,
    counted: Boolean(row.counted),
    nullable: Boolean(row.nullable),
  }));
}

/** The name of a builder's schema. */
function schemaOf<Tables>(db: Kysely<Tables>): string {
  const [, schema = ''] = /^"(.*)"\."t"$/.exec(qualifiedName(db, 't' as never)) ?? [];
  return schema.replaceAll('""', '"');
}

/** How many rows `scan` reads at a time. */
const SCANNED_AT_ONCE = 500;

/** Yields all rows of a table in portions. @param transaction Read-only, so that all show the same moment. */
export async function* scan(
  transaction: Kysely<unknown>,
  table: string,
  columns: readonly string[],
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  const name = sql.raw(qualifiedName(transaction, table as never));
  const list = sql.join(columns.map((column) => sql.id(column)));
  if (engineOf(transaction) === 'postgres') {
    await sql`declare scanned no scroll cursor for select ${list} from ${name}`.execute(
      transaction,
    );
    for (;;) {
      const portion = sql<Record<string, unknown>>`fetch ${sql.lit(SCANNED_AT_ONCE)} from scanned`;
      const { rows } = await portion.execute(transaction);
      if (rows.length === 0) break;
      yield rows;
    }
    await sql`close scanned`.execute(transaction);
    return;
  }
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${list}, rowid as "row number" from ${name}
      where rowid > ${after} order by rowid limit ${SCANNED_AT_ONCE}
    `.execute(transaction);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.['row number'] as number;
  }
}

/** The last number that the engine gave to a table's column `id`, even if its row is gone; 0 for none. */
export async function lastNumber<Tables>(db: Kysely<Tables>, table: string): Promise<number> {
  if (engineOf(db) === 'sqlite') {
    const exists = await sql`select 1 from sqlite_schema where name = 'sqlite_sequence'`.execute(
      db,
    );
    if (exists.rows.length === 0) return 0;
    const { rows } = await sql<{ last: number }>`
      select seq as last from sqlite_sequence where name = ${table}`.execute(db);
    return rows[0]?.last ?? 0;
  }
  // Tables without a column `id` have no sequence; the function would refuse them.
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value(s.oid::regclass) as last
    from pg_catalog.pg_depend d
    join pg_catalog.pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.refobjid = ${qualifiedName(db, table as never)}::regclass and d.deptype in ('a', 'i')
  `.execute(db);
  return Number(rows[0]?.last ?? 0);
}

/**
 * Renews the planner's statistics of tables after a bulk insert, and marks their pages as all-visible.
 * PostgreSQL would plan searches as if the tables were empty until its next autovacuum. SQLite does at its close.
 */
export async function renewStatistics<Tables>(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  for (const table of tables) {
    await sql`vacuum (analyze) ${sql.raw(qualifiedName(db, table as never))}`.execute(db);
  }
}

/**
 * The tables without data of a brokerage: schema steps, the state of a move (and the changes that a killed one of 0.2 noted), the number of
 * changes of the directory, how far it knows the schemas of tenants, and which tenant databases need a
 * look for email.
 */
export const BOOKKEEPING = [
  'schema_step',
  'move_state',
  'move_change',
  'directory_change',
  'client_schema',
  'queued_email',
] as const;
