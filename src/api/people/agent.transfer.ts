import type { Selectable } from 'kysely';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { AgentTable } from '../../data/client-database/tables.js';
import type { ExportResource, ImportResource } from '../../operator/transfer/resource.js';
import { type Field, flagged, problem, readText, text, whole } from '../transfer-fields.js';
import { pagedExport, type TableResource, tableImport } from '../transfer-table.js';

type Columns = Selectable<AgentTable>;

/** The states of an agent. Specification: States and transitions. */
export const AGENT_STATUSES = ['Active', 'Silent', 'Suspend'] as const;

const status: Field<Record<string, unknown>> = {
  column: 'status',
  read: (value, field) => {
    const word = readText(value, field).trim().toLowerCase();
    const found = AGENT_STATUSES.find((known) => known.toLowerCase() === word);
    if (found === undefined) throw problem(field, value, AGENT_STATUSES.join(', '));
    return found;
  },
};

const EMPTY: Columns = {
  id: 0,
  agent_custom_field_1: '',
  agent_custom_field_2: '',
  agent_link_name_1: '',
  agent_link_name_2: '',
  agent_link_name_3: '',
  agent_link_url_1: '',
  agent_link_url_2: '',
  agent_link_url_3: '',
  bio: '',
  email: '',
  fax: '',
  mobile: '',
  phone: '',
  firstname: '',
  lastname: '',
  image: '',
  isagent: 1,
  lang: '',
  link_social1: '',
  link_social2: '',
  link_social3: '',
  link_social4: '',
  link_social5: '',
  office: 0,
  quote: '',
  rls_agent_id: '',
  specialty: '',
  status: 'Active',
  teamid: '',
  title: '',
};

const TEXTS = Object.entries(EMPTY).flatMap(([column, value]) =>
  typeof value === 'string' && column !== 'status' ? [column] : [],
);

const resource: TableResource = {
  name: 'agents',
  table: 'agent',
  idField: 'id',
  fields: {
    ...Object.fromEntries(TEXTS.map((column) => [column, text(column)])),
    isagent: flagged('isagent'),
    office: whole('office'),
    status,
  },
  computed: ['listingslink', 'presslink', 'searchwithmelink', 'testimoniallink'],
  empty: { ...EMPTY },
};

/** Imports agents. Specification: Resources, Agent. */
export function agentImport(database: ClientDatabase, zone: string): ImportResource<unknown> {
  return tableImport(database, zone, resource) as ImportResource<unknown>;
}

/** Exports agents. */
export function agentExport(database: ClientDatabase): ExportResource {
  return pagedExport(
    'agents',
    (after, limit) =>
      database.db
        .selectFrom('agent')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (rows) => rows,
  );
}
