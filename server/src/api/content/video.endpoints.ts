import { Type } from 'typebox';
import { MOST_COUNTED } from '../../resources/content.params.js';
import { endpoint } from '../endpoint.js';
import { videoSearchParams } from './video.params.js';
import { findVideo, findVideosOfAgent, searchVideos } from './video.queries.js';
import { Video, videoRecord } from './video.record.js';

const tag = 'Content';

/** The reads of videos. R27, R117. */
export const videoEndpoints = [
  endpoint({
    method: 'GET',
    path: '/videos/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getVideo',
    summary: 'One video',
    description: 'Answers an array of one record, and an empty array when there is none.',
    segment: 'Video id',
    answer: Type.Array(Video, { maxItems: 1 }),
    handle: async ({ tenant, segment, context }) =>
      (await findVideo(tenant.database, segment)).map((row) => videoRecord(row, context)),
  }),
  endpoint({
    method: 'GET',
    path: '/videos/search/{count}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'searchVideos',
    summary: 'The newest videos',
    description: 'Answers as many videos as the path says, the newest first.',
    segment: `Videos wanted, at most ${MOST_COUNTED}`,
    params: videoSearchParams,
    answer: Type.Array(Video),
    handle: async ({ tenant: { database }, segment: count, context }, params) => {
      const most = Math.min(count, MOST_COUNTED);
      const rows = await searchVideos(database, params, context.timeZone, most);
      return rows.map((row) => videoRecord(row, context));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/agents/videos/{id}',
    access: 'key',
    freshness: 'data',
    tag: 'Agents, teams, offices',
    operation: 'getAgentVideos',
    summary: 'The videos of an agent, in their order',
    description: 'Answers all videos of the agent, in the order of `sort`.',
    segment: 'Agent id',
    answer: Type.Array(Video),
    handle: async ({ tenant, segment, context }) =>
      (await findVideosOfAgent(tenant.database, segment)).map((row) => videoRecord(row, context)),
  }),
];
