import { Type } from 'typebox';
import { read } from '../api/endpoint.js';
import { described, idList, type Values } from '../api/params.js';
import { placeInTime } from '../store/tenant/columns.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import {
  keyword,
  MOST_COUNTED,
  mentions,
  monthYear,
  searchKey,
  withinMonth,
} from './content.search.js';
import { address, type ColumnsOf, column, id, idOf, moment, oneOf, text } from './kinds/fields.js';
import { filesOf } from './kinds/files.js';
import { defineKind } from './kinds/kind.js';

const fields = {
  agent_id: idOf('agents', 'Agent it is about, 0 when none'),
  author: text('Byline'),
  body: text('HTML'),
  date_create: moment('When it was filed', { column: 'created_at' }),
  date_publish: moment('When it was published', { column: 'published_at' }),
  filename: text('Filename of a scanned clipping, empty when none'),
  id: id(),
  logo: text("Filename of the publication's logo"),
  publicationname: text('Publication'),
  sub_title: text('Subtitle'),
  sub_title_key: column(''),
  title: text('Title'),
  title_key: column(''),
  type: oneOf(['Article', 'Video', 'Award'], 'What it is'),
  url: address('Its address at the publication'),
};

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    press: ColumnsOf<typeof fields>;
  }
}

/** Press articles. R121. */
export const press = defineKind('press', 'PressArticle', fields);

/** Press articles in files. */
export const pressFiles = filesOf(press, {
  derived: (row) => ({
    title_key: searchKey(row.title),
    sub_title_key: searchKey(row.sub_title),
  }),
});

/** The parameters of `GET /press/search/{count}`. R120. */
const searchParams = {
  keyword: keyword('title or the subtitle'),
  month_year: monthYear(),
  agent_id: described(idList(), 'Agent ids, comma separated, any of them; at most 500'),
};

const tag = 'Content';

/** The reads of press articles. R27, R117. */
export const pressEndpoints = [
  read({
    path: '/press/{id}',
    tag,
    operation: 'getPressArticle',
    summary: 'One press article',
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Press article id',
    answer: Type.Array(press.schema, { maxItems: 1 }),
    handle: async ({ tenant: { database }, segment, context }) => {
      const found = database.db.selectFrom('press').selectAll().where('id', '=', segment);
      return (await found.execute()).map((row) => press.record(row, context));
    },
  }),
  read({
    path: '/press/search/{count}',
    tag,
    operation: 'searchPressArticles',
    summary: 'The newest press articles',
    description: 'Answers at most this many articles, newest first by `date_publish`.',
    segment: `Press articles wanted, at most ${MOST_COUNTED}`,
    params: searchParams,
    answer: Type.Array(press.schema),
    handle: async ({ tenant: { database }, segment: count, context }, params) => {
      const most = Math.min(count, MOST_COUNTED);
      const rows = await searchPress(database, params, context.timeZone, most);
      return rows.map((row) => press.record(row, context));
    },
  }),
];

/**
 * The articles that a search finds, newest publication first.
 *
 * @param zone IANA zone on whose calendar months begin.
 */
async function searchPress(
  { db }: TenantDatabase,
  search: Values<typeof searchParams>,
  zone: string,
  count: number,
) {
  if (count === 0) return [];
  let query = db.selectFrom('press').selectAll();
  const { keyword, month_year: month, agent_id: agents } = search;
  if (keyword !== undefined) {
    query = query.where(mentions(['title_key', 'sub_title_key'], keyword));
  }
  if (month !== undefined) query = query.where(withinMonth('published_at', month, zone));
  if (agents !== undefined) query = query.where('agent_id', 'in', [...agents]);
  return query.orderBy(placeInTime('published_at'), 'desc').orderBy('id').limit(count).execute();
}
