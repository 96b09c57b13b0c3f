import type { Selectable } from 'kysely';
import type { PressTable } from '../../data/client-database/content-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import {
  type Field,
  moment,
  problem,
  readText,
  text,
  webAddress,
  whole,
} from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';
import { pressRecord } from './press.record.js';
import { pressTypes } from './press.vocabulary.js';
import { searchKey } from './search-key.js';

const EMPTY: Selectable<PressTable> = {
  id: 0,
  agent_id: 0,
  author: '',
  body: '',
  created_at: null,
  filename: '',
  logo: '',
  publicationname: '',
  published_at: null,
  sub_title: '',
  sub_title_key: '',
  title: '',
  title_key: '',
  type: pressTypes[0],
  url: '',
};

const type: Field<Record<string, unknown>> = {
  column: 'type',
  read: (value, field) => {
    const word = readText(value, field).trim().toLowerCase();
    if (word === '') return EMPTY.type;
    const found = pressTypes.find((known) => known.toLowerCase() === word);
    if (found === undefined) throw problem(field, value, pressTypes.join(', '));
    return found;
  },
};

const resource: TableResource = {
  name: 'press',
  table: 'press',
  idField: 'id',
  fields: {
    agent_id: whole('agent_id'),
    author: text('author'),
    body: text('body'),
    date_create: moment('created_at'),
    date_publish: moment('published_at'),
    filename: text('filename'),
    logo: text('logo'),
    publicationname: text('publicationname'),
    sub_title: text('sub_title'),
    title: text('title'),
    type,
    url: webAddress('url'),
  },
  computed: [],
  empty: { ...EMPTY },
  derived: (row) => ({
    title_key: searchKey(String(row.title)),
    sub_title_key: searchKey(String(row.sub_title)),
  }),
};

/** Imports press articles. R121. */
export function pressImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, resource) as ImportResource<unknown>;
}

/** Exports press articles. */
export function pressExport(database: ClientDatabase, zone: string): ExportResource {
  return pagedExport(
    'press',
    (after, limit) =>
      database.db
        .selectFrom('press')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows.map((row) => pressRecord(row, { timeZone: zone })),
  );
}
