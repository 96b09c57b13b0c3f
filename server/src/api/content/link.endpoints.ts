import { Type } from 'typebox';
import { endpoint } from '../endpoint.js';
import { findLinkCategories, findLinks } from './link.queries.js';
import { Link, LinkCategory, linkCategoryRecord, linkRecord } from './link.record.js';

const tag = 'Content';

/** The reads of links and their categories. R124. */
export const linkEndpoints = [
  endpoint({
    method: 'GET',
    path: '/links',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'listLinks',
    summary: 'All links',
    description: 'Answers the links of all categories.',
    answer: Type.Array(Link),
    handle: async ({ tenant, context }) =>
      (await findLinks(tenant.database)).map((row) => linkRecord(row, context)),
  }),
  endpoint({
    method: 'GET',
    path: '/links/{category}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getLinksOfCategory',
    summary: 'The links of a category',
    description:
      'Answers the links of one category; an empty array when there is no such category.',
    segment: 'Category id',
    answer: Type.Array(Link),
    handle: async ({ tenant, segment: category, context }) =>
      (await findLinks(tenant.database, category)).map((row) => linkRecord(row, context)),
  }),
  endpoint({
    method: 'GET',
    path: '/links/categories',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'listLinkCategories',
    summary: 'All categories of links',
    description: 'Answers all categories of links, in the order in which to show them.',
    answer: Type.Array(LinkCategory),
    handle: async ({ tenant }) =>
      (await findLinkCategories(tenant.database)).map(linkCategoryRecord),
  }),
];
