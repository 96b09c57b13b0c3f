import type { Selectable } from 'kysely';
import type { LinkCategoryTable, LinkTable } from '../../store/tenant/content-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';

/** A stored link. */
export type LinkRow = Selectable<LinkTable>;

/** A stored category of links. */
export type LinkCategoryRow = Selectable<LinkCategoryTable>;

/** All links in their order, or those of one category. */
export function findLinks(database: TenantDatabase, category?: number): Promise<LinkRow[]> {
  const all = database.db.selectFrom('link').selectAll().orderBy('sort').orderBy('id');
  return (category === undefined ? all : all.where('category_id', '=', category)).execute();
}

/** All categories of links in their order. */
export function findLinkCategories(database: TenantDatabase): Promise<LinkCategoryRow[]> {
  return database.db
    .selectFrom('link_category')
    .selectAll()
    .orderBy('sort')
    .orderBy('id')
    .execute();
}
