import { type Kysely, sql } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { addColumns, addIndex, makeTable } from '../schema/steps.js';
import { placeInTime } from './columns.js';

export async function makeContent(db: Kysely<unknown>, place: Place): Promise<void> {
  // Only a listing that names a label adds it without this column.
  await addColumns(db, place, 'label', 'integer: from_listings', 1);
  await makeBlogs(db, place);
  await makePressAndVideos(db, place);
  await makeDocumentsAndLinks(db, place);
}

async function makeBlogs(db: Kysely<unknown>, place: Place): Promise<void> {
  // The long column is last, because SQLite reads through a row to get at later columns.
  const columns = `integer: agent_id created_by status integer?: published_at
    text: author caption friendly image title title_key body`;
  await makeTable(db, place, 'blog', 'integer: id', columns);
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

  await makeTable(db, place, 'blog_label_name', 'integer: id', 'text: label');
  // Pairs of a blog post and another record, indexed from both sides.
  for (const other of ['label', 'building']) {
    const pairs = `blog_${other}`;
    const columns = `integer: blog_id ${other}_id`;
    await makeTable(db, place, pairs, `blog_id, ${other}_id`, columns);
    await addIndex(db, `${pairs}_other`, pairs, `${other}_id, blog_id`);
  }
}

async function makePressAndVideos(db: Kysely<unknown>, place: Place): Promise<void> {
  const press = `integer: agent_id integer?: created_at published_at
    text: author filename logo publicationname sub_title sub_title_key title title_key type url body`;
  await makeTable(db, place, 'press', 'integer: id', press);
  await makeNewestIndex(db, 'press', 'published_at');
  await addIndex(db, 'press_agent', 'press', 'agent_id');

  const video = `text: description embed image title title_key
    integer: agent_id sort integer?: created_at`;
  await makeTable(db, place, 'video', 'integer: id', video);
  await makeNewestIndex(db, 'video', 'created_at');
  await addIndex(db, 'video_agent', 'video', 'agent_id, sort, id');
}

async function makeDocumentsAndLinks(db: Kysely<unknown>, place: Place): Promise<void> {
  const document = 'text: category filename title integer: sort integer?: created_at';
  await makeTable(db, place, 'document', 'integer: id', document);
  await makeNewestIndex(db, 'document', 'created_at');

  await makeTable(db, place, 'link_category', 'integer: id', 'text: name integer: sort');
  const link = 'text: description title url integer: category_id sort';
  await makeTable(db, place, 'link', 'integer: id', link);
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
