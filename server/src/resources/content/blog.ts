import { type TSchema, Type } from 'typebox';
import { read } from '../../api/endpoint.js';
import { MALFORMED, type Param, text as textParam } from '../../api/params.js';
import { idsOf } from '../../lib/grouped.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import { placeInTime } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { writeRecords } from '../../store/tenant/write.js';
import { blogLabelEndpoints } from '../blog-label.js';
import {
  MOST_COUNTED,
  mentions,
  monthYear,
  newestOf,
  searchKey,
  withinMonth,
} from '../content.search.js';
import {
  type ColumnsOf,
  column,
  flag,
  id,
  idOf,
  inFiles,
  moment,
  text,
  whole,
} from '../kinds/fields.js';
import { filesOf, tablePagesExport, writeImports } from '../kinds/files.js';
import { defineKind, type ImportRow, outcomeOf } from '../kinds/kind.js';
import { type Pairs, pairsOf, replacePairs } from '../kinds/pairs.js';
import { problem, readKey, readList, readWhole } from '../kinds/transfer-fields.js';

const fields = {
  author: text('Byline'),
  body: text('HTML'),
  caption: text('Caption of the image'),
  date_create: moment('Publication date', { column: 'published_at' }),
  id: id(),
  image: text("Filename relative to the client's blog image directory"),
  title: text('Title'),
  title_key: column(''),
  agent_id: inFiles(
    idOf('agents', 'The agent that it belongs to, 0 when none', {
      exported: (agent) => (agent === 0 ? '' : String(agent)),
    }),
  ),
  created_by: inFiles(whole('The account that made it; 0 for an import without one')),
  // The slug. Not unique, because a supplied slug is used unchanged.
  friendly: inFiles(text('Slug', { read: (value, field) => readKey(value, field).trim() })),
  status: inFiles(flag('published: readers see only these', { initial: 1 })),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    blog: ColumnsOf<typeof fields>;
  }
}

/** Blog posts. R118. */
export const blog = defineKind('blogs', 'BlogPost', fields);

/** The lists of a post: its labels and its buildings. */
export const LINKED = {
  labels: { table: 'blog_label', of: 'blog_id', column: 'label_id' },
  buildings: { table: 'blog_building', of: 'blog_id', column: 'building_id' },
} as const satisfies Readonly<Record<string, Pairs>>;

const LISTS = ['labels', 'buildings'] as const;

/** A blog post from an import record, with only the values that the record has. */
interface BlogImport extends ImportRow<typeof fields> {
  /** The ids of all its blog labels, if the record lists them. */
  readonly labels: readonly number[] | undefined;
  /** The ids of all its buildings, if the record lists them. */
  readonly buildings: readonly number[] | undefined;
}

/** Blog posts in files, published or not, with their labels and buildings. R168. */
export const blogFiles = filesOf<typeof fields, BlogImport>(blog, {
  fields: new Set([...blog.names, ...LISTS]),
  keys: { ...blog.keys, labels: { of: 'blog-labels' }, buildings: { of: 'buildings' } },
  read: (record, zone) => ({
    ...blog.read(record, zone),
    labels: readIds(record.labels, 'labels'),
    buildings: readIds(record.buildings, 'buildings'),
  }),
  write: (database, imports) =>
    writeRecords(database, async (transaction, changes) => {
      const writing = { database, transaction, changes };
      const { changed } = await writeImports(blog, writing, imports, ({ title }) => ({
        title_key: searchKey(title),
      }));
      for (const list of LISTS) {
        const lists = imports.map((post) => [post.id, post[list]] as const);
        const listed = await replacePairs(database, transaction, LINKED[list], lists);
        changes.wrote('blogs', listed, changedLine(list));
        for (const id of listed) changed.add(id);
      }
      return outcomeOf(imports, ({ id }) => changed.has(id));
    }),
  export: tablePagesExport('blog', async (rows, context) => {
    const ids = idsOf(rows);
    const labels = await pairsOf(context.database, ids, LINKED.labels);
    const buildings = await pairsOf(context.database, ids, LINKED.buildings);
    return rows.map((row) => ({
      ...blog.exported(row, context),
      labels: labels.get(row.id) ?? [],
      buildings: buildings.get(row.id) ?? [],
    }));
  }),
});

/** Ids as a list, as text with commas, or as the text of a JSON list, which blog writes use. */
function readIds(value: unknown, field: string): number[] | undefined {
  if (value === undefined || value === null) return undefined;
  const list = typeof value === 'string' ? value.replace(/^\s*\[(.*)\]\s*$/s, '$1') : value;
  const ids = readList(list, field).map((item) => {
    const id = readWhole(item, field, 0, Number.MAX_SAFE_INTEGER);
    if (id < 1) throw problem(field, item, 'ids, each a whole number from 1');
    return id;
  });
  return [...new Set(ids)];
}

/** What a search for posts looks for: a label's id, or text of the title. */
type LabelOrKeyword = { readonly id: number } | { readonly keyword: string };

/** The parameters of `GET /blog/search/{count}`. R119, R120. */
const blogSearchParams = { label: labelOrKeyword(), month_year: monthYear() };

/** Digits are a blog label's id, 0 for none; other text is a keyword (R119). */
function labelOrKeyword(): Param<LabelOrKeyword | undefined> {
  const words = textParam(200);
  return {
    schema: Type.String({
      description:
        'The id of a blog label, or else text that occurs in the title; 0 counts as not given',
    }) as TSchema,
    accepts: `the id of a blog label, or ${words.accepts}`,
    fallback: undefined,
    parse: (input) => {
      const trimmed = input.trim();
      if (/^\d+$/.test(trimmed)) {
        const id = Number(trimmed);
        if (!Number.isSafeInteger(id)) return MALFORMED;
        return id === 0 ? undefined : { id };
      }
      const keyword = words.parse(input);
      return typeof keyword === 'string' ? { keyword } : MALFORMED;
    },
  };
}

const tag = 'Content';

/** The reads of blog posts. R27, R117. */
export const blogEndpoints = [
  read({
    path: '/blogs/{id}',
    tag,
    operation: 'getBlogPost',
    summary: 'One published blog post',
    description:
      'Answers an array with one record; an empty array if there is none. Only published posts are found. `body` is HTML as the brokerage wrote it.',
    segment: 'Blog post id',
    answer: Type.Array(blog.schema, { maxItems: 1 }),
    handle: async ({ tenant, segment, context }) => {
      const found = published(tenant.database).where('id', '=', segment);
      return (await found.execute()).map((row) => blog.record(row, context));
    },
  }),
  ...blogLabelEndpoints,
  read({
    path: '/blog/search/{count}',
    tag,
    operation: 'searchBlogPosts',
    summary: 'The newest published blog posts',
    description: 'Answers at most this many published posts, newest first.',
    segment: `Blog posts wanted, at most ${MOST_COUNTED}`,
    params: blogSearchParams,
    answer: Type.Array(blog.schema),
    handle: async ({ tenant: { database }, segment: count, context }, params) => {
      const { label, month_year: month } = params;
      let found = published(database);
      if (label !== undefined) found = labelled(found, label);
      if (month !== undefined) {
        found = found.where(withinMonth('published_at', month, context.timeZone));
      }
      const rows = await newestOf(found, 'published_at', count);
      return rows.map((row) => blog.record(row, context));
    },
  }),
  read({
    path: '/agents/blog/{id}',
    tag: 'Agents, teams, offices',
    operation: 'getAgentBlogPosts',
    summary: 'The published blog posts of an agent, newest first',
    description: 'Answers all published posts that belong to the agent.',
    segment: 'Agent id',
    answer: Type.Array(blog.schema),
    handle: async ({ tenant, segment, context }) => {
      const found = published(tenant.database).where('agent_id', '=', segment);
      const rows = await found.orderBy(placeInTime('published_at'), 'desc').orderBy('id').execute();
      return rows.map((row) => blog.record(row, context));
    },
  }),
];

/** The columns of a blog post that answers show. */
const READ = ['id', 'author', 'body', 'caption', 'image', 'published_at', 'title'] as const;

function published(database: TenantDatabase) {
  return database.db.selectFrom('blog').select(READ).where('status', '=', 1);
}

function labelled(
  posts: ReturnType<typeof published>,
  label: LabelOrKeyword,
): ReturnType<typeof published> {
  if ('keyword' in label) return posts.where(mentions(['title_key'], label.keyword));
  return posts.where('id', 'in', (eb) =>
    eb.selectFrom('blog_label').select('blog_id').where('label_id', '=', label.id),
  );
}
