import type { Selectable } from 'kysely';
import {
  BLOG_LABEL_NAME_DEFAULTS,
  type BlogTable,
} from '../../data/client-database/content-tables.js';
import type { TableImport } from '../table-kind.js';
import {
  type Field,
  type Fields,
  flagged,
  moment,
  problem,
  readFields,
  readId,
  readList,
  readText,
  readWhole,
  text,
  whole,
} from '../transfer-fields.js';

/** Import records of the labels of blog posts. R125. */
export const blogLabelImport: TableImport<'blog_label_name'> = {
  table: 'blog_label_name',
  defaults: BLOG_LABEL_NAME_DEFAULTS,
  fields: { label: text('label') },
};

/** A blog post out of an import record: what the record told, and nothing else. */
export interface BlogImport {
  readonly id: number;
  readonly values: Partial<Omit<Selectable<BlogTable>, 'id' | 'title_key'>>;
  /** Ids of all its blog labels, when the record lists them. */
  readonly labels: readonly number[] | undefined;
  /** Ids of all its buildings, when the record lists them. */
  readonly buildings: readonly number[] | undefined;
}

const LONGEST_SLUG = 500;

/** A slug is looked for through an index, and PostgreSQL has none for text of any length. */
const slug: Field<BlogImport['values']> = {
  column: 'friendly',
  read: (value, field) => {
    const given = readText(value, field).trim();
    if (given.length <= LONGEST_SLUG) return given;
    throw problem(field, value, `text of at most ${LONGEST_SLUG} characters`);
  },
};

const fields: Fields<BlogImport['values']> = {
  agent_id: whole('agent_id'),
  author: text('author'),
  body: text('body'),
  caption: text('caption'),
  created_by: whole('created_by'),
  date_create: moment('published_at'),
  friendly: slug,
  image: text('image'),
  status: flagged('status'),
  title: text('title'),
};

/** Every field that an import record of a blog post may carry. */
export const blogImportFields: ReadonlySet<string> = new Set([
  'id',
  ...Object.keys(fields),
  'labels',
  'buildings',
]);

/**
 * Reads one import record of a blog post. R168.
 *
 * @param zone The zone of the client database, whose clock dates without an offset are read by.
 * @throws RecordProblem
 */
export function readBlog(record: Readonly<Record<string, unknown>>, zone: string): BlogImport {
  return {
    id: readId(record, 'id'),
    values: readFields(fields, record, zone),
    labels: readIds(record.labels, 'labels'),
    buildings: readIds(record.buildings, 'buildings'),
  };
}

/** Ids as a list, with commas between them, or as the text of a JSON list, as blog writes have it. */
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
