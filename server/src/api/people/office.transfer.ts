import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { text } from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';
import { officeRecord } from './office.record.js';

const TEXTS = ['address', 'city', 'email', 'fax', 'logo', 'name', 'phone', 'state', 'zip'] as const;

const resource: TableResource = {
  name: 'offices',
  table: 'office',
  idField: 'id',
  fields: Object.fromEntries(TEXTS.map((column) => [column, text(column)])),
  computed: [],
  empty: { id: 0, ...Object.fromEntries(TEXTS.map((column) => [column, ''])) },
};

/** Imports offices. R115. */
export function officeImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, resource) as ImportResource<unknown>;
}

/** Exports offices. */
export function officeExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'offices',
    (after, limit) =>
      database.db
        .selectFrom('office')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map(officeRecord),
  );
}
