import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { type Fields, keyText, readFields, readId, text, whole } from '../transfer-fields.js';
import { pagedExport } from '../transfer-table.js';
import { neighborhoodRecord } from './neighborhood.record.js';
import { type NeighborhoodImport, writeNeighborhoods } from './neighborhood.write.js';

const fields: Fields<NeighborhoodImport['values']> = {
  cat_name: keyText('name'),
  img: text('img'),
  imgname: text('imgname'),
  parent: whole('parent'),
  sort: whole('sort'),
  text_1: text('text_1'),
};

/** Imports neighborhoods. R108. */
export function neighborhoodImport(
  database: ClientDatabase,
  zone: string,
): ImportResource<NeighborhoodImport> {
  return {
    name: 'neighborhoods',
    fields: new Set(['cat_id', ...Object.keys(fields)]),
    parse: (record) => ({
      id: readId(record, 'cat_id'),
      values: readFields(fields, record, zone),
    }),
    key: (row) => String(row.id),
    async write(rows) {
      await writeNeighborhoods(database, rows);
      return [];
    },
  };
}

/** Exports neighborhoods. */
export function neighborhoodExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'neighborhoods',
    (after, limit) =>
      database.db
        .selectFrom('neighborhood')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map(neighborhoodRecord),
  );
}
