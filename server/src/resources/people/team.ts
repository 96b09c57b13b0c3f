import { Type } from 'typebox';
import { type Call, read } from '../../api/endpoint.js';
import type { AnswerContext } from '../../api/request-context.js';
import { idsOf } from '../../lib/grouped.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeRecords } from '../../store/tenant/write.js';
import { type ColumnsOf, computed, id, picture, text } from '../kinds/fields.js';
import { filesOf, tablePagesExport, writeImports } from '../kinds/files.js';
import {
  defineKind,
  type ImportRow,
  mergedRow,
  outcomeOf,
  type TransferRecord,
} from '../kinds/kind.js';
import { problem, readList, readText, readWhole } from '../kinds/transfer-fields.js';
import { type AgentRow, member, membersOf } from './agent.js';
import { memberIds, type TeamMembers, writeMembers } from './team.members.js';

const social = (letter: string) => text(`Profile URL on the social network ${letter}`);

const fields = {
  agents: computed(Type.Array(member.schema, { description: 'Members who are not suspended' })),
  bio: text('Biography, with line breaks'),
  groupemail: text('Shared email'),
  groupimage: picture('Absolute URL of the team photo, or empty'),
  hide_team_listings_from_agent: text(
    "1 when a team listing is shown under the team and not under the agent on the client's website",
    {
      // The only flag that records hold as text.
      read: (value, field) =>
        typeof value === 'boolean' ? String(Number(value)) : readText(value, field),
    },
  ),
  id: id('Team id'),
  logo: text('Filename of the logo'),
  name: text('Name'),
  phone1: text('Phone'),
  phone2: text('Second phone'),
  social_f: social('f'),
  social_g: text('Profile URL on the social network g, which is rarely set'),
  social_i: social('i'),
  social_l: social('l'),
  social_p: social('p'),
  social_t: social('t'),
  social_y: social('y'),
  website: text('Website of the team'),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    team: ColumnsOf<typeof fields>;
  }
}

/** Teams. R28, R37, R113. */
export const team = defineKind('teams', 'Team', fields);

export function teamRecord(
  row: ColumnsOf<typeof fields>,
  members: readonly AgentRow[],
  context: AnswerContext,
) {
  const agents = members.map((row) => member.record(row, context));
  return team.record({ ...row, agents }, context);
}

interface TeamImport extends ImportRow<typeof fields> {
  /** Undefined when the record does not mention members. */
  readonly members: TeamMembers | undefined;
}

/** Teams in files, with the ids of their agents; the agents have a separate file. R114, R168. */
export const teamFiles = filesOf<typeof fields, TeamImport>(team, {
  fields: new Set([...team.names, 'agents', 'agent_ids']),
  computed: new Set(),
  keys: { ...team.keys, agent_ids: { of: 'agents' } },
  read: (record, zone) => {
    const read = team.read(record, zone);
    return { ...read, members: readMembers(read.id, record) };
  },
  merge: mergedTeam,
  write: (database, imports) =>
    writeRecords(database, async (transaction, changes) => {
      const writing = { database, transaction, changes };
      const { changed } = await writeImports(team, writing, imports);
      const members = imports.flatMap(({ members }) => (members === undefined ? [] : [members]));
      if (members.length > 0) {
        const regrouped = await writeMembers(database, transaction, members, changes);
        for (const id of regrouped) changed.add(id);
      }
      return outcomeOf(imports, ({ id }) => changed.has(id));
    }),
  export: tablePagesExport('team', async (rows, { database }) => {
    const ids = idsOf(rows);
    const members = await memberIds(database, ids);
    return rows.map((row) => ({ ...row, agent_ids: members.get(row.id) ?? [] }));
  }),
});

/**
 * `agent_ids` names all members. A record that a website read has only `agents`, without the
 * suspended members. So those in the list are members, and nobody leaves the team.
 */
function readMembers(
  team: number,
  { agent_ids: ids, agents }: TransferRecord,
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
function mergedTeam(earlier: TeamImport, later: TeamImport): TeamImport {
  const { members: before } = earlier;
  const { members } = later;
  const row = mergedRow(earlier, later);
  if (before === undefined || members === undefined || members.all) return row;
  const agents = [...new Set([...before.agents, ...members.agents])];
  return { ...row, members: { ...before, agents } };
}

const tag = 'Agents, teams, offices';

/** The reads of teams. R36, R39. */
export const teamEndpoints = [
  read({
    path: '/teams',
    tag,
    operation: 'listTeams',
    summary: 'All teams with their members',
    description: 'Answers all teams. `agents` of each has its members who are not suspended.',
    answer: Type.Array(team.schema),
    handle: teams,
  }),
  read({
    path: '/teams/{id}',
    tag,
    operation: 'getTeam',
    summary: 'One team with its members',
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Team id',
    answer: Type.Array(team.schema, { maxItems: 1 }),
    handle: teams,
  }),
];

async function teams({ tenant, context, segment }: Call) {
  const rows = await findTeams(tenant.database, segment);
  const members = await membersOf(tenant.database, idsOf(rows));
  return rows.map((row) => teamRecord(row, members.get(row.id) ?? [], context));
}

/** All teams in the order of their ids, or the one with an id. */
function findTeams({ db }: TenantDatabase, id?: number) {
  const all = db.selectFrom('team').selectAll().orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
