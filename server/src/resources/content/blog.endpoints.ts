import { Type } from 'typebox';
import { endpoint } from '../../api/endpoint.js';
import { blogLabelEndpoints } from '../blog-label.js';
import { MOST_COUNTED } from '../content.params.js';
import { blogSearchParams } from './blog.params.js';
import * as queries from './blog.queries.js';
import { BlogPost, blogRecord } from './blog.record.js';

const tag = 'Content';

/** The reads of blog posts. R27, R117. */
export const blogEndpoints = [
  endpoint({
    method: 'GET',
    path: '/blogs/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getBlogPost',
    summary: 'One published blog post',
    description:
      'Answers an array of one record, and an empty array when there is none. Only published posts are found. `body` is HTML as the brokerage wrote it.',
    segment: 'Blog post id',
    answer: Type.Array(BlogPost, { maxItems: 1 }),
    handle: async ({ tenant, segment, context }) =>
      (await queries.findBlog(tenant.database, segment)).map((row) => blogRecord(row, context)),
  }),
  ...blogLabelEndpoints,
  endpoint({
    method: 'GET',
    path: '/blog/search/{count}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'searchBlogPosts',
    summary: 'The newest published blog posts',
    description: 'Answers as many published posts as the path says, the newest first.',
    segment: `Blog posts wanted, at most ${MOST_COUNTED}`,
    params: blogSearchParams,
    answer: Type.Array(BlogPost),
    handle: async ({ tenant: { database }, segment: count, context }, params) => {
      const most = Math.min(count, MOST_COUNTED);
      const rows = await queries.searchBlogs(database, params, context.timeZone, most);
      return rows.map((row) => blogRecord(row, context));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/agents/blog/{id}',
    access: 'key',
    freshness: 'data',
    tag: 'Agents, teams, offices',
    operation: 'getAgentBlogPosts',
    summary: 'The published blog posts of an agent, newest first',
    description: 'Answers all published posts that belong to the agent.',
    segment: 'Agent id',
    answer: Type.Array(BlogPost),
    handle: async ({ tenant, segment, context }) =>
      (await queries.findBlogsOfAgent(tenant.database, segment)).map((row) =>
        blogRecord(row, context),
      ),
  }),
];
