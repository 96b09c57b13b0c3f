import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { MOST_COUNTED } from './content.params.js';
import { readVideoSearch, videoSearchParams } from './video.params.js';
import { findVideo, findVideosOfAgent, searchVideos } from './video.queries.js';
import { Video, videoRecord } from './video.record.js';

const tag = 'Content';

/** The reads of videos. R27, R117. */
export const videoEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/videos/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'One video',
    segment: 'Video id',
    params: {},
    answer: Type.Array(Video, { maxItems: 1 }),
    handle: async ({ client, id, context }: Call) =>
      (await findVideo(client.database, id)).map((row) => videoRecord(row, context)),
  },
  {
    method: 'GET',
    path: '/videos/search/{count}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'The newest videos',
    segment: `Videos wanted, at most ${MOST_COUNTED}`,
    params: videoSearchParams,
    answer: Type.Array(Video),
    handle: search,
  },
  {
    method: 'GET',
    path: '/agents/videos/{id}',
    access: 'key',
    freshness: 'data',
    tag: 'Agents, teams, offices',
    summary: 'The videos of an agent, in their order',
    segment: 'Agent id',
    params: {},
    answer: Type.Array(Video),
    handle: async ({ client, id, context }: Call) =>
      (await findVideosOfAgent(client.database, id)).map((row) => videoRecord(row, context)),
  },
];

async function search({ client, raw, id: count, context }: Call): Promise<unknown> {
  const rows = await searchVideos(
    client.database,
    readVideoSearch(raw),
    context.timeZone,
    Math.min(count, MOST_COUNTED),
  );
  return rows.map((row) => videoRecord(row, context));
}
