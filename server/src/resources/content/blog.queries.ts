import type { Selectable } from 'kysely';
import { grouped } from '../../lib/grouped.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { BlogTable } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { placeInTime } from '../../store/tenant/place-in-time.js';
import { mentions, withinMonth } from '../content.filters.js';
import type { BlogSearch } from './blog.params.js';

const READ = ['id', 'author', 'body', 'caption', 'image', 'published_at', 'title'] as const;

/** The columns of a blog post that answers show. */
export type BlogRow = Pick<Selectable<BlogTable>, (typeof READ)[number]>;

function published(database: TenantDatabase) {
  return database.db.selectFrom('blog').select(READ).where('status', '=', 1);
}

/** The published post with an id, if it exists. */
export function findBlog(database: TenantDatabase, id: number): Promise<BlogRow[]> {
  return published(database).where('id', '=', id).execute();
}

/** The published posts of an agent, newest first. */
export function findBlogsOfAgent(database: TenantDatabase, agent: number): Promise<BlogRow[]> {
  return published(database)
    .where('agent_id', '=', agent)
    .orderBy(placeInTime('published_at'), 'desc')
    .orderBy('id')
    .execute();
}

/**
 * The newest published posts that a search finds.
 *
 * @param zone IANA zone on whose calendar months begin.
 */
export async function searchBlogs(
  database: TenantDatabase,
  search: BlogSearch,
  zone: string,
  count: number,
): Promise<BlogRow[]> {
  if (count === 0) return [];
  let query = published(database);
  const { label, month_year: month } = search;
  if (label !== undefined) {
    query =
      'id' in label
        ? query.where('id', 'in', (eb) =>
            eb.selectFrom('blog_label').select('blog_id').where('label_id', '=', label.id),
          )
        : query.where(mentions(['title_key'], label.keyword));
  }
  if (month !== undefined) query = query.where(withinMonth('published_at', month, zone));
  return query.orderBy(placeInTime('published_at'), 'desc').orderBy('id').limit(count).execute();
}

/** The ids of the labels of posts, by post, in ascending order. */
export async function labelIdsOf(
  database: TenantDatabase,
  blogs: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const pairs = await inPortions(blogs, (portion) =>
    database.db
      .selectFrom('blog_label')
      .select(['blog_id', 'label_id as other'])
      .where('blog_id', 'in', portion)
      .orderBy('blog_id')
      .orderBy('label_id')
      .execute(),
  );
  return grouped(pairs.map(({ blog_id, other }) => [blog_id, other]));
}

/** The ids of the buildings of posts, by post, in ascending order. */
export async function buildingIdsOf(
  database: TenantDatabase,
  blogs: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const pairs = await inPortions(blogs, (portion) =>
    database.db
      .selectFrom('blog_building')
      .select(['blog_id', 'building_id as other'])
      .where('blog_id', 'in', portion)
      .orderBy('blog_id')
      .orderBy('building_id')
      .execute(),
  );
  return grouped(pairs.map(({ blog_id, other }) => [blog_id, other]));
}
