import { Type } from 'typebox';
import { read } from '../api/endpoint.js';
import {
  keyword,
  MOST_COUNTED,
  mentions,
  monthYear,
  newestOf,
  searchKey,
  withinMonth,
} from './content.search.js';
import {
  address,
  type ColumnsOf,
  column,
  id,
  idOf,
  inFiles,
  moment,
  text,
  whole,
} from './kinds/fields.js';
import { filesOf } from './kinds/files.js';
import { defineKind } from './kinds/kind.js';

const fields = {
  date_create: moment('When it was added', { column: 'created_at' }),
  description: text('What it shows'),
  embed: address('URL of the video, ready to embed'),
  id: id(),
  image: text('Filename of its thumbnail'),
  sort: whole('Position, lower first; 999 when none was given', { initial: 999 }),
  title: text('Title'),
  title_key: column(''),
  agentid: inFiles(idOf('agents', 'Agent it belongs to, 0 when none', { column: 'agent_id' })),
};

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    video: ColumnsOf<typeof fields>;
  }
}

/** Videos. R122, R168. */
export const video = defineKind('videos', 'Video', fields);

export const videoFiles = filesOf(video, {
  derived: (row) => ({ title_key: searchKey(row.title) }),
});

/** The parameters of `GET /videos/search/{count}`. R120. */
const searchParams = { keyword: keyword('title'), month_year: monthYear() };

const tag = 'Content';

/** The reads of videos. R27, R117. */
export const videoEndpoints = [
  read({
    path: '/videos/{id}',
    tag,
    operation: 'getVideo',
    summary: 'One video',
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Video id',
    answer: Type.Array(video.schema, { maxItems: 1 }),
    handle: async ({ tenant: { database }, segment, context }) => {
      const found = database.db.selectFrom('video').selectAll().where('id', '=', segment);
      return (await found.execute()).map((row) => video.record(row, context));
    },
  }),
  read({
    path: '/videos/search/{count}',
    tag,
    operation: 'searchVideos',
    summary: 'The newest videos',
    description: 'Answers at most this many videos, newest first.',
    segment: `Videos wanted, at most ${MOST_COUNTED}`,
    params: searchParams,
    answer: Type.Array(video.schema),
    handle: async ({ tenant: { database }, segment: count, context }, params) => {
      const { keyword, month_year: month } = params;
      let found = database.db.selectFrom('video').selectAll();
      if (keyword !== undefined) found = found.where(mentions(['title_key'], keyword));
      if (month !== undefined) {
        found = found.where(withinMonth('created_at', month, context.timeZone));
      }
      const rows = await newestOf(found, 'created_at', count);
      return rows.map((row) => video.record(row, context));
    },
  }),
  read({
    path: '/agents/videos/{id}',
    tag: 'Agents, teams, offices',
    operation: 'getAgentVideos',
    summary: 'The videos of an agent, in their order',
    description: 'Answers all videos of the agent, in the order of `sort`.',
    segment: 'Agent id',
    answer: Type.Array(video.schema),
    handle: async ({ tenant: { database }, segment: agent, context }) => {
      const found = database.db.selectFrom('video').selectAll().where('agent_id', '=', agent);
      const rows = await found.orderBy('sort').orderBy('id').execute();
      return rows.map((row) => video.record(row, context));
    },
  }),
];
