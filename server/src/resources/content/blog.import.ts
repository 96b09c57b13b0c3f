import type { Selectable } from 'kysely';
import type { BlogTable } from '../../store/tenant/content-tables.js';
import { fieldNames } from '../kinds/changed-fields.js';
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
} from '../kinds/transfer-fields.js';

/** A blog post from an import record, with only the values that the record has. */
export interface BlogImport {
  readonly id: number;
  readonly values: Partial<Omit<Selectable<BlogTable>, 'id' | 'title_key'>>;
  /** The ids of all its blog labels, if the record lists them. */
  readonly labels: readonly number[] | undefined;
  /** The ids of all its buildings, if the record lists them. */
  readonly buildings: readonly number[] | undefined;
}

const LONGEST_SLUG = 500;

/** Slugs have an index, and PostgreSQL does not index text of any length. */
const slug: Field<BlogImport['values']> = {
  column: 'friendly',
  read: (value, field) => {
    const input = readText(value, field).trim();
    if (input.length <= LONGEST_SLUG) return input;
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

/** The names of columns in records of blog posts. */
export const blogFieldNames = fieldNames(fields);

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
 * @param zone The zone of the tenant database; dates without an offset are read in it.
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
