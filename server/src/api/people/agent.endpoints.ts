import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { paramReader } from '../params.js';
import { agentParams, agentSearchParams } from './agent.params.js';
import { agentById, findAgents } from './agent.queries.js';
import { Agent, agentRecord } from './agent.record.js';

const tag = 'Agents, teams, offices';

const readAgent = paramReader(agentParams);
const readSearch = paramReader(agentSearchParams);

/** The reads of agents. R109. */
export const agentEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/agents/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One agent, a silent one too',
    segment: 'Agent id',
    params: agentParams,
    answer: Type.Array(Agent, { maxItems: 1 }),
    handle: async ({ client, context, id, raw }: Call) => {
      const { includeSuspend } = readAgent(raw);
      const rows = await agentById(client.database, id);
      return rows
        .filter((row) => includeSuspend || row.status !== 'Suspend')
        .map((row) => agentRecord(row, client.settings, context));
    },
  },
  {
    method: 'GET',
    path: '/agents/search',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'Agents who are shown in public',
    params: agentSearchParams,
    answer: Type.Array(Agent),
    handle: async ({ client, context, raw }: Call) => {
      const rows = await findAgents(client.database, readSearch(raw));
      return rows.map((row) => agentRecord(row, client.settings, context));
    },
  },
];
