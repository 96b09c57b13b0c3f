import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './table-builder.js';

/** Makes the table of writes that were done under an `Idempotency-Key`. */
export async function makeIdempotency(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  const table = db.schema
    .createTable('idempotent_write')
    .addColumn('id', text, (column) => column.primaryKey().notNull()) as unknown as Table;
  await columns(columns(table, text, 'fingerprint answer'), integer, 'created_at').execute();
  await db.schema
    .createIndex('idempotent_write_age')
    .on('idempotent_write')
    .column('created_at')
    .execute();
}
