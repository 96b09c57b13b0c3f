import type { Generated, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { addColumns, addIndex } from '../schema/steps.js';
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
  await addColumns(db, 'client', integer, 'email_changed_at', 0);
  await addColumns(db, 'client', text, 'reset_hash', '');
  await addColumns(db, 'client', integer, 'reset_until', 0);
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
  await addIndex(db, 'client_email', 'client', 'email_key');
  await addIndex(db, 'client_newest', 'client', 'member, created_at desc, id');

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
  await addIndex(db, 'deal_latest', 'deal', 'client_id, dealt_at desc, id desc');
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
  await addIndex(db, 'alert_created', 'alert', 'created_at, id');
  await addIndex(db, 'alert_email', 'alert', 'email_key, created_at');

  const comments = db.schema
    .createTable('alert_comment')
    .addColumn('id', integer, counted) as unknown as Table;
  await columns(
    columns(comments, text, 'text'),
    integer,
    'alert_id created_at listing_id listing_space',
  ).execute();
  await addIndex(db, 'alert_comment_alert', 'alert_comment', 'alert_id, id');
}

/** The step that adds tours to leads. An earlier program writes leads without one. */
export async function makeTours(db: Kysely<unknown>, place: Place): Promise<void> {
  const { text } = columnTypes(place.kind);
  await addColumns(db, 'alert', text, 'tour_kind tour_times', '');
  await addColumns(db, 'letter', text, 'calendar', '');
}

/** The step that adds what has become of leads, and notes. An earlier program writes new leads without notes. */
export async function addLeadStates(db: Kysely<unknown>, place: Place): Promise<void> {
  const { text } = columnTypes(place.kind);
  await addColumns(db, 'alert', text, 'state', 'new');
  await addColumns(db, 'alert', text, 'notes', '');
}
