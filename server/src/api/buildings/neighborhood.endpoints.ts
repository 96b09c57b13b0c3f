import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { findNeighborhoods } from './neighborhood.queries.js';
import { Neighborhood, neighborhoodRecord } from './neighborhood.record.js';

const tag = 'Buildings and neighborhoods';

/** The reads of neighborhoods. R108. */
export const neighborhoodEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/neighborhoods',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All neighborhoods',
    params: {},
    answer: Type.Array(Neighborhood),
    handle: async ({ client }: Call) =>
      (await findNeighborhoods(client.database)).map(neighborhoodRecord),
  },
  {
    method: 'GET',
    path: '/neighborhoods/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One neighborhood',
    segment: 'Neighborhood id',
    params: {},
    answer: Type.Array(Neighborhood, { maxItems: 1 }),
    handle: async ({ client, id }: Call) =>
      (await findNeighborhoods(client.database, id)).map(neighborhoodRecord),
  },
];
