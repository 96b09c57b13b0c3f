import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { findLinkCategories, findLinks } from './link.queries.js';
import { Link, LinkCategory, linkCategoryRecord, linkRecord } from './link.record.js';

const tag = 'Content';

/** The reads of links. R124. */
export const linkEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/links',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All links',
    params: {},
    answer: Type.Array(Link),
    handle: async ({ client }: Call) => (await findLinks(client.database)).map(linkRecord),
  },
  {
    method: 'GET',
    path: '/links/{category}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'The links of a category',
    segment: 'Category id',
    params: {},
    answer: Type.Array(Link),
    handle: async ({ client, id: category }: Call) =>
      (await findLinks(client.database, category)).map(linkRecord),
  },
  {
    method: 'GET',
    path: '/links/categories',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All categories of links',
    params: {},
    answer: Type.Array(LinkCategory),
    handle: async ({ client }: Call) =>
      (await findLinkCategories(client.database)).map(linkCategoryRecord),
  },
];
