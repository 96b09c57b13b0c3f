import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, keyed, type Table, unknowable } from './table-builder.js';

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
