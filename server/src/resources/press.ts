import { Type } from 'typebox';
import { read } from '../api/endpoint.js';
import { described, idList } from '../api/params.js';
import {
  keyword,
  MOST_COUNTED,
  mentions,
  monthYear,
  newestOf,
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
      const { keyword, month_year: month, agent_id: agents } = params;
      let found = database.db.selectFrom('press').selectAll();
      if (keyword !== undefined) {
        found = found.where(mentions(['title_key', 'sub_title_key'], keyword));
      }
      if (month !== undefined) {
        found = found.where(withinMonth('published_at', month, context.timeZone));
      }
      if (agents !== undefined) found = found.where('agent_id', 'in', [...agents]);
      const rows = await newestOf(found, 'published_at', count);
      return rows.map((row) => press.record(row, context));
    },
  }),
];
