import type { Generated, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, keyed, type Table, unknowable } from './columns.js';

/** The owner of a listing's id: three separate spaces of ids (R95). */
export const ID_SPACES = { own: 0, mls: 1, rls: 2 } as const;

/** Where the id of a listing counts: in the client's own database or in a feed. Ids of the three never mix. */
export type IdSpace = keyof typeof ID_SPACES;

/** The space of a number that a row holds. */
export function idSpaceOf(number: number): IdSpace {
  const spaces = Object.keys(ID_SPACES) as IdSpace[];
  return spaces.find((space) => ID_SPACES[space] === number) ?? 'own';
}

/** Favourite listings of members. R163. */
export interface FavoriteListingTable {
  client_id: number;
  /** One of `ID_SPACES`. */
  id_space: number;
  listing_id: number;
}

/** The tables of members and of their records. */
export interface MembersTables {
  favorite_listing: FavoriteListingTable;
}

/** The step that adds links to set a password, and addresses that are to be confirmed again. */
export async function makeAccountLinks(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text } = columnTypes(place.kind);
  const add = (column: string, type: typeof text | typeof integer, initial: string | number) =>
    db.schema
      .alterTable('client')
      .addColumn(column, type, (built) => built.notNull().defaultTo(initial))
      .execute();
  await add('email_changed_at', integer, 0);
  await add('reset_hash', text, '');
  await add('reset_until', integer, 0);
}

/** Makes the tables of tenants, their favourites and trails, and deals. */
export async function makeMembers(db: Kysely<unknown>, place: Place): Promise<void> {
  const types = columnTypes(place.kind);
  const { integer, number, text, counted } = types;

  let table = keyed(db, 'client', types);
  table = columns(
    table,
    text,
    `first_name last_name email email_key type verify password_hash phone home_phone office_phone
     progress source dob address city state zip`,
  );
  table = columns(table, integer, 'member verified last_login_at created_at updated_at agent_id');
  await unknowable(table, text, 'login_key').execute();
  await db.schema.createIndex('client_login').on('client').column('login_key').unique().execute();
  await db.schema.createIndex('client_email').on('client').column('email_key').execute();
  await db.schema
    .createIndex('client_newest')
    .on('client')
    .columns(['member', 'created_at desc', 'id'])
    .execute();

  const bare = (name: string) => db.schema.createTable(name) as unknown as Table;
  await columns(bare('favorite_listing'), integer, 'client_id id_space listing_id')
    .addPrimaryKeyConstraint('favorite_listing_key', [
      'client_id',
      'id_space',
      'listing_id',
    ] as never)
    .execute();

  table = bare('client_trail').addColumn('id', integer, counted);
  table = columns(table, integer, 'client_id trail_key listing_id created_at');
  await columns(table, text, 'user_ip comment page_url').execute();

  table = keyed(db, 'deal', types);
  table = columns(table, integer, 'client_id listing_id dealt_at');
  table = columns(table, number, 'price');
  await columns(table, text, 'address status').execute();
  await db.schema
    .createIndex('deal_latest')
    .on('deal')
    .columns(['client_id', 'dealt_at desc', 'id desc'])
    .execute();
}

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
