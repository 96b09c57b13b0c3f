import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { blogSearchParams, readBlogSearch } from './blog.params.js';
import * as queries from './blog.queries.js';
import { BlogLabel, BlogPost, blogLabelRecord, blogRecord } from './blog.record.js';
import { MOST_COUNTED } from './content.params.js';

const tag = 'Content';

/** The reads of blog posts. R27, R117. */
export const blogEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/blogs/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One published blog post',
    segment: 'Blog post id',
    params: {},
    answer: Type.Array(BlogPost, { maxItems: 1 }),
    handle: async ({ client, id, context }: Call) =>
      (await queries.findBlog(client.database, id)).map((row) => blogRecord(row, context)),
  },
  {
    method: 'GET',
    path: '/blogs/labels',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All labels of blog posts',
    params: {},
    answer: Type.Array(BlogLabel),
    handle: async ({ client }: Call) =>
      (await queries.findBlogLabels(client.database)).map(blogLabelRecord),
  },
  {
    method: 'GET',
    path: '/blog/search/{count}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'The newest published blog posts',
    segment: `Blog posts wanted, at most ${MOST_COUNTED}`,
    params: blogSearchParams,
    answer: Type.Array(BlogPost),
    handle: search,
  },
  {
    method: 'GET',
    path: '/agents/blog/{id}',
    access: 'key',
    freshness: 'data',
    tag: 'Agents, teams, offices',
    summary: 'The published blog posts of an agent, newest first',
    segment: 'Agent id',
    params: {},
    answer: Type.Array(BlogPost),
    handle: async ({ client, id, context }: Call) =>
      (await queries.findBlogsOfAgent(client.database, id)).map((row) => blogRecord(row, context)),
  },
];

async function search({ client, raw, id: count, context }: Call): Promise<unknown> {
  const rows = await queries.searchBlogs(
    client.database,
    readBlogSearch(raw),
    context.timeZone,
    Math.min(count, MOST_COUNTED),
  );
  return rows.map((row) => blogRecord(row, context));
}
