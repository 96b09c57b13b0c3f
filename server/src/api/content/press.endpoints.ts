import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { MOST_COUNTED } from './content.params.js';
import { pressSearchParams, readPressSearch } from './press.params.js';
import { findPress, searchPress } from './press.queries.js';
import { PressArticle, pressRecord } from './press.record.js';

const tag = 'Content';

/** The reads of press articles. R27, R117. */
export const pressEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/press/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One press article',
    segment: 'Press article id',
    params: {},
    answer: Type.Array(PressArticle, { maxItems: 1 }),
    handle: async ({ client, id, context }: Call) =>
      (await findPress(client.database, id)).map((row) => pressRecord(row, context)),
  },
  {
    method: 'GET',
    path: '/press/search/{count}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'The newest press articles',
    segment: `Press articles wanted, at most ${MOST_COUNTED}`,
    params: pressSearchParams,
    answer: Type.Array(PressArticle),
    handle: search,
  },
];

async function search({ client, raw, id: count, context }: Call): Promise<unknown> {
  const rows = await searchPress(
    client.database,
    readPressSearch(raw),
    context.timeZone,
    Math.min(count, MOST_COUNTED),
  );
  return rows.map((row) => pressRecord(row, context));
}
