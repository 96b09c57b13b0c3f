import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../../store/engines/dialect.js';
import { columns, type Table } from '../../store/tenant/table-builder.js';

/** The step that makes the table of `source-key-tables.ts`. */
export async function makeSourceKeys(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  const table = db.schema.createTable('source_key') as unknown as Table;
  await columns(columns(table, text, 'kind source key'), integer, 'number')
    .addPrimaryKeyConstraint('source_key_key', ['kind', 'source', 'key'] as never)
    .execute();
  // Unique, so that no number can ever stand for two keys.
  await db.schema
    .createIndex('source_key_number')
    .on('source_key')
    .columns(['kind', 'number'])
    .unique()
    .execute();
}
