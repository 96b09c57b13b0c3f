import type { Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, keyed, type Table } from './columns.js';

/**
 * Makes the tables of offices, teams and testimonials, and the indexes for reading agents and
 * buildings.
 */
export async function makePeople(db: Kysely<unknown>, place: Place): Promise<void> {
  const types = columnTypes(place.kind);
  const { integer, text } = types;

  let table = keyed(db, 'office', types);
  await columns(table, text, 'address city email fax logo name phone state zip').execute();

  table = keyed(db, 'team', types);
  await columns(
    table,
    text,
    `bio groupemail groupimage hide_team_listings_from_agent logo name phone1 phone2 social_f
     social_g social_i social_l social_p social_t social_y website`,
  ).execute();

  table = db.schema
    .createTable('team_expects')
    .addColumn('agent_id', integer, (column) => column.primaryKey()) as unknown as Table;
  await columns(table, integer, 'team_id').execute();

  table = keyed(db, 'testimonial', types);
  table = columns(table, integer, 'agent_id team_id created_at');
  await columns(table, text, 'commentor content image title').execute();

  for (const link of ['listingslink', 'presslink', 'searchwithmelink', 'testimoniallink']) {
    await db.schema
      .alterTable('agent')
      .addColumn(link, text, (column) => column.notNull().defaultTo(''))
      .execute();
  }

  const index = (name: string, on: string, keys: string[]) =>
    db.schema.createIndex(name).on(on).columns(keys).execute();
  await index('agent_team', 'agent', ['teamid']);
  await index('testimonial_agent', 'testimonial', ['agent_id', 'created_at', 'id']);
  await index('testimonial_team', 'testimonial', ['team_id', 'created_at', 'id']);
  await index('testimonial_date', 'testimonial', ['created_at', 'id']);
  await index('team_expects_team', 'team_expects', ['team_id']);
  // For reading the asking prices in a page of buildings at once.
  await index('listing_search_building', 'listing_search', ['building_id', 'status', 'price']);
}
