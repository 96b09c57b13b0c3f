import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { MoveOvertaken, moveTables, writeInside } from '../../store/copy/guard.js';
import { upsert } from '../../store/tenant/bulk.js';
import type { OwnedDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { type MovedTable, tableIn } from './catalog.js';
import type { Copying } from './copying.js';

type Row = Record<string, unknown>;

/** Rows of a page: few at first, as they may be long, later as many as fit the bytes. */
const FIRST_PAGE = 100;
const LARGEST_PAGE = 2000;
const PAGE_BYTES = 4 * 1024 * 1024;

/** How many noted changes are replayed at a time. */
const CHANGES = 2000;
/** How many keys a statement looks up. */
const KEYS = 250;

/**
 * Unique columns that are no keys. A value may pass from one row to another, and the two rows be copied
 * one after the other.
 */
const PASSED_ON: Readonly<Record<string, string>> = { client: 'login_key' };

/** Copies every table in pages, in the order of its key, while others continue to write. */
export async function copyAll(copying: Copying): Promise<void> {
  for (const table of copying.tables) {
    if (table.key.length > 0) await copyTable(copying, table);
  }
}

async function copyTable(copying: Copying, table: MovedTable): Promise<void> {
  let limit = FIRST_PAGE;
  for (let after: Row | undefined; ; ) {
    copying.check();
    const rows = await page(copying.source, table, after, limit);
    const last = rows.at(-1);
    if (last === undefined) return;
    await store(copying, table, rows, []);
    after = last;
    limit = nextLimit(rows);
  }
}

async function page(
  source: OwnedDatabase,
  { name, columns, key }: MovedTable,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const keys = key.map((column) => sql.id(column));
  const behind =
    after === undefined
      ? sql``
      : sql`where (${sql.join(keys)}) > (${sql.join(key.map((column) => after[column]))})`;
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map((column) => sql.id(column)))} from ${tableIn(source, name)}
    ${behind} order by ${sql.join(keys)} limit ${sql.lit(limit)}
  `.execute(source.db);
  return rows;
}

/** The number of rows that fill a page, estimated from the last ones. */
function nextLimit(rows: readonly Row[]): number {
  let bytes = 0;
  for (const row of rows) {
    for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : 8;
  }
  const fitting = Math.floor((PAGE_BYTES * rows.length) / bytes);
  return Math.max(1, Math.min(LARGEST_PAGE, fitting, rows.length * 4));
}

/** Writes rows, replacing those with the same keys, and removes those whose keys are gone. */
async function store(
  copying: Copying,
  table: MovedTable,
  rows: readonly Row[],
  gone: readonly (readonly unknown[])[],
): Promise<void> {
  const { tenant, moveId, target } = copying;
  await writeInside(target, moveId, async (transaction) => {
    for (const keys of portions(gone)) {
      const where = withKeys(target, table, keys);
      await sql`delete from ${tableIn(target, table.name)} where ${where}`.execute(transaction);
    }
    const passedOn = PASSED_ON[table.name];
    if (passedOn !== undefined) await clearColumn(target, transaction, table, passedOn, rows);
    await upsert(
      { name: tenant },
      transaction as Kysely<TenantTables>,
      table.name as 'listing',
      table.columns as never[],
      table.key as never[],
      rows,
    );
  });
}

/**
 * Empties a column of the rows that will be written, and of those that hold their values by now: the
 * new value of the latter was noted and comes with that note.
 */
async function clearColumn(
  target: OwnedDatabase,
  transaction: Kysely<TenantTables>,
  table: MovedTable,
  column: string,
  rows: readonly Row[],
): Promise<void> {
  for (const portion of portions(rows)) {
    const keys = portion.map((row) => table.key.map((part) => row[part]));
    const values = portion.map((row) => row[column]).filter((value) => value !== null);
    const theirs =
      values.length === 0 ? sql`` : sql` or ${sql.id(column)} in (${sql.join(values)})`;
    await sql`
      update ${tableIn(target, table.name)} set ${sql.id(column)} = null
      where ${sql.id(column)} is not null and (${withKeys(target, table, keys)}${theirs})
    `.execute(transaction);
  }
}

/**
 * The rows of some keys. SQLite gets several columns as rows to compare with: of 250 alternatives it would read the whole
 * table for each, once its statistics are older than an import.
 */
function withKeys(
  { kind }: OwnedDatabase,
  { key }: MovedTable,
  keys: readonly (readonly unknown[])[],
): RawBuilder<SqlBool> {
  const [column = ''] = key;
  if (key.length === 1) {
    return sql`${sql.id(column)} in (${sql.join(keys.map(([value]) => value))})`;
  }
  const columns = sql.join(key.map((part) => sql.id(part)));
  const rows = sql.join(keys.map((values) => sql`(${sql.join(values)})`));
  return kind === 'sqlite' ? sql`(${columns}) in (values ${rows})` : sql`(${columns}) in (${rows})`;
}

function* portions<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += KEYS) {
    yield items.slice(start, start + KEYS);
  }
}

/**
 * Applies the changes that were noted so far to the target: it copies the current rows of their keys,
 * so that neither the order of the notes nor a repetition matters.
 *
 * @param limit How many notes to take at most.
 * @returns How many notes there were, up to the limit.
 * @throws MoveOvertaken
 */
export async function replayPortion(copying: Copying, limit = CHANGES): Promise<number> {
  copying.check();
  const notes = await moveTables(copying.source)
    .selectFrom('move_change')
    .selectAll()
    .where('id', '>', copying.replayedUpTo)
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const table of copying.tables) {
    const texts = new Set(
      notes.filter(({ table_name }) => table_name === table.name).map(({ key }) => key),
    );
    const keys = [...texts].map((text) => JSON.parse(text) as unknown[]);
    if (keys.length === 0) continue;
    copying.agreed.delete(table.name);
    await replayKeys(copying, table, keys);
  }
  await settle(
    copying,
    notes.map(({ id }) => id),
  );
  return notes.length;
}

/** Marks notes as replayed, so that they are not read again. @throws MoveOvertaken */
async function settle(copying: Copying, ids: readonly number[]): Promise<void> {
  const { source, moveId } = copying;
  const state = await moveTables(source)
    .selectFrom('move_state')
    .select('move_id')
    .executeTakeFirst();
  if (state?.move_id !== moveId) throw new MoveOvertaken();
  if (source.kind === 'sqlite') {
    // One writer at a time: a note with a lower number is never committed later. So the move need not
    // wait among the writers to delete notes.
    copying.replayedUpTo = ids.at(-1) ?? copying.replayedUpTo;
  } else if (ids.length > 0) {
    await moveTables(source).deleteFrom('move_change').where('id', 'in', ids).execute();
  }
}

async function replayKeys(
  copying: Copying,
  table: MovedTable,
  keys: readonly (readonly unknown[])[],
): Promise<void> {
  const { source } = copying;
  const columns = sql.join(table.columns.map((column) => sql.id(column)));
  for (const portion of portions(keys)) {
    const { rows } = await sql<Row>`
      select ${columns} from ${tableIn(source, table.name)} where ${withKeys(source, table, portion)}
    `.execute(source.db);
    const there = new Set(rows.map((row) => keyText(table.key.map((column) => row[column]))));
    const gone = portion.filter((values) => !there.has(keyText(values)));
    await store(copying, table, rows, gone);
  }
}

function keyText(values: readonly unknown[]): string {
  return JSON.stringify(values);
}

/** Copies what waits until nobody writes: tables of one row, and counters. */
export async function copyRest(copying: Copying): Promise<void> {
  const { source, target, tables, moveId } = copying;
  for (const table of tables.filter(({ key }) => key.length === 0)) {
    const columns = sql.join(table.columns.map((column) => sql.id(column)));
    const { rows } = await sql<Row>`select ${columns} from ${tableIn(source, table.name)}`.execute(
      source.db,
    );
    await writeInside(target, moveId, async (transaction) => {
      const place = tableIn(target, table.name);
      await sql`delete from ${place}`.execute(transaction);
      for (const row of rows) {
        const values = sql.join(table.columns.map((column) => row[column]));
        await sql`insert into ${place} (${columns}) values (${values})`.execute(transaction);
      }
    });
  }
  for (const table of tables) {
    if (table.counted !== undefined) {
      await setCounter(target, table, await counterOf(source, table));
    }
  }
}

/** The last number of a numbered column, even if its row is gone. */
async function counterOf(source: OwnedDatabase, { name, counted }: MovedTable): Promise<number> {
  if (source.kind === 'sqlite') {
    const { rows } = await sql<{ last: number }>`
      select seq as last from sqlite_sequence where name = ${name}
    `.execute(source.db);
    return rows[0]?.last ?? 0;
  }
  const sequence = sequenceOf(source, name, counted);
  const { rows } = await sql<{ last: number | null }>`
    select coalesce(pg_sequence_last_value(${sequence}::regclass), 0) as last
  `.execute(source.db);
  return rows[0]?.last ?? 0;
}

async function setCounter(
  target: OwnedDatabase,
  { name, counted }: MovedTable,
  last: number,
): Promise<void> {
  if (target.kind === 'sqlite') {
    await target.db.transaction().execute(async (transaction) => {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(transaction);
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(
        transaction,
      );
    });
    return;
  }
  const sequence = sequenceOf(target, name, counted);
  await sql`select setval(${sequence}::regclass, ${sql.lit(Math.max(last, 1))}, ${sql.lit(last > 0)})`.execute(
    target.db,
  );
}

function sequenceOf({ place }: OwnedDatabase, table: string, column: string | undefined) {
  return sql`pg_get_serial_sequence(${`"${place.schema}"."${table}"`}, ${column})`;
}

/**
 * Gathers statistics of the copied tables and marks their pages as all-visible. Otherwise PostgreSQL
 * would plan searches as if the tables were empty, until its next autovacuum.
 */
export async function tidy(target: OwnedDatabase, tables: readonly MovedTable[]): Promise<void> {
  if (target.kind === 'sqlite') return;
  for (const { name } of tables) {
    await sql`vacuum (analyze) ${tableIn(target, name)}`.execute(target.db);
  }
}
