import type { Generated } from 'kysely';

/**
 * What a brokerage publishes beside its listings. Moments are milliseconds since the epoch, null
 * when they were never told; `*_key` columns hold what filters compare with (`search-key.ts`).
 */

/** Labels that listings carry. R125. */
export interface LabelTable {
  id: Generated<number>;
  name: string;
  name_key: string;
  /** 1 when nothing but listings has told of it: then its id is only a makeshift. */
  from_listings: Generated<number>;
}

/** Blog posts. R118, R126. */
export const BLOG_DEFAULTS = {
  id: 0,
  /** 0 when it belongs to no agent. */
  agent_id: 0,
  author: '',
  /** HTML, as it was given. */
  body: '',
  caption: '',
  /** The account that made it; 0 when it was imported without one. */
  created_by: 0,
  /** The slug. Not unique: one that was supplied is used as it is. */
  friendly: '',
  /** Relative to the client's folder of blog images. */
  image: '',
  published_at: null as number | null,
  /** 1 published, which one is unless it says otherwise: readers see no others. 0 not. */
  status: 1,
  title: '',
  title_key: '',
};
export type BlogTable = typeof BLOG_DEFAULTS;

/** Labels that blog posts carry, a vocabulary apart from that of listings. */
export const BLOG_LABEL_NAME_DEFAULTS = {
  id: 0,
  label: '',
};
export type BlogLabelNameTable = typeof BLOG_LABEL_NAME_DEFAULTS;

/** Which blog post carries which label. */
export interface BlogLabelTable {
  blog_id: number;
  label_id: number;
}

/** Which blog post is about which building. */
export interface BlogBuildingTable {
  blog_id: number;
  building_id: number;
}

/** Press articles. R121. */
export const PRESS_DEFAULTS = {
  id: 0,
  agent_id: 0,
  author: '',
  /** HTML, as it was given. */
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
  /** Id of a category, 0 for none. */
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
