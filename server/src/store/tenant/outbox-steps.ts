import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './table-builder.js';

/** Makes the table of emails to send. */
export async function makeOutbox(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text, counted } = columnTypes(place.kind);
  let table = db.schema
    .createTable('letter')
    .addColumn('id', integer, counted)
    .addColumn('message_id', text, (column) => column.notNull().unique()) as unknown as Table;
  table = columns(
    table,
    text,
    `kind from_name to_name to_address reply_name reply_address subject text html state
     last_error`,
  );
  await columns(
    table,
    integer,
    'created_at attempts next_attempt_at leased_until sent_at alert_id',
  ).execute();

  // One index for the due emails, the longest waiting first, and one for the emails to delete.
  await db.schema
    .createIndex('letter_due')
    .on('letter')
    .columns(['state', 'next_attempt_at', 'id'])
    .execute();
}

/**
 * The step that tells email that nobody waits for from the rest, and orders what is due by it. What an
 * earlier program writes is email that somebody waits for.
 */
export async function makeOutboxClasses(db: Kysely<unknown>, place: Place): Promise<void> {
  await db.schema
    .alterTable('letter')
    .addColumn('bulk', columnTypes(place.kind).integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('letter_due').execute();
  await db.schema
    .createIndex('letter_due')
    .on('letter')
    .columns(['state', 'bulk', 'next_attempt_at', 'id'])
    .execute();
}
