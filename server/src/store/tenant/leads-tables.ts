import type { Generated, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './columns.js';

/** Leads, which this interface calls alerts. R139. */
export const LEAD_DEFAULTS = {
  id: 0,
  /** The endpoint that it came by: `alert`, `listing` or `marketplace`. */
  kind: 'alert',
  /** Milliseconds since the epoch. */
  created_at: 0,
  first_name: '',
  last_name: '',
  email: '',
  /** The email address in lower case, which identifies repeats. */
  email_key: '',
  phone: '',
  comment: '',
  /** `For Sale` or `For Rent`. */
  alert_type: '',
  /** Whole dollars; 0 for no price (R141). */
  price_from: 0,
  price_to: 0,
  min_beds: 0,
  min_bath: 0,
  /** Square feet; 0 for none. */
  min_size: 0,
  /** A neighborhood or address, in words. */
  area: '',
  /** The apartment of the address, from a marketplace. */
  unit: '',
  source: '',
  back_link: '',
  agent_id: 0,
  /** 0 for a lead without a listing. */
  listing_id: 0,
  /** One of `ID_SPACES`. */
  listing_space: 0,
  /** The member who sent it, by the website's word; 0 for none. */
  client_id: 0,
  /** A marketplace's name for the person: a number or a name of its own, not a member's id. */
  client_reference: '',
  /** `person` or `video`; empty for a lead without a tour. */
  tour_kind: '',
  /** When the person would like a tour, in ISO 8601 with offsets, comma separated. */
  tour_times: '',
};
export interface AlertTable extends Omit<typeof LEAD_DEFAULTS, 'id'> {
  id: Generated<number>;
}

/** The comments in repeats of a lead. */
export interface AlertCommentTable {
  id: Generated<number>;
  alert_id: number;
  created_at: number;
  text: string;
  /** The listing of the repeat, as in `AlertTable`. */
  listing_id: number;
  listing_space: number;
}

/** The tables of leads. */
export interface LeadsTables {
  alert: AlertTable;
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
