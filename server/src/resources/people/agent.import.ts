import type { Selectable } from 'kysely';
import { AGENT_DEFAULTS, type AgentTable } from '../../store/tenant/people-tables.js';
import { fieldNames } from '../kinds/changed-fields.js';
import {
  type Field,
  type Fields,
  flagged,
  oneOf,
  problem,
  readFields,
  readId,
  readText,
  textFields,
  trimmed,
  whole,
} from '../kinds/transfer-fields.js';
import { AGENT_STATUSES } from './agent-status.js';

type Columns = Selectable<AgentTable>;

/** A team's id as its stored digits; 0 and blank text mean no team. */
const teamid: Field<Columns> = {
  column: 'teamid',
  read: (value, field) => {
    const input = readText(value, field).trim();
    const id = Number(input);
    if (!/^\d*$/.test(input) || !Number.isSafeInteger(id)) {
      throw problem(field, value, "a team's id, or nothing");
    }
    return id === 0 ? '' : String(id);
  },
};

const fields: Fields<Columns> = {
  ...textFields(AGENT_DEFAULTS),
  email: trimmed('email'),
  isagent: flagged('isagent'),
  office: whole('office'),
  status: oneOf('status', AGENT_STATUSES, AGENT_DEFAULTS.status),
  teamid,
};

/** The names of columns in records of agents. */
export const agentFieldNames = fieldNames(fields);

/** Every field that an import record of an agent may carry. */
export const agentImportFields: ReadonlySet<string> = new Set(['id', ...Object.keys(fields)]);

/** An agent from an import record, with only the values that the record has. */
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
