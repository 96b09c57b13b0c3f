import type { ColumnBuilderCallback, ColumnDataType, CreateTableBuilder, Kysely } from 'kysely';
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
  const { integer, text, counted } = columnTypes(kind);
  let table = db.schema.createTable(name) as unknown as CreateTableBuilder<string, never>;
  const [, of, column] = /^(integer|counted|text\??): (\w+)$/.exec(key) ?? [];
  if (column !== undefined) {
    table = table.addColumn(column, of?.startsWith('text') ? text : integer, (built) => {
      if (of === 'counted') return counted(built);
      return of === 'text' ? built.primaryKey().notNull() : built.primaryKey();
    });
  }
  for (const each of columnsIn(columns, kind)) {
    table = table.addColumn(each.name, each.type, each.define);
  }
  if (column === undefined) {
    table = table.addPrimaryKeyConstraint(`${name}_key`, key.split(', ') as never);
  }
  await table.execute();
}

/**
 * Adds columns to a table that is there.
 *
 * @param columns As of `makeTable`.
 * @param initial What they hold in rows without one, where that is not empty.
 */
export async function addColumns(
  db: Kysely<unknown>,
  { kind }: Pick<Place, 'kind'>,
  table: string,
  columns: string,
  initial?: string | number,
): Promise<void> {
  for (const { name, type, define } of columnsIn(columns, kind, initial)) {
    await db.schema.alterTable(table).addColumn(name, type, define).execute();
  }
}

interface NewColumn {
  readonly name: string;
  readonly type: ColumnDataType;
  readonly define: ColumnBuilderCallback;
}

/** The columns of a list as of `makeTable`. */
function* columnsIn(
  list: string,
  kind: Place['kind'],
  initial?: string | number,
): Generator<NewColumn> {
  const { integer, number, text } = columnTypes(kind);
  const types: Readonly<Record<string, ColumnDataType>> = { integer, number, text, unique: text };
  let [of, sign] = ['', ''];
  for (const word of list.trim().split(/\s+/)) {
    const [, next, its = ''] = /^(\w+)([?!]?):$/.exec(word) ?? [];
    if (next !== undefined) {
      [of, sign] = [next, its];
      continue;
    }
    const [type, how] = [of, sign];
    yield {
      name: word,
      type: types[type] ?? text,
      define: (built) => {
        if (type === 'unique') return built.notNull().unique();
        if (how !== '') return how === '!' ? built.notNull() : built;
        return built.notNull().defaultTo(initial ?? (type === 'text' ? '' : 0));
      },
    };
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
