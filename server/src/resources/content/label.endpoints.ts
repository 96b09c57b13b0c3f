import { Type } from 'typebox';
import { endpoint } from '../../api/endpoint.js';
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
    operation: 'listLabels',
    summary: 'All labels of listings',
    description:
      'Answers all labels of listings. Labels of blog posts are others, with ids of their own.',
    answer: Type.Array(Label),
    handle: async ({ tenant }) => (await findLabels(tenant.database)).map(labelRecord),
  }),
  endpoint({
    method: 'GET',
    path: '/labels/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getLabel',
    summary: 'One label of listings',
    description: 'Answers an array of one record, and an empty array when there is none.',
    segment: 'Label id',
    answer: Type.Array(Label, { maxItems: 1 }),
    handle: async ({ tenant, segment }) =>
      (await findLabels(tenant.database, segment)).map(labelRecord),
  }),
];
