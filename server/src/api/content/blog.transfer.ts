import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { text } from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';
import { type BlogImport, blogImportFields, readBlog } from './blog.import.js';
import { buildingIdsOf, labelIdsOf } from './blog.queries.js';
import { blogLabelRecord, blogRecord } from './blog.record.js';
import { writeBlogs } from './blog.write.js';

const blogLabels: TableResource = {
  name: 'blog-labels',
  table: 'blog_label_name',
  idField: 'id',
  fields: { label: text('label') },
  computed: [],
  empty: { id: 0, label: '' },
};

/** Imports the labels of blog posts. R125. */
export function blogLabelImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, blogLabels) as ImportResource<unknown>;
}

/** Exports the labels of blog posts. */
export function blogLabelExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'blog-labels',
    (after, limit) =>
      database.db
        .selectFrom('blog_label_name')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map(blogLabelRecord),
  );
}

/** Imports blog posts. R168. */
export function blogImport(database: ClientDatabase, zone: string): ImportResource<BlogImport> {
  return {
    name: 'blogs',
    fields: blogImportFields,
    parse: (record) => readBlog(record, zone),
    key: (row) => String(row.id),
    async write(rows) {
      await writeBlogs(database, rows);
      return [];
    },
  };
}

/** Exports blog posts, published or not, with all that hangs on them. */
export function blogExport(database: ClientDatabase, zone: string): ExportResource {
  return pagedExport(
    'blogs',
    (after, limit) =>
      database.db
        .selectFrom('blog')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    async (rows) => {
      const ids = rows.map((row) => row.id);
      const labels = await labelIdsOf(database, ids);
      const buildings = await buildingIdsOf(database, ids);
      return rows.map((row) => ({
        ...blogRecord(row, { timeZone: zone }),
        agent_id: row.agent_id === 0 ? '' : String(row.agent_id),
        created_by: row.created_by,
        friendly: row.friendly,
        status: row.status,
        labels: labels.get(row.id) ?? [],
        buildings: buildings.get(row.id) ?? [],
      }));
    },
  );
}
