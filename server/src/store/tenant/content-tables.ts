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

/** Labels of blog posts, a vocabulary separate from that of listings. */
export const BLOG_LABEL_NAME_DEFAULTS = {
  id: 0,
  label: '',
};
export type BlogLabelNameTable = typeof BLOG_LABEL_NAME_DEFAULTS;

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

/** Press articles. R121. */
export const PRESS_DEFAULTS = {
  id: 0,
  agent_id: 0,
  author: '',
  /** HTML, unchanged. */
  body: '',
  created_at: null as number | null,
  filename: '',
  logo: '',
  publicationname: '',
  published_at: null as number | null,
  sub_title: '',
  sub_title_key: '',
  title: '',
  title_key: '',
  /** Article, Video or Award. */
  type: 'Article',
  url: '',
};
export type PressTable = typeof PRESS_DEFAULTS;

/** Videos. R122. */
export const VIDEO_DEFAULTS = {
  id: 0,
  agent_id: 0,
  created_at: null as number | null,
  description: '',
  embed: '',
  image: '',
  sort: 999,
  title: '',
  title_key: '',
};
export type VideoTable = typeof VIDEO_DEFAULTS;

/** Documents. R123. */
export const DOCUMENT_DEFAULTS = {
  id: 0,
  category: '',
  created_at: null as number | null,
  filename: '',
  sort: 0,
  title: '',
};
export type DocumentTable = typeof DOCUMENT_DEFAULTS;

/** Categories of links. R124. */
export const LINK_CATEGORY_DEFAULTS = {
  id: 0,
  name: '',
  sort: 0,
};
export type LinkCategoryTable = typeof LINK_CATEGORY_DEFAULTS;

/** Links. R124. */
export const LINK_DEFAULTS = {
  id: 0,
  /** The id of a category, 0 for none. */
  category_id: 0,
  description: '',
  sort: 0,
  title: '',
  url: '',
};
export type LinkTable = typeof LINK_DEFAULTS;

/** The tables of content. */
export interface ContentTables {
  label: LabelTable;
  blog: BlogTable;
  blog_label_name: BlogLabelNameTable;
  blog_label: BlogLabelTable;
  blog_building: BlogBuildingTable;
  press: PressTable;
  video: VideoTable;
  document: DocumentTable;
  link_category: LinkCategoryTable;
  link: LinkTable;
}
