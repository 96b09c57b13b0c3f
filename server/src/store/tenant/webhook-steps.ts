import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './table-builder.js';

/** The step that makes the tables of `webhook-tables.ts`. */
export async function makeWebhooks(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text, counted } = columnTypes(place.kind);
  const numbered = (name: string) =>
    db.schema.createTable(name).addColumn('id', integer, counted) as unknown as Table;
  await columns(
    columns(
      numbered('webhook_endpoint').addColumn('public_id' as never, text, (column) =>
        column.notNull().unique(),
      ),
      text,
      'url types include contact sealed_secret old_sealed_secret state reason',
    ),
    integer,
    'old_until created_at failing_since not_before leased_until',
  ).execute();
  await columns(
    columns(numbered('webhook_message'), text, 'message_id type body state last_error'),
    integer,
    'endpoint_id created_at attempts next_attempt_at sent_at',
  ).execute();
  await columns(
    columns(numbered('webhook_attempt'), text, 'reason answer'),
    integer,
    'message_id at status ms',
  ).execute();
  // The messages that are due for a receiver, the longest waiting first.
  await db.schema
    .createIndex('webhook_message_due')
    .on('webhook_message')
    .columns(['endpoint_id', 'state', 'next_attempt_at', 'id'])
    .execute();
  await db.schema
    .createIndex('webhook_attempt_message')
    .on('webhook_attempt')
    .column('message_id')
    .execute();
}
