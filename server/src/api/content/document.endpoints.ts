import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { documentSearchParams, readDocumentSearch } from './document.params.js';
import { searchDocuments } from './document.queries.js';
import { DocumentRecord, documentRecord } from './document.record.js';

/** The search for documents. R123. */
export const documentEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/docs/search',
    access: 'key',
    freshness: 'data',
    tag: 'Content',
    summary: 'Documents by date, page by page',
    params: documentSearchParams,
    answer: Type.Array(DocumentRecord),
    handle: async ({ client, raw, context }: Call) =>
      (await searchDocuments(client.database, readDocumentSearch(raw))).map((row) =>
        documentRecord(row, context),
      ),
  },
];
