import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { findOffices } from './office.queries.js';
import { Office, officeRecord } from './office.record.js';

const tag = 'Agents, teams, offices';

/** The reads of offices. R36, R39. */
export const officeEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/offices',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All offices',
    params: {},
    answer: Type.Array(Office),
    handle: async ({ client }: Call) => (await findOffices(client.database)).map(officeRecord),
  },
  {
    method: 'GET',
    path: '/offices/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One office',
    segment: 'Office id',
    params: {},
    answer: Type.Array(Office, { maxItems: 1 }),
    handle: async ({ client, id }: Call) =>
      (await findOffices(client.database, id)).map(officeRecord),
  },
];
