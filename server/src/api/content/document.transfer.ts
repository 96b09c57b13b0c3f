import type { Selectable } from 'kysely';
import type { DocumentTable } from '../../data/client-database/content-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { moment, text, whole } from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';
import { documentRecord } from './document.record.js';

const EMPTY: Selectable<DocumentTable> = {
  id: 0,
  category: '',
  created_at: null,
  filename: '',
  sort: 0,
  title: '',
};

const resource: TableResource = {
  name: 'docs',
  table: 'document',
  idField: 'id',
  fields: {
    category: text('category'),
    date_create: moment('created_at'),
    filename: text('filename'),
    sort: whole('sort'),
    title: text('title'),
  },
  computed: [],
  empty: { ...EMPTY },
};

/** Imports documents. R123. */
export function documentImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, resource) as ImportResource<unknown>;
}

/** Exports documents. */
export function documentExport(database: ClientDatabase, zone: string): ExportResource {
  return pagedExport(
    'docs',
    (after, limit) =>
      database.db
        .selectFrom('document')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map((row) => documentRecord(row, { timeZone: zone })),
  );
}
