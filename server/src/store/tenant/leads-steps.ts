import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './table-builder.js';

/** Makes the tables of leads and of the comments in their repeats. */
export async function makeLeads(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, number, text, counted } = columnTypes(place.kind);
  let table = db.schema.createTable('alert').addColumn('id', integer, counted) as unknown as Table;
  table = columns(
    table,
    text,
    `kind first_name last_name email email_key phone comment alert_type area unit source
     back_link client_reference`,
  );
  table = columns(table, number, 'min_beds min_bath');
  await columns(
    table,
    integer,
    'created_at price_from price_to min_size agent_id listing_id listing_space client_id',
  ).execute();
  await db.schema.createIndex('alert_created').on('alert').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('alert_email')
    .on('alert')
    .columns(['email_key', 'created_at'])
    .execute();

  const comments = db.schema
    .createTable('alert_comment')
    .addColumn('id', integer, counted) as unknown as Table;
  await columns(
    columns(comments, text, 'text'),
    integer,
    'alert_id created_at listing_id listing_space',
  ).execute();
  await db.schema
    .createIndex('alert_comment_alert')
    .on('alert_comment')
    .columns(['alert_id', 'id'])
    .execute();
}
