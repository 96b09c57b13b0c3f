import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, columnTypes, type Place } from '../engines/dialect.js';
import { addColumns, addIndex } from '../schema/steps.js';
import { columns, keyed, placeInTime, type Table, unknowable } from './columns.js';

/** The step that makes the tables of content. */
export async function makeContent(db: Kysely<unknown>, place: Place): Promise<void> {
  const types = columnTypes(place.kind);
  // Only a listing that names a label adds it without this column.
  await addColumns(db, 'label', types.integer, 'from_listings', 1);
  await makeBlogs(db, types);
  await makePressAndVideos(db, types);
  await makeDocumentsAndLinks(db, types);
}

async function makeBlogs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { integer, text } = types;
  let table = keyed(db, 'blog', types);
  table = columns(table, integer, 'agent_id created_by status');
  table = unknowable(table, integer, 'published_at');
  // The long column is last, because SQLite reads through a row to get at later columns.
  await columns(table, text, 'author caption friendly image title title_key body').execute();
  await db.schema
    .createIndex('blog_newest')
    .on('blog')
    .column('status')
    .expression(sql`${placeInTime('published_at')} desc`)
    .column('id')
    .execute();
  await db.schema
    .createIndex('blog_agent')
    .on('blog')
    .columns(['agent_id', 'status'])
    .expression(sql`${placeInTime('published_at')} desc`)
    .column('id')
    .execute();
  await addIndex(db, 'blog_slug', 'blog', 'friendly');

  await columns(keyed(db, 'blog_label_name', types), text, 'label').execute();
  await makePairs(db, types, 'blog_label', 'label_id');
  await makePairs(db, types, 'blog_building', 'building_id');
}

/** A table of pairs of a blog post and another record, indexed from both sides. */
async function makePairs(
  db: Kysely<unknown>,
  types: ColumnTypes,
  name: string,
  other: string,
): Promise<void> {
  const table = db.schema.createTable(name) as unknown as Table;
  await columns(table, types.integer, `blog_id ${other}`)
    .addPrimaryKeyConstraint(`${name}_key`, ['blog_id', other] as never)
    .execute();
  await addIndex(db, `${name}_other`, name, `${other}, blog_id`);
}

async function makePressAndVideos(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { integer, text } = types;
  let table = keyed(db, 'press', types);
  table = columns(table, integer, 'agent_id');
  table = unknowable(table, integer, 'created_at published_at');
  await columns(
    table,
    text,
    `author filename logo publicationname sub_title sub_title_key title title_key type url body`,
  ).execute();
  await makeNewestIndex(db, 'press', 'published_at');
  await addIndex(db, 'press_agent', 'press', 'agent_id');

  table = keyed(db, 'video', types);
  table = columns(table, text, 'description embed image title title_key');
  table = columns(table, integer, 'agent_id sort');
  await unknowable(table, integer, 'created_at').execute();
  await makeNewestIndex(db, 'video', 'created_at');
  await addIndex(db, 'video_agent', 'video', 'agent_id, sort, id');
}

async function makeDocumentsAndLinks(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { integer, text } = types;
  let table = keyed(db, 'document', types);
  table = columns(table, text, 'category filename title');
  table = columns(table, integer, 'sort');
  await unknowable(table, integer, 'created_at').execute();
  await makeNewestIndex(db, 'document', 'created_at');

  await columns(
    columns(keyed(db, 'link_category', types), text, 'name'),
    integer,
    'sort',
  ).execute();
  table = columns(keyed(db, 'link', types), text, 'description title url');
  await columns(table, integer, 'category_id sort').execute();
  await addIndex(db, 'link_place', 'link', 'category_id, sort, id');
}

/** An index in the order of answers: newest first, equal moments by ascending id. */
async function makeNewestIndex(db: Kysely<unknown>, table: string, moment: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_newest`)
    .on(table)
    .expression(sql`${placeInTime(moment)} desc`)
    .column('id')
    .execute();
}

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

  await addColumns(
    db,
    'agent',
    text,
    'listingslink presslink searchwithmelink testimoniallink',
    '',
  );

  await addIndex(db, 'agent_team', 'agent', 'teamid');
  await addIndex(db, 'testimonial_agent', 'testimonial', 'agent_id, created_at, id');
  await addIndex(db, 'testimonial_team', 'testimonial', 'team_id, created_at, id');
  await addIndex(db, 'testimonial_date', 'testimonial', 'created_at, id');
  await addIndex(db, 'team_expects_team', 'team_expects', 'team_id');
  // For reading the asking prices in a page of buildings at once.
  await addIndex(db, 'listing_search_building', 'listing_search', 'building_id, status, price');
}
