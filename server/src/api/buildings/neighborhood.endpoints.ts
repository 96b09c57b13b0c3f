import { Type } from 'typebox';
import { endpoint } from '../endpoint.js';
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
    summary: 'All neighborhoods',
    answer: Type.Array(Neighborhood),
    handle: async ({ client }) =>
      (await findNeighborhoods(client.database)).map(neighborhoodRecord),
  }),
  endpoint({
    method: 'GET',
    path: '/neighborhoods/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One neighborhood',
    segment: 'Neighborhood id',
    answer: Type.Array(Neighborhood, { maxItems: 1 }),
    handle: async ({ client, segment }) =>
      (await findNeighborhoods(client.database, segment)).map(neighborhoodRecord),
  }),
];
