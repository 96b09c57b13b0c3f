import type { Selectable } from 'kysely';
import { TEAM_DEFAULTS, type TeamTable } from '../../data/client-database/people-tables.js';
import {
  type Fields,
  problem,
  readFields,
  readId,
  readList,
  readText,
  readWhole,
  textFields,
} from '../transfer-fields.js';
import type { TeamMembers } from './team.members.js';

type Columns = Selectable<TeamTable>;

const fields: Fields<Columns> = {
  ...textFields(TEAM_DEFAULTS),
  hide_team_listings_from_agent: {
    column: 'hide_team_listings_from_agent',
    // The one flag that the record has as text.
    read: (value, field) =>
      typeof value === 'boolean' ? String(Number(value)) : readText(value, field),
  },
};

/** Every field that an import record of a team may carry. */
export const teamImportFields: ReadonlySet<string> = new Set([
  'id',
  ...Object.keys(fields),
  'agents',
  'agent_ids',
]);

/** A team out of an import record: what the record told. */
export interface TeamImport {
  readonly id: number;
  readonly values: Partial<Omit<Columns, 'id'>>;
  /** Undefined when the record says nothing of members. */
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
 * `agent_ids` names all members. A record as a website reads it has only `agents`, where members
 * who are suspended are missing: so those who stand there are members, and nobody leaves.
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
  const known = typeof value === 'number' || typeof value === 'string' ? value : '';
  const id = readWhole(known, field, 0, Number.MAX_SAFE_INTEGER);
  if (id === 0) throw problem(field, value ?? '', "agents' ids, each a whole number from 1");
  return id;
}
