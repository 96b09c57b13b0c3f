import { Type } from 'typebox';
import { type Call, endpoint } from '../../api/endpoint.js';
import { membersOf } from './agent.queries.js';
import { findTeams } from './team.queries.js';
import { Team, teamRecord } from './team.record.js';

const tag = 'Agents, teams, offices';

/** The reads of teams. R36, R39. */
export const teamEndpoints = [
  endpoint({
    method: 'GET',
    path: '/teams',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'listTeams',
    summary: 'All teams with their members',
    description: 'Answers all teams. `agents` of each holds its members who are not suspended.',
    answer: Type.Array(Team),
    handle: teams,
  }),
  endpoint({
    method: 'GET',
    path: '/teams/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getTeam',
    summary: 'One team with its members',
    description: 'Answers an array of one record, and an empty array when there is none.',
    segment: 'Team id',
    answer: Type.Array(Team, { maxItems: 1 }),
    handle: teams,
  }),
];

async function teams({ tenant, context, segment }: Call) {
  const rows = await findTeams(tenant.database, segment);
  const members = await membersOf(
    tenant.database,
    rows.map((row) => row.id),
  );
  return rows.map((row) => teamRecord(row, members.get(row.id) ?? [], context));
}
