import type { Selectable } from 'kysely';
import { TEAM_DEFAULTS, type TeamTable } from '../../store/tenant/people-tables.js';
import { fieldNames } from '../kinds/changed-fields.js';
import { mergedRow } from '../kinds/record-kind.js';
import {
  type Fields,
  problem,
  readFields,
  readId,
  readList,
  readText,
  readWhole,
  textFields,
} from '../kinds/transfer-fields.js';
import type { TeamMembers } from './team.members.js';

type Columns = Selectable<TeamTable>;

const fields: Fields<Columns> = {
  ...textFields(TEAM_DEFAULTS),
  hide_team_listings_from_agent: {
    column: 'hide_team_listings_from_agent',
    // The only flag that records hold as text.
    read: (value, field) =>
      typeof value === 'boolean' ? String(Number(value)) : readText(value, field),
  },
};

/** The names of columns in records of teams. */
export const teamFieldNames = fieldNames(fields);

/** Every field that an import record of a team may carry. */
export const teamImportFields: ReadonlySet<string> = new Set([
  'id',
  ...Object.keys(fields),
  'agents',
  'agent_ids',
]);

/** A team from an import record, with only the values that the record has. */
export interface TeamImport {
  readonly id: number;
  readonly values: Partial<Omit<Columns, 'id'>>;
  /** Undefined when the record does not mention members. */
  readonly members: TeamMembers | undefined;
}

/**
 * Reads one import record of a team. R114, R168.
 *
 * @throws RecordProblem
 */
export function readTeam(record: Readonly<Record<string, unknown>>, zone: string): TeamImport {
  const id = readId(record, 'id');
  return { id, values: readFields(fields, record, zone), members: readMembers(id, record) };
}

/**
 * `agent_ids` names all members. A record that a website read has only `agents`, without the
 * suspended members. So those in the list are members, and nobody leaves the team.
 */
function readMembers(
  team: number,
  { agent_ids: ids, agents }: Readonly<Record<string, unknown>>,
): TeamMembers | undefined {
  if (ids !== undefined && ids !== null) {
    const list = readList(ids, 'agent_ids');
    return { team, agents: list.map((id) => readAgentId(id, 'agent_ids')), all: true };
  }
  if (agents === undefined || agents === null || agents === '') return undefined;
  if (!Array.isArray(agents)) throw problem('agents', agents, 'an array of agent records');
  return {
    team,
    agents: agents.map((agent: unknown) =>
      readAgentId((agent as { id?: unknown } | null)?.id, 'agents.id'),
    ),
    all: false,
  };
}

function readAgentId(value: unknown, field: string): number {
  const scalar = typeof value === 'number' || typeof value === 'string' ? value : '';
  const id = readWhole(scalar, field, 0, Number.MAX_SAFE_INTEGER);
  if (id === 0) throw problem(field, value ?? '', "agents' ids, each a whole number from 1");
  return id;
}

/** Two records of one team as one: a list that is not complete adds to the one before. */
export function mergedTeam(earlier: TeamImport, later: TeamImport): TeamImport {
  const { members: before } = earlier;
  const { members } = later;
  const row = mergedRow(earlier, later);
  if (before === undefined || members === undefined || members.all) return row;
  const agents = [...new Set([...before.agents, ...members.agents])];
  return { ...row, members: { ...before, agents } };
}
