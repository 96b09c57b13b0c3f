import { Type } from 'typebox';
import { endpoint } from '../../api/endpoint.js';
import { findNeighborhoods } from './neighborhood.queries.js';
import { Neighborhood, neighborhoodRecord } from './neighborhood.record.js';

const tag = 'Buildings and neighborhoods';

/** The reads of neighborhoods. R36, R39. */
export const neighborhoodEndpoints = [
  endpoint({
    method: 'GET',
    path: '/neighborhoods',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'listNeighborhoods',
    summary: 'All neighborhoods',
    description:
      'Answers all neighborhoods in the order in which to show them. `cat_id` is what searches take as `cat`, and `parent` the neighborhood around it.',
    answer: Type.Array(Neighborhood),
    handle: async ({ tenant }) =>
      (await findNeighborhoods(tenant.database)).map(neighborhoodRecord),
  }),
  endpoint({
    method: 'GET',
    path: '/neighborhoods/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getNeighborhood',
    summary: 'One neighborhood',
    description: 'Answers an array of one record, and an empty array when there is none.',
    segment: 'Neighborhood id',
    answer: Type.Array(Neighborhood, { maxItems: 1 }),
    handle: async ({ tenant, segment }) =>
      (await findNeighborhoods(tenant.database, segment)).map(neighborhoodRecord),
  }),
];
