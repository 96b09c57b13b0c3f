import { moment, text, whole } from '../../resources/kinds/transfer-fields.js';
import { DOCUMENT_DEFAULTS } from '../../store/tenant/content-tables.js';
import type { TableImport } from '../table-kind.js';

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
