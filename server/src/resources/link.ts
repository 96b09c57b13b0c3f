import { Type } from 'typebox';
import { read } from '../api/endpoint.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { address, type ColumnsOf, id, idOf, text, whole } from './kinds/fields.js';
import { filesOf } from './kinds/files.js';
import { defineKind } from './kinds/kind.js';

const fields = {
  id: id(),
  title: text('Title'),
  url: address('Where it leads'),
  description: text('What is found there'),
  category: idOf('link-categories', 'Id of its category, 0 when none', { column: 'category_id' }),
  sort: whole('Position, lower first'),
};

const categoryFields = {
  id: id('Category id, as in `/links/{category}`'),
  name: text('Name'),
  sort: whole('Position, lower first'),
};

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    link: ColumnsOf<typeof fields>;
    link_category: ColumnsOf<typeof categoryFields>;
  }
}

/** Links to other websites. R124. */
export const link = defineKind('links', 'Link', fields);

export const linkFiles = filesOf(link);

/** Categories of links. R124. */
export const linkCategory = defineKind('link-categories', 'LinkCategory', categoryFields);

export const linkCategoryFiles = filesOf(linkCategory);

const tag = 'Content';

/** The reads of links and their categories. R124. */
export const linkEndpoints = [
  read({
    path: '/links',
    tag,
    operation: 'listLinks',
    summary: 'All links',
    description: 'Answers the links of all categories.',
    answer: Type.Array(link.schema),
    handle: async ({ tenant, context }) =>
      (await findLinks(tenant.database)).map((row) => link.record(row, context)),
  }),
  read({
    path: '/links/{category}',
    tag,
    operation: 'getLinksOfCategory',
    summary: 'The links of a category',
    description: 'Answers the links of one category; an empty array if there is no such category.',
    segment: 'Category id',
    answer: Type.Array(link.schema),
    handle: async ({ tenant, segment: category, context }) =>
      (await findLinks(tenant.database, category)).map((row) => link.record(row, context)),
  }),
  read({
    path: '/links/categories',
    tag,
    operation: 'listLinkCategories',
    summary: 'All categories of links',
    description: 'Answers all categories of links, in the order in which to show them.',
    answer: Type.Array(linkCategory.schema),
    handle: async ({ tenant: { database }, context }) => {
      const all = database.db.selectFrom('link_category').selectAll().orderBy('sort').orderBy('id');
      return (await all.execute()).map((row) => linkCategory.record(row, context));
    },
  }),
];

function findLinks({ db }: TenantDatabase, category?: number) {
  const all = db.selectFrom('link').selectAll().orderBy('sort').orderBy('id');
  return (category === undefined ? all : all.where('category_id', '=', category)).execute();
}
