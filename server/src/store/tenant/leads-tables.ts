import type { Generated, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './columns.js';

/** The comments in repeats of a lead. */
export interface AlertCommentTable {
  id: Generated<number>;
  alert_id: number;
  created_at: number;
  text: string;
  /** The listing of the repeat, as of the lead. */
  listing_id: number;
  listing_space: number;
}

/** The tables of leads. */
export interface LeadsTables {
  alert_comment: AlertCommentTable;
}

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

/** The step that adds tours to leads. An earlier program writes leads without one. */
export async function makeTours(db: Kysely<unknown>, place: Place): Promise<void> {
  const { text } = columnTypes(place.kind);
  const add = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, text, (built) => built.notNull().defaultTo(''))
      .execute();
  await add('alert', 'tour_kind');
  await add('alert', 'tour_times');
  await add('letter', 'calendar');
}

/** The step that adds what has become of leads, and notes. An earlier program writes new leads without notes. */
export async function addLeadStates(db: Kysely<unknown>, place: Place): Promise<void> {
  const { text } = columnTypes(place.kind);
  for (const [column, initial] of [
    ['state', 'new'],
    ['notes', ''],
  ] as const) {
    await db.schema
      .alterTable('alert')
      .addColumn(column, text, (built) => built.notNull().defaultTo(initial))
      .execute();
  }
}
