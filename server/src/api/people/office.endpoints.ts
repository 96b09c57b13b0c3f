import { Type } from 'typebox';
import { endpoint } from '../endpoint.js';
import { findOffices } from './office.queries.js';
import { Office, officeRecord } from './office.record.js';

const tag = 'Agents, teams, offices';

/** The reads of offices. R36, R39. */
export const officeEndpoints = [
  endpoint({
    method: 'GET',
    path: '/offices',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'listOffices',
    summary: 'All offices',
    description: 'Answers all offices of the brokerage.',
    answer: Type.Array(Office),
    handle: async ({ tenant }) => (await findOffices(tenant.database)).map(officeRecord),
  }),
  endpoint({
    method: 'GET',
    path: '/offices/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getOffice',
    summary: 'One office',
    description: 'Answers an array of one record, and an empty array when there is none.',
    segment: 'Office id',
    answer: Type.Array(Office, { maxItems: 1 }),
    handle: async ({ tenant, segment }) =>
      (await findOffices(tenant.database, segment)).map(officeRecord),
  }),
];
