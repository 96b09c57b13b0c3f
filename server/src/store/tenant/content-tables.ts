import type { Generated } from 'kysely';

/**
 * The content that a brokerage publishes besides its listings. Moments are milliseconds since the
 * epoch, null when they are unknown; `*_key` columns hold the text that filters compare with
 * (`search-key.ts`).
 */

/** Labels of listings. R125. */
export interface LabelTable {
  id: Generated<number>;
  name: string;
  name_key: string;
  /** 1 when only listings have named it: then its id is provisional. */
  from_listings: Generated<number>;
}

/** Blog posts. R118, R126. */
export const BLOG_DEFAULTS = {
  id: 0,
  /** 0 for a post without an agent. */
  agent_id: 0,
  author: '',
  /** HTML, unchanged. */
  body: '',
  caption: '',
  /** The account that made it; 0 for an import without one. */
  created_by: 0,
  /** The slug. Not unique, because a supplied slug is used unchanged. */
  friendly: '',
  /** Relative to the tenant's folder of blog images. */
  image: '',
  published_at: null as number | null,
  /** 1 published, which is the default; readers see only these. 0 not published. */
  status: 1,
  title: '',
  title_key: '',
};
export type BlogTable = typeof BLOG_DEFAULTS;

/** The labels of each blog post. */
export interface BlogLabelTable {
  blog_id: number;
  label_id: number;
}

/** The buildings of each blog post. */
export interface BlogBuildingTable {
  blog_id: number;
  building_id: number;
}

/** The tables of content. */
export interface ContentTables {
  label: LabelTable;
  blog: BlogTable;
  blog_label: BlogLabelTable;
  blog_building: BlogBuildingTable;
}
