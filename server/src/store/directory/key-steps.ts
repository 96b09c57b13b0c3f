import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';

/** The step that gives keys a name, an expiry and limits of their own, and notes when they were used. */
export async function addKeyDetails(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  await db.schema
    .alterTable('api_key')
    .addColumn('name', text, (column) => column.notNull().defaultTo(''))
    .execute();
  for (const column of ['expires_at', 'per_second', 'in_flight']) {
    await db.schema.alterTable('api_key').addColumn(column, integer).execute();
  }
  await db.schema
    .createTable('key_use')
    .addColumn('key_id', integer, (column) => column.primaryKey())
    .addColumn('used_at', integer, (column) => column.notNull())
    .execute();
}
