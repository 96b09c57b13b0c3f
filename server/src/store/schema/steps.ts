import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import type { SchemaStep } from './migrate.js';

/** Makes steps after which programs that do not know them may go on. */
export function additiveAt(place: Place) {
  return (make: (db: Kysely<unknown>, place: Place) => Promise<void>): SchemaStep => ({
    additive: true,
    up: (db: Kysely<unknown>) => make(db, place),
  });
}

/**
 * Makes a table.
 *
 * @param key `integer: id`, or `counted: id` where the engine gives the numbers, or `text: name`, which come first; `text?: name`
 *   as releases have made it, without NOT NULL; or names of the columns, such as `source, key`.
 * @param columns Behind the names of their types: `text: name title integer: sort`. They are never null and begin empty. With
 *   `text?:` they are null where unknown, and with `text!:` they have no default. `unique` are texts that no two rows share.
 */
export async function makeTable(
  db: Kysely<unknown>,
  { kind }: Pick<Place, 'kind'>,
  name: string,
  key: string,
  columns: string,
): Promise<void> {
  const { integer, number, text, counted } = columnTypes(kind);
  const types: Readonly<Record<string, ColumnDataType>> = { integer, number, text, unique: text };
  let table = db.schema.createTable(name) as unknown as CreateTableBuilder<string, never>;
  const [, of, column] = /^(integer|counted|text\??): (\w+)$/.exec(key) ?? [];
  if (column !== undefined) {
    table = table.addColumn(column, of?.startsWith('text') ? text : integer, (built) => {
      if (of === 'counted') return counted(built);
      return of === 'text' ? built.primaryKey().notNull() : built.primaryKey();
    });
  }
  let [type, sign] = ['', ''];
  for (const word of columns.trim().split(/\s+/)) {
    const [, next, its = ''] = /^(\w+)([?!]?):$/.exec(word) ?? [];
    if (next !== undefined) [type, sign] = [next, its];
    else {
      table = table.addColumn(word, types[type] ?? text, (built) => {
        if (type === 'unique') return built.notNull().unique();
        if (sign !== '') return sign === '!' ? built.notNull() : built;
        return built.notNull().defaultTo(type === 'text' ? '' : 0);
      });
    }
  }
  if (column === undefined) {
    table = table.addPrimaryKeyConstraint(`${name}_key`, key.split(', ') as never);
  }
  await table.execute();
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
