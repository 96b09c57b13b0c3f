import type { ColumnDataType, Kysely } from 'kysely';
import type { Place } from '../engines/dialect.js';
import type { SchemaStep } from './migrate.js';

/** Makes steps after which programs that do not know them may go on. */
export function additiveAt(place: Place) {
  return (make: (db: Kysely<unknown>, place: Place) => Promise<void>): SchemaStep => ({
    additive: true,
    up: (db: Kysely<unknown>) => make(db, place),
  });
}

/**
 * Adds columns to a table that is there.
 *
 * @param names Separated by blanks.
 * @param initial What they hold in rows without one, which is never null; null where it is left out.
 */
export async function addColumns(
  db: Kysely<unknown>,
  table: string,
  type: ColumnDataType,
  names: string,
  initial?: string | number,
): Promise<void> {
  for (const name of names.split(' ')) {
    await db.schema
      .alterTable(table)
      .addColumn(name, type, (column) =>
        initial === undefined ? column : column.notNull().defaultTo(initial),
      )
      .execute();
  }
}

/** Adds an index. @param columns As in SQL: `client_id, dealt_at desc`. */
export function addIndex(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: string,
): Promise<void> {
  return db.schema.createIndex(name).on(table).columns(columns.split(', ')).execute();
}
