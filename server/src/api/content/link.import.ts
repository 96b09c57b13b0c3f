import { text, webAddress, whole } from '../../resources/kinds/transfer-fields.js';
import { LINK_CATEGORY_DEFAULTS, LINK_DEFAULTS } from '../../store/tenant/content-tables.js';
import type { TableImport } from '../table-kind.js';

/** Import records of categories of links. R124. */
export const linkCategoryImport: TableImport<'link_category'> = {
  kind: 'link-categories',
  table: 'link_category',
  defaults: LINK_CATEGORY_DEFAULTS,
  fields: { name: text('name'), sort: whole('sort') },
};

/** Import records of links. R124. */
export const linkImport: TableImport<'link'> = {
  kind: 'links',
  table: 'link',
  defaults: LINK_DEFAULTS,
  fields: {
    category: whole('category_id'),
    description: text('description'),
    sort: whole('sort'),
    title: text('title'),
    url: webAddress('url'),
  },
};
