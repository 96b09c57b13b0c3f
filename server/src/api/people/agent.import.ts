import type { Selectable } from 'kysely';
import type { AgentTable } from '../../data/client-database/tables.js';
import {
  type Field,
  type Fields,
  flagged,
  problem,
  readFields,
  readId,
  readText,
  text,
  trimmed,
  whole,
} from '../transfer-fields.js';
import { AGENT_STATUSES } from './agent-status.js';

type Columns = Selectable<AgentTable>;

/** An agent of whom nothing is told. */
export const EMPTY_AGENT: Columns = {
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
  listingslink: '',
  office: 0,
  presslink: '',
  quote: '',
  rls_agent_id: '',
  searchwithmelink: '',
  specialty: '',
  status: 'Active',
  teamid: '',
  testimoniallink: '',
  title: '',
};

const status: Field<Columns> = {
  column: 'status',
  read: (value, field) => {
    const word = readText(value, field).trim().toLowerCase() || 'active';
    const found = AGENT_STATUSES.find((known) => known.toLowerCase() === word);
    if (found === undefined) throw problem(field, value, AGENT_STATUSES.join(', '));
    return found;
  },
};

/** A team's id as the digits that are stored; 0 and blank text stand for no team. */
const teamid: Field<Columns> = {
  column: 'teamid',
  read: (value, field) => {
    const given = readText(value, field).trim();
    const id = Number(given);
    if (!/^\d*$/.test(given) || !Number.isSafeInteger(id)) {
      throw problem(field, value, "a team's id, or nothing");
    }
    return id === 0 ? '' : String(id);
  },
};

const texts = Object.entries(EMPTY_AGENT)
  .filter(([, empty]) => typeof empty === 'string')
  .map(([column]) => column as keyof Columns);

const fields: Fields<Columns> = {
  ...Object.fromEntries(texts.map((column) => [column, text<Columns>(column)])),
  email: trimmed('email'),
  isagent: flagged('isagent'),
  office: whole('office'),
  status,
  teamid,
};

/** Every field that an import record of an agent may carry. */
export const agentImportFields: ReadonlySet<string> = new Set(['id', ...Object.keys(fields)]);

/** An agent out of an import record: what the record told. */
export interface AgentImport {
  readonly id: number;
  readonly values: Partial<Omit<Columns, 'id'>>;
}

/**
 * Reads one import record of an agent. R168.
 *
 * @throws RecordProblem
 */
export function readAgent(record: Readonly<Record<string, unknown>>, zone: string): AgentImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}
