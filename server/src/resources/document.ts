import { Type } from 'typebox';
import { read } from '../api/endpoint.js';
import {
  choice,
  described,
  idList,
  type Param,
  pageNumber,
  pageSize,
  type Values,
} from '../api/params.js';
import { placeInTime } from '../store/tenant/columns.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { type ColumnsOf, id, moment, text, whole } from './kinds/fields.js';
import { filesOf } from './kinds/files.js';
import { defineKind } from './kinds/kind.js';

const fields = {
  id: id(),
  title: text('Title'),
  filename: text('Filename'),
  category: text('What it is filed under'),
  date_create: moment('When it was added', { column: 'created_at' }),
  sort: whole('Position, lower first'),
};

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    document: ColumnsOf<typeof fields>;
  }
}

/** Documents that visitors can download. R123. */
export const document = defineKind('docs', 'Document', fields);

export const documentFiles = filesOf(document);

/** The parameters of `GET /docs/search`. R123. */
const searchParams = {
  order: described(choice(['desc', 'asc'], 'desc'), 'Newest or oldest first'),
  limit: pageSize(40, 40),
  page: pageNumber(),
  id: documentIds(),
};

/** Ids of documents; the documented default, 0, means none (R20). */
function documentIds(): Param<readonly number[] | undefined> {
  const ids = idList();
  return described(
    {
      ...ids,
      parse: (input) => (/^[0,\s]+$/.test(input) ? undefined : ids.parse(input)),
    },
    'Only these documents: ids, comma separated, at most 500; 0 counts as not given',
  );
}

/** The search for documents. R123. */
export const documentEndpoints = [
  read({
    path: '/docs/search',
    tag: 'Content',
    operation: 'searchDocuments',
    summary: 'Documents by date, page by page',
    description: 'Answers documents by date, page by page. One without a date is the oldest.',
    params: searchParams,
    answer: Type.Array(document.schema),
    handle: async ({ tenant, context }, params) => {
      const rows = await searchDocuments(tenant.database, params);
      return rows.map((row) => document.record(row, context));
    },
  }),
];

/** One page of documents by date; one without a date counts as the oldest (R123). */
function searchDocuments(
  { db }: TenantDatabase,
  { order, limit, page, id: ids }: Values<typeof searchParams>,
) {
  let query = db.selectFrom('document').selectAll();
  if (ids !== undefined) query = query.where('id', 'in', [...ids]);
  return query
    .orderBy(placeInTime('created_at'), order)
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}
