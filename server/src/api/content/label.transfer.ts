import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { readId, readKey } from '../transfer-fields.js';
import { pagedExport } from '../transfer-table.js';
import { labelRecord } from './label.record.js';
import { type LabelImport, writeLabels } from './label.write.js';

/** Imports the labels of listings. R125. */
export function labelImport(database: ClientDatabase): ImportResource<LabelImport> {
  return {
    name: 'labels',
    fields: new Set(['id', 'labelname']),
    parse: ({ labelname, ...record }) => ({
      id: readId(record, 'id'),
      name:
        labelname === undefined || labelname === null
          ? undefined
          : readKey(labelname, 'labelname').trim(),
    }),
    key: (row) => String(row.id),
    async write(rows) {
      await writeLabels(database, rows);
      return [];
    },
  };
}

/** Exports the labels of listings. */
export function labelExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'labels',
    (after, limit) =>
      database.db
        .selectFrom('label')
        .select(['id', 'name'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map(labelRecord),
  );
}
