import { type Static, Type } from 'typebox';
import { read } from '../../api/endpoint.js';
import { bit, serverOnly } from '../../api/fields.js';
import {
  choice,
  described,
  idList,
  text as textParam,
  truth,
  type Values,
  whole as wholeParam,
  zeroIsNone,
} from '../../api/params.js';
import type { AnswerContext } from '../../api/request-context.js';
import { idsOf } from '../../lib/grouped.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeRecords } from '../../store/tenant/write.js';
import { type ColumnsOf, flag, id, idOf, oneOf, picture, text } from '../kinds/fields.js';
import { filesOf, writeImports } from '../kinds/files.js';
import { defineKind, outcomeOf } from '../kinds/kind.js';
import { problem, readText, readTrimmed } from '../kinds/transfer-fields.js';
import { agentLinks, type LinkPatterns } from './agent-links.js';
import { meetExpectations, teamsOf } from './team.members.js';

const customLink = (number: number) =>
  text(`URL of custom link ${number}`, { show: (url, { linkUrl }) => linkUrl(url) });
const socialLink = (number: number) => text(`Profile URL on social network ${number}`);

/** The fields that an agent has both on its own and as a member of a team. */
const memberFields = {
  agent_custom_field_1: text(serverOnly("Free text of the client's own, frequently internal")),
  agent_custom_field_2: text(serverOnly("Free text of the client's own, frequently internal")),
  agent_link_name_1: text('Label of custom link 1'),
  agent_link_name_2: text('Label of custom link 2'),
  agent_link_name_3: text('Label of custom link 3'),
  agent_link_url_1: customLink(1),
  agent_link_url_2: customLink(2),
  agent_link_url_3: customLink(3),
  bio: text('Biography, with line breaks'),
  email: text('Email', { read: readTrimmed }),
  fax: text('Fax'),
  firstname: text('First name'),
  id: id('Agent id'),
  image: picture('Absolute URL of the photo, or empty'),
  isagent: flag(bit('1 agent, 0 other staff'), { initial: 1 }),
  lang: text('Languages spoken, comma separated'),
  lastname: text('Last name'),
  link_social1: socialLink(1),
  link_social2: socialLink(2),
  link_social3: socialLink(3),
  link_social4: socialLink(4),
  link_social5: socialLink(5),
  mobile: text('Mobile phone'),
  office: idOf('offices', 'Office id, 0 when there is none'),
  phone: text('Office line'),
  quote: text('A short quoted line'),
  rls_agent_id: text('Identifier at the listing service'),
  specialty: text('Specialty'),
  status: oneOf(['Active', 'Silent', 'Suspend'], 'Silent agents are not shown in public'),
  title: text('License title'),
};

const fields = {
  ...memberFields,
  // Links from its record; the tenant's pattern makes a missing one.
  listingslink: text("Link to the agent's listings on the client's website"),
  presslink: text("Link to the agent's press on the client's website"),
  searchwithmelink: text("Link to the agent's search page on the client's website"),
  teamid: text('Team id, empty when in no team', { read: readTeamId, of: 'teams' }),
  testimoniallink: text("Link to the agent's testimonials on the client's website"),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    agent: ColumnsOf<typeof fields>;
  }
}

/** Agents, in a search too. R40, R112. */
export const agent = defineKind('agents', 'Agent', fields);

/** Agents in the record of a team. R113. */
export const member = defineKind(
  'agents',
  { $id: 'TeamMember', description: 'An agent as a team embeds it' },
  memberFields,
);

export type AgentRow = ColumnsOf<typeof fields>;

export function agentRecord(
  row: AgentRow,
  patterns: LinkPatterns,
  context: AnswerContext,
): Static<typeof agent.schema> {
  return { ...agent.record(row, context), ...agentLinks(row, patterns) };
}

/** Agents in files. A new agent without a team in its record joins the team that named it before. */
export const agentFiles = filesOf(agent, {
  missing: agentsMissing,
  write: (database, imports) =>
    writeRecords(database, async (transaction, changes) => {
      const expected = await meetExpectations(transaction, idsOf(imports));
      const writing = { database, transaction, changes };
      const { stored, written, changed } = await writeImports(agent, writing, imports, (row) => {
        const team = expected.get(row.id);
        return team === undefined || row.teamid !== '' ? {} : { teamid: String(team) };
      });
      changes.shown('agents', changed);
      // A team shows its members: the team that an agent leaves changes, too.
      const before = [...stored.values()].filter(({ id }) => changed.has(id));
      changes.touched('teams', teamsOf([...written, ...before]));
      return outcomeOf(imports, ({ id }) => changed.has(id));
    }),
});

/** A team's id as its stored digits; 0 and blank text mean no team. */
function readTeamId(value: unknown, field: string): string {
  const input = readText(value, field).trim();
  const id = Number(input);
  if (!/^\d*$/.test(input) || !Number.isSafeInteger(id)) {
    throw problem(field, value, "a team's id, or nothing");
  }
  return id === 0 ? '' : String(id);
}

async function agentsMissing(database: TenantDatabase, ids: readonly number[]): Promise<number[]> {
  const found = await inPortions(ids, (portion) =>
    database.db.selectFrom('agent').select('id').where('id', 'in', portion).execute(),
  );
  const existing = new Set(idsOf(found));
  return ids.filter((id) => !existing.has(id));
}

const includeSuspend = described(truth(), 'Also agents who are suspended');

/** The parameters of `GET /agents/{id}`. R109. */
const agentParams = { includeSuspend };

/** The parameters of `GET /agents/search`. R110, R111. */
const agentSearchParams = {
  sort: described(
    choice(['first', 'last', 'office', 'date'], 'last'),
    'First name, last name, office id, or order of creation',
  ),
  order: described(choice(['asc', 'desc'], 'asc'), 'Upwards or downwards'),
  includeSuspend,
  name: described(textParam(200), 'Any part of the first and last name'),
  language: described(textParam(200), 'Any part of the languages spoken'),
  office: zeroIsNone(described(wholeParam(), 'Office id')),
  team: described(idList(), 'Team ids, comma separated, any of them; at most 500'),
};

type AgentSearch = Values<typeof agentSearchParams>;

const tag = 'Agents, teams, offices';

/** The reads of agents. R109. */
export const agentEndpoints = [
  read({
    path: '/agents/{id}',
    tag,
    operation: 'getAgent',
    summary: 'One agent, a silent one too',
    description:
      'Answers an array with one record; an empty array if there is none. Silent agents are found, because the page of a listing needs its agent; suspended ones only with `includeSuspend`.',
    segment: 'Agent id',
    params: agentParams,
    answer: Type.Array(agent.schema, { maxItems: 1 }),
    handle: async ({ tenant, context, segment }, { includeSuspend }) => {
      const rows = await agentById(tenant.database, segment);
      return rows
        .filter((row) => includeSuspend || row.status !== 'Suspend')
        .map((row) => agentRecord(row, tenant.settings, context));
    },
  }),
  read({
    path: '/agents/search',
    tag,
    operation: 'searchAgents',
    summary: 'Agents who are shown in public',
    description: 'Answers all agents that match, in one array. Silent agents are never among them.',
    params: agentSearchParams,
    answer: Type.Array(agent.schema),
    handle: async ({ tenant, context }, params) => {
      const rows = await findAgents(tenant.database, params);
      return rows.map((row) => agentRecord(row, tenant.settings, context));
    },
  }),
];

function agentById(database: TenantDatabase, id: number): Promise<AgentRow[]> {
  return database.db.selectFrom('agent').selectAll().where('id', '=', id).execute();
}

/**
 * The agents that a search finds, in its order; silent ones are never listed (R109). Names are compared and sorted here. The answer has
 * no pages, so every agent of a brokerage is read anyway, and letters beyond ASCII then compare the
 * same way on both databases.
 */
async function findAgents(database: TenantDatabase, search: AgentSearch): Promise<AgentRow[]> {
  let query = database.db
    .selectFrom('agent')
    .selectAll()
    .where('status', 'in', search.includeSuspend ? ['Active', 'Suspend'] : ['Active']);
  if (search.office !== undefined) query = query.where('office', '=', search.office);
  if (search.team !== undefined) query = query.where('teamid', 'in', search.team.map(String));
  const rows = await query.execute();
  return rows
    .filter((row) => occurs(search.name, `${row.firstname} ${row.lastname}`))
    .filter((row) => occurs(search.language, row.lang))
    .sort(inOrder(search.sort, search.order === 'desc' ? -1 : 1));
}

function occurs(part: string | undefined, text: string): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}

/** Compares without regard to letter case; an accented letter sorts next to its plain one. */
const names = new Intl.Collator('en', { sensitivity: 'accent' });

function inOrder(
  sort: AgentSearch['sort'],
  direction: 1 | -1,
): (one: AgentRow, other: AgentRow) => number {
  const compare: Record<AgentSearch['sort'], (one: AgentRow, other: AgentRow) => number> = {
    first: (one, other) => names.compare(one.firstname, other.firstname),
    last: (one, other) => names.compare(one.lastname, other.lastname),
    office: (one, other) => one.office - other.office,
    // Ids rise as agents are added, and no record has a date (R110).
    date: (one, other) => one.id - other.id,
  };
  // Ties go by ascending id, whatever the direction (R39).
  return (one, other) => direction * compare[sort](one, other) || one.id - other.id;
}

/** The members of teams who are not suspended, by team (R113). */
export async function membersOf(
  database: TenantDatabase,
  teams: readonly number[],
): Promise<ReadonlyMap<number, readonly AgentRow[]>> {
  const members = new Map<number, AgentRow[]>(teams.map((id) => [id, []]));
  const rows = await inPortions(teams.map(String), (ids) =>
    database.db
      .selectFrom('agent')
      .selectAll()
      .where('teamid', 'in', ids)
      .where('status', '!=', 'Suspend')
      .orderBy('id')
      .execute(),
  );
  for (const row of rows) members.get(Number(row.teamid))?.push(row);
  return members;
}
