import { type Kysely, sql } from 'kysely';
import { columnTypes, createCoveringIndex, type Place } from '../engines/dialect.js';
import { addIndex, makeTable } from '../schema/steps.js';
import { CUSTOM_VALUE_INDEXED } from './tables.js';

/** The first step: tables of places, agents and listings, the narrow twin that searches read, and the revision. */
export async function makeListings(db: Kysely<unknown>, place: Place): Promise<void> {
  await makePlaces(db, place);
  await makeListing(db, place);
  await makeListingSearch(db, place);
  await makeListingExtras(db, place);
  const { integer } = columnTypes(place.kind);
  await db.schema
    .createTable('revision')
    .addColumn('number', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('views', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  const loose = db as unknown as Kysely<{ revision: { number: number; views: number } }>;
  await loose.insertInto('revision').values({ number: 1, views: 1 }).execute();
}

async function makePlaces(db: Kysely<unknown>, place: Place): Promise<void> {
  const neighborhood = `text: name name_key img imgname text_1 integer: from_listings parent sort`;
  await makeTable(db, place, 'neighborhood', 'integer: id', neighborhood);
  await addIndex(db, 'neighborhood_name', 'neighborhood', 'name_key');

  const building = `
    text: address house name city state zip location beds bldgsize concession ext keys lotsize
      openhouse openhouseend openhouse2 openhouseend2 phone propertytype public_note style
      subwayline type website
    integer: from_listings neighborhood_id amenities_low amenities_high included built category
      common contact cooling down era exp families featured fee heating incrent maintanance is_new
      newdevelopment nofee op parking pets price status stories taxes units
    number: deduct number?: latitude longitude`;
  await makeTable(db, place, 'building', 'integer: id', building);
  await addIndex(db, 'building_neighborhood', 'building', 'neighborhood_id');

  const photo = 'integer: building_id position sort text: filename name';
  await makeTable(db, place, 'building_photo', 'building_id, position', photo);

  const agent = `
    text: agent_custom_field_1 agent_custom_field_2 agent_link_name_1 agent_link_name_2
      agent_link_name_3 agent_link_url_1 agent_link_url_2 agent_link_url_3 bio email fax mobile
      phone firstname lastname image lang link_social1 link_social2 link_social3 link_social4
      link_social5 quote rls_agent_id specialty status teamid title
    integer: isagent office`;
  await makeTable(db, place, 'agent', 'integer: id', agent);
}

async function makeListing(db: Kysely<unknown>, place: Place): Promise<void> {
  const listing = `
    integer: building_id neighborhood_id agent_id coagent_id listingagent_id status type category
      hide_address by_appointment pets size cooling amenities_low amenities_high developments
      featured downpayment maintenance taxes cyof idx vow distribute units built families images
    number: bath beds rooms fee freemonth monthsfreereqminlease price
    text: house street apt cross_streets description access_note available floor video video2
      openhouse openhouseend openhouse2 openhouseend2 concession mls_no ulid zip subway city state
      image floorplan
    text?: partner_video op
    number?: latitude longitude lease_term_min lease_term_max
    integer?: updated_at`;
  await makeTable(db, place, 'listing', 'integer: id', listing);
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

async function makeListingSearch(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = `
    integer: status size updated_at neighborhood_id type category pets amenities_low amenities_high
      families built taxes cooling parking zip agent_id coagent_id listingagent_id building_id flags
      openhouse_until
    number: price beds bath rooms
    number?: lease_term_min lease_term_max
    integer?: available_on
    text: city address`;
  await makeTable(db, place, 'listing_search', 'integer: id', columns);

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
  await addIndex(db, 'listing_search_size', 'listing_search', 'status, size desc, id');
  await addIndex(db, 'listing_search_date', 'listing_search', 'status, updated_at desc, id');
}

async function makeListingExtras(db: Kysely<unknown>, place: Place): Promise<void> {
  const photo = 'integer: listing_id position sort text: filename name';
  await makeTable(db, place, 'photo', 'listing_id, position', photo);
  await makeTable(db, place, 'label', 'counted: id', 'text: name name_key');
  await addIndex(db, 'label_name', 'label', 'name_key');
  const labels = 'integer: listing_id label_id';
  await makeTable(db, place, 'listing_label', 'listing_id, label_id', labels);
  await addIndex(db, 'listing_label_label', 'listing_label', 'label_id, listing_id');
  const custom = 'integer: listing_id text: name value';
  await makeTable(db, place, 'listing_custom', 'listing_id, name', custom);
  await db.schema
    .createIndex('listing_custom_value')
    .on('listing_custom')
    .expression(sql.raw(`substr(value, 1, ${CUSTOM_VALUE_INDEXED}), listing_id`))
    .execute();

  await makeTable(db, place, 'listing_views', 'integer: listing_id', 'integer: views');
}
