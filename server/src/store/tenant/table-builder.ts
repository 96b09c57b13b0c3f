import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely';
import type { ColumnTypes } from '../engines/dialect.js';

/** The builder of a table whose column names are known only at run time. */
export type Table = CreateTableBuilder<string, never>;

/** Adds columns that are never null, with the empty value of their type as default. */
export function columns(table: Table, type: ColumnDataType, names: string): Table {
  const empty = type === 'text' ? '' : 0;
  return names
    .trim()
    .split(/\s+/)
    .reduce(
      (made, name) => made.addColumn(name, type, (column) => column.notNull().defaultTo(empty)),
      table,
    );
}

/** Adds columns that are null when unknown. */
export function unknowable(table: Table, type: ColumnDataType, names: string): Table {
  return names
    .trim()
    .split(/\s+/)
    .reduce((made, name) => made.addColumn(name, type), table);
}

/** Begins a table with a numeric key `id`. */
export function keyed(db: Kysely<unknown>, name: string, types: ColumnTypes): Table {
  return db.schema
    .createTable(name)
    .addColumn('id', types.integer, (column) => column.primaryKey()) as unknown as Table;
}
