import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { findLabels } from './label.queries.js';
import { Label, labelRecord } from './label.record.js';

const tag = 'Content';

/** The reads of the labels of listings. R125. */
export const labelEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/labels',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All labels of listings',
    params: {},
    answer: Type.Array(Label),
    handle: async ({ client }: Call) => (await findLabels(client.database)).map(labelRecord),
  },
  {
    method: 'GET',
    path: '/labels/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One label of listings',
    segment: 'Label id',
    params: {},
    answer: Type.Array(Label, { maxItems: 1 }),
    handle: async ({ client, id }: Call) =>
      (await findLabels(client.database, id)).map(labelRecord),
  },
];
