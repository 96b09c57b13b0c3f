import { Type } from 'typebox';
import { read } from '../api/endpoint.js';
import { type ColumnsOf, id, text } from './kinds/fields.js';
import { filesOf } from './kinds/files.js';
import { defineKind } from './kinds/kind.js';

const fields = {
  id: id('Label id, passed as `label` to the blog search'),
  label: text('Name'),
};

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    blog_label_name: ColumnsOf<typeof fields>;
  }
}

/** Labels of blog posts, a vocabulary separate from that of listings. R125. */
export const blogLabel = defineKind('blog-labels', 'BlogLabel', fields);

export const blogLabelFiles = filesOf(blogLabel);

export const blogLabelEndpoints = [
  read({
    path: '/blogs/labels',
    tag: 'Content',
    operation: 'listBlogLabels',
    summary: 'All labels of blog posts',
    description:
      'Answers all labels of blog posts. Labels of listings are separate, with other ids.',
    answer: Type.Array(blogLabel.schema),
    handle: async ({ tenant: { database }, context }) => {
      const all = database.db.selectFrom('blog_label_name').selectAll().orderBy('id');
      return (await all.execute()).map((row) => blogLabel.record(row, context));
    },
  }),
];
