import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../operator/transfer/resource.js';
import { problem, readId, readText } from '../transfer-fields.js';
import { pagedExport } from '../transfer-table.js';
import { labelRecord } from './label.record.js';
import { type LabelImport, writeLabels } from './label.write.js';

/** Imports the labels of listings. Specification: Resources, Labels. */
export function labelImport(database: ClientDatabase): ImportResource<LabelImport> {
  return {
    name: 'labels',
    fields: new Set(['id', 'labelname']),
    parse: ({ labelname, ...record }) => ({
      id: readId(record, 'id'),
      name: labelname === undefined || labelname === null ? undefined : readName(labelname),
    }),
    key: (row) => String(row.id),
    async write(rows) {
      await writeLabels(database, rows);
      return [];
    },
  };
}

const LONGEST_NAME = 500;

/** Names are looked for through an index, and PostgreSQL has none for text of any length. */
function readName(value: unknown): string {
  const name = readText(value, 'labelname').trim();
  if (name.length <= LONGEST_NAME) return name;
  throw problem('labelname', value, `text of at most ${LONGEST_NAME} characters`);
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
