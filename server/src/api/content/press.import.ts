import { moment, oneOf, text, webAddress, whole } from '../../resources/kinds/transfer-fields.js';
import { searchKey } from '../../resources/search-key.js';
import { PRESS_DEFAULTS } from '../../store/tenant/content-tables.js';
import type { TableImport } from '../table-kind.js';
import { pressTypes } from './press.vocabulary.js';

/** Import records of press articles. R121. */
export const pressImport: TableImport<'press'> = {
  kind: 'press',
  table: 'press',
  defaults: PRESS_DEFAULTS,
  fields: {
    agent_id: whole('agent_id'),
    author: text('author'),
    body: text('body'),
    date_create: moment('created_at'),
    date_publish: moment('published_at'),
    filename: text('filename'),
    logo: text('logo'),
    publicationname: text('publicationname'),
    sub_title: text('sub_title'),
    title: text('title'),
    type: oneOf('type', pressTypes, PRESS_DEFAULTS.type),
    url: webAddress('url'),
  },
  derived: (row) => ({
    title_key: searchKey(row.title),
    sub_title_key: searchKey(row.sub_title),
  }),
};
