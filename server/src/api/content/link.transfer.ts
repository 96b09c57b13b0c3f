import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { text, webAddress, whole } from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';
import { linkCategoryRecord, linkRecord } from './link.record.js';

const categories: TableResource = {
  name: 'link-categories',
  table: 'link_category',
  idField: 'id',
  fields: { name: text('name'), sort: whole('sort') },
  computed: [],
  empty: { id: 0, name: '', sort: 0 },
};

const links: TableResource = {
  name: 'links',
  table: 'link',
  idField: 'id',
  fields: {
    category: whole('category_id'),
    description: text('description'),
    sort: whole('sort'),
    title: text('title'),
    url: webAddress('url'),
  },
  computed: [],
  empty: { id: 0, category_id: 0, description: '', sort: 0, title: '', url: '' },
};

/** Imports categories of links. R124. */
export function linkCategoryImport(
  database: ClientDatabase,
  zone: string,
): ImportResource<unknown> {
  return tableImport(database, zone, categories) as ImportResource<unknown>;
}

/** Exports categories of links. */
export function linkCategoryExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'link-categories',
    (after, limit) =>
      database.db
        .selectFrom('link_category')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map(linkCategoryRecord),
  );
}

/** Imports links. R124. */
export function linkImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, links) as ImportResource<unknown>;
}

/** Exports links. */
export function linkExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'links',
    (after, limit) =>
      database.db
        .selectFrom('link')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map(linkRecord),
  );
}
