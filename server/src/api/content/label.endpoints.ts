import { Type } from 'typebox';
import { endpoint } from '../endpoint.js';
import { findLabels } from './label.queries.js';
import { Label, labelRecord } from './label.record.js';

const tag = 'Content';

/** The reads of the labels of listings. R125. */
export const labelEndpoints = [
  endpoint({
    method: 'GET',
    path: '/labels',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All labels of listings',
    answer: Type.Array(Label),
    handle: async ({ client }) => (await findLabels(client.database)).map(labelRecord),
  }),
  endpoint({
    method: 'GET',
    path: '/labels/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One label of listings',
    segment: 'Label id',
    answer: Type.Array(Label, { maxItems: 1 }),
    handle: async ({ client, segment }) =>
      (await findLabels(client.database, segment)).map(labelRecord),
  }),
];
