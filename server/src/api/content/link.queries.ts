import type { Selectable } from 'kysely';
import type { LinkCategoryTable, LinkTable } from '../../data/client-database/content-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';

/** A stored link. */
export type LinkRow = Selectable<LinkTable>;

/** A stored category of links. */
export type LinkCategoryRow = Selectable<LinkCategoryTable>;

/** All links in their order, or those of one category. */
export function findLinks(database: ClientDatabase, category?: number): Promise<LinkRow[]> {
  const all = database.db.selectFrom('link').selectAll().orderBy('sort').orderBy('id');
  return (category === undefined ? all : all.where('category_id', '=', category)).execute();
}

/** All categories of links in their order. */
export function findLinkCategories(database: ClientDatabase): Promise<LinkCategoryRow[]> {
  return database.db
    .selectFrom('link_category')
    .selectAll()
    .orderBy('sort')
    .orderBy('id')
    .execute();
}
