import { moment, text, webAddress, whole } from '../../resources/kinds/transfer-fields.js';
import { searchKey } from '../../resources/search-key.js';
import { VIDEO_DEFAULTS } from '../../store/tenant/content-tables.js';
import type { TableImport } from '../table-kind.js';

/** Import records of videos. R122, R168. */
export const videoImport: TableImport<'video'> = {
  kind: 'videos',
  table: 'video',
  defaults: VIDEO_DEFAULTS,
  fields: {
    agentid: whole('agent_id'),
    date_create: moment('created_at'),
    description: text('description'),
    embed: webAddress('embed'),
    image: text('image'),
    sort: whole('sort'),
    title: text('title'),
  },
  derived: (row) => ({ title_key: searchKey(row.title) }),
};
