import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledQuery, Kysely, Selectable } from 'kysely';
import { engineOf, lockRows } from '../engines/dialect.js';
import type { TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';

/** Rows per statement, largest first; few sizes, so that few statements are prepared. */
const CHUNKS = [100, 10, 1] as const;
/** How many ids a statement looks up. */
const IDS_PER_QUERY = 1000;
const STATEMENTS_KEPT = 500;

const statements = new Map<string, CompiledQuery>();

/**
 * Inserts rows or replaces those whose key exists, many in one statement. Compiling a statement for
 * thousands of values costs more than running it, so compiled ones are cached.
 *
 * @param columns Every column to write; each row has all of them.
 * @param key The columns of the primary key.
 * @param existing What becomes of a row that is there.
 */
export async function upsert<Table extends keyof TenantTables & string>(
  database: Pick<TenantDatabase, 'name'>,
  transaction: Kysely<TenantTables>,
  table: Table,
  columns: readonly (keyof TenantTables[Table] & string)[],
  key: readonly (keyof TenantTables[Table] & string)[],
  rows: readonly object[],
  existing: 'replaced' | 'kept' = 'replaced',
): Promise<void> {
  for (let start = 0; start < rows.length; ) {
    const left = rows.length - start;
    const size = CHUNKS.find((chunk) => chunk <= left) ?? 1;
    const parameters = valuesOf(rows.slice(start, start + size), columns);
    const statement = upsertStatement(database, transaction, table, columns, key, size, existing);
    await transaction.executeQuery({ ...statement, parameters });
    start += size;
    // SQLite answers at once, and thousands of rows would keep the calls of others waiting.
    if (size > 1) await nextTurn();
  }
}

/** The values of rows one after the other. The list has its length from the start, as it is long. */
function valuesOf(rows: readonly object[], columns: readonly string[]): unknown[] {
  const values = new Array<unknown>(rows.length * columns.length);
  let at = 0;
  for (const row of rows as readonly Record<string, unknown>[]) {
    for (const column of columns) values[at++] = row[column];
  }
  return values;
}

function upsertStatement(
  database: Pick<TenantDatabase, 'name'>,
  transaction: Kysely<TenantTables>,
  table: string,
  columns: readonly string[],
  key: readonly string[],
  size: number,
  existing: 'replaced' | 'kept',
): CompiledQuery {
  const name = [engineOf(transaction), database.name, table, size, existing, ...columns].join(' ');
  let statement = statements.get(name);
  if (statement === undefined) {
    if (statements.size >= STATEMENTS_KEPT) statements.clear();
    const placeholder = Object.fromEntries(columns.map((column) => [column, 0]));
    const changed = columns.filter((column) => !key.includes(column));
    const loose = transaction as unknown as Kysely<Record<string, Record<string, unknown>>>;
    statement = loose
      .insertInto(table)
      .values(Array.from({ length: size }, () => placeholder))
      .onConflict((conflict) => {
        const target = conflict.columns([...key]);
        if (changed.length === 0 || existing === 'kept') return target.doNothing();
        return target.doUpdateSet((eb) =>
          Object.fromEntries(changed.map((column) => [column, eb.ref(`excluded.${column}`)])),
        );
      })
      .compile();
    statements.set(name, statement);
  }
  return statement;
}

/** The tables with a numeric id. */
export type KeyedTable = {
  [Table in keyof TenantTables]: TenantTables[Table] extends { id: unknown } ? Table : never;
}[keyof TenantTables];

/** Reads the rows of these ids, by id, and locks them until the transaction ends: an insert or update begins so. */
export async function storedById<Table extends KeyedTable & string>(
  transaction: Kysely<TenantTables>,
  table: Table,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Selectable<TenantTables[Table]>>> {
  // One table of this kind stands for all: the builder cannot type their union.
  const loose = transaction as unknown as Kysely<Pick<TenantTables, 'listing'>>;
  const rows = await inPortions(ids, (portion) =>
    lockRows(
      transaction,
      loose
        .selectFrom(table as 'listing')
        .selectAll()
        .where('id', 'in', portion),
    ).execute(),
  );
  type Row = Selectable<TenantTables[Table]>;
  return new Map(rows.map((row) => [row.id, row as unknown as Row]));
}

/**
 * The rows that differ from what is stored, new ones among them: those that an import really changes. All
 * rows have the same columns.
 */
export function changedRows<Row extends { readonly id: number }>(
  stored: ReadonlyMap<number, object>,
  rows: readonly Row[],
): Row[] {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  const differs = (row: Row) => {
    const before = stored.get(row.id) as Row | undefined;
    return before === undefined || columns.some((column) => before[column] !== row[column]);
  };
  return rows.filter(differs);
}

/** Runs a query for ids in portions that fit a statement, and joins the results. */
export async function inPortions<Id, Found>(
  ids: readonly Id[],
  find: (portion: Id[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    found.push(...(await find(ids.slice(start, start + IDS_PER_QUERY))));
  }
  return found;
}

export async function findsRow(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}
