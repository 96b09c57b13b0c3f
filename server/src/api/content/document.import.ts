import { DOCUMENT_DEFAULTS } from '../../store/tenant/content-tables.js';
import type { TableImport } from '../table-kind.js';
import { moment, text, whole } from '../transfer-fields.js';

/** Import records of documents. R123. */
export const documentImport: TableImport<'document'> = {
  kind: 'docs',
  table: 'document',
  defaults: DOCUMENT_DEFAULTS,
  fields: {
    category: text('category'),
    date_create: moment('created_at'),
    filename: text('filename'),
    sort: whole('sort'),
    title: text('title'),
  },
};
