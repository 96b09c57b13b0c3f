import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, keyed, type Table, unknowable } from './columns.js';

/**
 * Tenants of the brokerage, some of whom are members of its website. R153. Moments are milliseconds
 * since the epoch, 0 when they are unknown.
 */
export const CLIENT_DEFAULTS = {
  id: 0,
  first_name: '',
  last_name: '',
  email: '',
  /** The email address in lower case, because letter case does not matter. */
  email_key: '',
  /** Tags, each followed by a comma. */
  type: '',
  /** The verification code, sealed (R316); empty until the person registers. */
  verify: '',
  /** 1 for a member of the website, who has a code; an index begins with it. */
  member: 0,
  /** The login name of a member, `email_key`; null for everybody else, so that it can be unique. */
  login_key: null as string | null,
  /** Argon2id in its usual text form; empty without a password, and then there is no login. */
  password_hash: '',
  /** 1 after the code was redeemed. */
  verified: 0,
  /** When a website changed the address; 0 once it is confirmed again. Until then no new password is mailed to it. */
  email_changed_at: 0,
  /** What recognises the newest link to set a password (`password-reset.ts`); empty for none. */
  reset_hash: '',
  /** Until when that link is good. It stays when the link was used, and tells older requests from newer ones. */
  reset_until: 0,
  last_login_at: 0,
  /** Whole seconds, as records show them. */
  created_at: 0,
  updated_at: 0,
  phone: '',
  home_phone: '',
  office_phone: '',
  agent_id: 0,
  progress: '',
  source: '',
  dob: '',
  address: '',
  city: '',
  state: '',
  zip: '',
};
export type ClientRecordTable = typeof CLIENT_DEFAULTS;

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
  client: ClientRecordTable;
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
