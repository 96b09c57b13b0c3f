import { Type } from 'typebox';
import { MOST_COUNTED } from '../../resources/content.params.js';
import { endpoint } from '../endpoint.js';
import { pressSearchParams } from './press.params.js';
import { findPress, searchPress } from './press.queries.js';
import { PressArticle, pressRecord } from './press.record.js';

const tag = 'Content';

/** The reads of press articles. R27, R117. */
export const pressEndpoints = [
  endpoint({
    method: 'GET',
    path: '/press/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getPressArticle',
    summary: 'One press article',
    description: 'Answers an array of one record, and an empty array when there is none.',
    segment: 'Press article id',
    answer: Type.Array(PressArticle, { maxItems: 1 }),
    handle: async ({ tenant, segment, context }) =>
      (await findPress(tenant.database, segment)).map((row) => pressRecord(row, context)),
  }),
  endpoint({
    method: 'GET',
    path: '/press/search/{count}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'searchPressArticles',
    summary: 'The newest press articles',
    description: 'Answers as many articles as the path says, the newest first by `date_publish`.',
    segment: `Press articles wanted, at most ${MOST_COUNTED}`,
    params: pressSearchParams,
    answer: Type.Array(PressArticle),
    handle: async ({ tenant: { database }, segment: count, context }, params) => {
      const most = Math.min(count, MOST_COUNTED);
      const rows = await searchPress(database, params, context.timeZone, most);
      return rows.map((row) => pressRecord(row, context));
    },
  }),
];
