import { type Kysely, sql } from 'kysely';
import {
  type ColumnTypes,
  columnTypes,
  createCoveringIndex,
  type Place,
} from '../engines/dialect.js';
import { addIndex } from '../schema/steps.js';
import { columns, keyed, type Table, unknowable } from './columns.js';
import { CUSTOM_VALUE_INDEXED } from './tables.js';

/**
 * The first step: the tables of places, agents and listings, the narrow twin that searches read, and the
 * revision.
 */
export async function makeListings(db: Kysely<unknown>, place: Place): Promise<void> {
  const types = columnTypes(place.kind);
  await makePlaces(db, types);
  await makeAgents(db, types);
  await makeListing(db, types);
  await makeListingSearch(db, place, types);
  await makeListingExtras(db, types);
  await columns(
    db.schema.createTable('revision') as unknown as Table,
    types.integer,
    'number views',
  ).execute();
  const loose = db as unknown as Kysely<{ revision: { number: number; views: number } }>;
  await loose.insertInto('revision').values({ number: 1, views: 1 }).execute();
}

async function makePlaces(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { integer, number, text } = types;
  let table = keyed(db, 'neighborhood', types);
  table = columns(table, text, 'name name_key img imgname text_1');
  await columns(table, integer, 'from_listings parent sort').execute();
  await addIndex(db, 'neighborhood_name', 'neighborhood', 'name_key');

  table = keyed(db, 'building', types);
  table = columns(
    table,
    text,
    `address house name city state zip location beds bldgsize concession ext keys lotsize
     openhouse openhouseend openhouse2 openhouseend2 phone propertytype public_note style
     subwayline type website`,
  );
  table = columns(
    table,
    integer,
    `from_listings neighborhood_id amenities_low amenities_high included built category common
     contact cooling down era exp families featured fee heating incrent maintanance is_new
     newdevelopment nofee op parking pets price status stories taxes units`,
  );
  table = columns(table, number, 'deduct');
  await unknowable(table, number, 'latitude longitude').execute();
  await addIndex(db, 'building_neighborhood', 'building', 'neighborhood_id');

  await columns(
    columns(
      db.schema.createTable('building_photo') as unknown as Table,
      integer,
      'building_id position sort',
    ),
    text,
    'filename name',
  )
    .addPrimaryKeyConstraint('building_photo_key', ['building_id', 'position'] as never)
    .execute();
}

async function makeAgents(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  let table = keyed(db, 'agent', types);
  table = columns(
    table,
    types.text,
    `agent_custom_field_1 agent_custom_field_2 agent_link_name_1 agent_link_name_2
     agent_link_name_3 agent_link_url_1 agent_link_url_2 agent_link_url_3 bio email fax mobile phone
     firstname lastname image lang link_social1 link_social2 link_social3 link_social4 link_social5
     quote rls_agent_id specialty status teamid title`,
  );
  await columns(table, types.integer, 'isagent office').execute();
}

async function makeListing(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { integer, number, text } = types;
  let table = keyed(db, 'listing', types);
  table = columns(
    table,
    integer,
    `building_id neighborhood_id agent_id coagent_id listingagent_id status type category
     hide_address by_appointment pets size cooling amenities_low amenities_high developments
     featured downpayment maintenance taxes cyof idx vow distribute units built families images`,
  );
  table = columns(table, number, 'bath beds rooms fee freemonth monthsfreereqminlease price');
  table = columns(
    table,
    text,
    `house street apt cross_streets description access_note available floor video video2 openhouse
     openhouseend openhouse2 openhouseend2 concession mls_no ulid zip subway city state image
     floorplan`,
  );
  table = unknowable(table, text, 'partner_video op');
  table = unknowable(table, number, 'latitude longitude lease_term_min lease_term_max');
  await unknowable(table, integer, 'updated_at').execute();
  await addIndex(db, 'listing_building', 'listing', 'building_id');
  await addIndex(db, 'listing_ulid', 'listing', 'ulid');
  // The listings with a virtual tour, which a video callback searches.
  await db.schema
    .createIndex('listing_tour')
    .on('listing')
    .column('id')
    .where(sql<boolean>`(video <> '' or video2 <> '')`)
    .execute();
}

/** The columns of the two covering indexes beyond their keys: every column that a filter reads. */
const FILTERED = [
  'beds',
  'bath',
  'rooms',
  'size',
  'type',
  'amenities_low',
  'amenities_high',
  'flags',
  'category',
  'pets',
  'building_id',
  'agent_id',
  'coagent_id',
  'listingagent_id',
  'families',
  'built',
  'taxes',
  'lease_term_min',
  'lease_term_max',
  'cooling',
  'parking',
  'zip',
  'available_on',
  'openhouse_until',
  'updated_at',
  'city',
];

async function makeListingSearch(
  db: Kysely<unknown>,
  place: Place,
  types: ColumnTypes,
): Promise<void> {
  const { integer, number, text } = types;
  let table = keyed(db, 'listing_search', types);
  table = columns(
    table,
    integer,
    `status size updated_at neighborhood_id type category pets amenities_low amenities_high families
     built taxes cooling parking zip agent_id coagent_id listingagent_id building_id flags
     openhouse_until`,
  );
  table = columns(table, number, 'price beds bath rooms');
  table = unknowable(table, number, 'lease_term_min lease_term_max');
  table = unknowable(table, integer, 'available_on');
  await columns(table, text, 'city address').execute();

  // Descending, like the default order; equal prices by ascending id (R39).
  await createCoveringIndex(db, place, {
    name: 'listing_search_price',
    table: 'listing_search',
    keys: ['status', 'price desc', 'id'],
    carried: ['neighborhood_id', ...FILTERED],
  });
  await createCoveringIndex(db, place, {
    name: 'listing_search_place',
    table: 'listing_search',
    keys: ['neighborhood_id', 'status', 'price desc', 'id'],
    carried: FILTERED,
  });
  const index = (name: string, ordered: 'size' | 'updated_at') =>
    db.schema
      .createIndex(name)
      .on('listing_search')
      .columns(['status', `${ordered} desc`, 'id'])
      .execute();
  await index('listing_search_size', 'size');
  await index('listing_search_date', 'updated_at');
}

async function makeListingExtras(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { integer, text } = types;
  const bare = (name: string) => db.schema.createTable(name) as unknown as Table;
  await columns(columns(bare('photo'), integer, 'listing_id position sort'), text, 'filename name')
    .addPrimaryKeyConstraint('photo_key', ['listing_id', 'position'] as never)
    .execute();

  await columns(
    bare('label').addColumn('id', integer, types.counted),
    text,
    'name name_key',
  ).execute();
  await addIndex(db, 'label_name', 'label', 'name_key');

  await columns(bare('listing_label'), integer, 'listing_id label_id')
    .addPrimaryKeyConstraint('listing_label_key', ['listing_id', 'label_id'] as never)
    .execute();
  await addIndex(db, 'listing_label_label', 'listing_label', 'label_id, listing_id');

  await columns(columns(bare('listing_custom'), integer, 'listing_id'), text, 'name value')
    .addPrimaryKeyConstraint('listing_custom_key', ['listing_id', 'name'] as never)
    .execute();
  await db.schema
    .createIndex('listing_custom_value')
    .on('listing_custom')
    .expression(sql.raw(`substr(value, 1, ${CUSTOM_VALUE_INDEXED}), listing_id`))
    .execute();

  await columns(
    bare('listing_views').addColumn('listing_id', integer, (column) => column.primaryKey()),
    integer,
    'views',
  ).execute();
}
