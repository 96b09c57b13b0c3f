import { Type } from 'typebox';
import { endpoint } from '../endpoint.js';
import { documentSearchParams } from './document.params.js';
import { searchDocuments } from './document.queries.js';
import { DocumentRecord, documentRecord } from './document.record.js';

/** The search for documents. R123. */
export const documentEndpoints = [
  endpoint({
    method: 'GET',
    path: '/docs/search',
    access: 'key',
    freshness: 'data',
    tag: 'Content',
    operation: 'searchDocuments',
    summary: 'Documents by date, page by page',
    description: 'Answers documents by date, page by page. One without a date is the oldest.',
    params: documentSearchParams,
    answer: Type.Array(DocumentRecord),
    handle: async ({ tenant, context }, params) => {
      const rows = await searchDocuments(tenant.database, params);
      return rows.map((row) => documentRecord(row, context));
    },
  }),
];
