import { Type } from 'typebox';
import { endpoint } from '../../api/endpoint.js';
import { agentParams, agentSearchParams } from './agent.params.js';
import { agentById, findAgents } from './agent.queries.js';
import { Agent, agentRecord } from './agent.record.js';

const tag = 'Agents, teams, offices';

/** The reads of agents. R109. */
export const agentEndpoints = [
  endpoint({
    method: 'GET',
    path: '/agents/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getAgent',
    summary: 'One agent, a silent one too',
    description:
      'Answers an array of one record, and an empty array when there is none. Silent agents are found, as the page of a listing needs its agent; suspended ones only with `includeSuspend`.',
    segment: 'Agent id',
    params: agentParams,
    answer: Type.Array(Agent, { maxItems: 1 }),
    handle: async ({ tenant, context, segment }, { includeSuspend }) => {
      const rows = await agentById(tenant.database, segment);
      return rows
        .filter((row) => includeSuspend || row.status !== 'Suspend')
        .map((row) => agentRecord(row, tenant.settings, context));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/agents/search',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'searchAgents',
    summary: 'Agents who are shown in public',
    description: 'Answers all agents that match, in one array. Silent agents are never among them.',
    params: agentSearchParams,
    answer: Type.Array(Agent),
    handle: async ({ tenant, context }, params) => {
      const rows = await findAgents(tenant.database, params);
      return rows.map((row) => agentRecord(row, tenant.settings, context));
    },
  }),
];
