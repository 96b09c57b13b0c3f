import type { Selectable } from 'kysely';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { TestimonialTable } from '../../data/client-database/people-tables.js';
import type { ExportResource, ImportResource } from '../../transfer/resource.js';
import { type Fields, moment, text, whole } from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';
import { testimonialRecord } from './testimonial.record.js';

type Columns = Selectable<TestimonialTable>;

const EMPTY: Columns = {
  id: 0,
  agent_id: 0,
  team_id: 0,
  commentor: '',
  content: '',
  created_at: 0,
  image: '',
  title: '',
};

const date = moment<Columns>('created_at');

const fields: Fields<Columns> = {
  agentid: whole('agent_id'),
  teamid: whole('team_id'),
  commentor: text('commentor'),
  content: text('content'),
  date_create: { ...date, read: (...given) => date.read(...given) ?? 0 },
  image: text('image'),
  title: text('title'),
};

const resource: TableResource = {
  name: 'testimonials',
  table: 'testimonial',
  idField: 'id',
  fields: fields as TableResource['fields'],
  computed: ['rownum'],
  empty: { ...EMPTY },
};

/** Imports testimonials. R116. */
export function testimonialImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, resource) as ImportResource<unknown>;
}

/** Exports testimonials. @param zone The zone whose clock their dates show. */
export function testimonialExport(database: ClientDatabase, zone: string): ExportResource {
  return pagedExport(
    'testimonials',
    (after, limit) =>
      database.db
        .selectFrom('testimonial')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) =>
      rows.map((row) => ({
        ...testimonialRecord(row, { timeZone: zone }),
        agentid: row.agent_id,
        teamid: row.team_id,
      })),
  );
}
