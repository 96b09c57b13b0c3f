import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';

/** The step that creates the tables `spent_stamp` and `partner`. */
export async function makeSpentStampsAndPartners(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text, counted } = columnTypes(place.kind);
  await db.schema
    .createTable('spent_stamp')
    .addColumn('stamp', integer, (column) => column.notNull())
    .addColumn('issued_client_id', integer, (column) => column.notNull())
    // The stamp first, so that the same index finds the oldest ones for the sweep.
    .addPrimaryKeyConstraint('spent_stamp_once', ['stamp', 'issued_client_id'])
    .execute();
  await db.schema
    .createTable('partner')
    .addColumn('id', integer, counted)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull().unique())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('secret_hash', text, (column) => column.notNull())
    .addColumn('active', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('partner_name').on('partner').column('name').execute();
}
