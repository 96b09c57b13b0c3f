import type { Selectable } from 'kysely';
import type { VideoTable } from '../../data/client-database/content-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { moment, text, webAddress, whole } from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';
import { searchKey } from './search-key.js';
import { videoRecord } from './video.record.js';

const EMPTY: Selectable<VideoTable> = {
  id: 0,
  agent_id: 0,
  created_at: null,
  description: '',
  embed: '',
  image: '',
  sort: 999,
  title: '',
  title_key: '',
};

const resource: TableResource = {
  name: 'videos',
  table: 'video',
  idField: 'id',
  fields: {
    agentid: whole('agent_id'),
    date_create: moment('created_at'),
    description: text('description'),
    embed: webAddress('embed'),
    image: text('image'),
    sort: whole('sort'),
    title: text('title'),
  },
  computed: [],
  empty: { ...EMPTY },
  derived: (row) => ({ title_key: searchKey(String(row.title)) }),
};

/** Imports videos. R122, R168. */
export function videoImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, resource) as ImportResource<unknown>;
}

/** Exports videos, each with the agent it belongs to. */
export function videoExport(database: ClientDatabase, zone: string): ExportResource {
  return pagedExport(
    'videos',
    (after, limit) =>
      database.db
        .selectFrom('video')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) =>
      rows.map((row) => ({ ...videoRecord(row, { timeZone: zone }), agentid: row.agent_id })),
  );
}
