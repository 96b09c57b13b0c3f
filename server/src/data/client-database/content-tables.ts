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
export interface BlogTable {
  id: number;
  /** 0 when it belongs to no agent. */
  agent_id: number;
  author: string;
  /** HTML, as it was given. */
  body: string;
  caption: string;
  /** The account that made it; 0 when it was imported without one. */
  created_by: number;
  /** The slug. Not unique: one that was supplied is used as it is. */
  friendly: string;
  /** Relative to the client's folder of blog images. */
  image: string;
  published_at: number | null;
  /** 1 published, 0 not. */
  status: number;
  title: string;
  title_key: string;
}

/** Labels that blog posts carry, a vocabulary apart from that of listings. */
export interface BlogLabelNameTable {
  id: number;
  label: string;
}

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
export interface PressTable {
  id: number;
  agent_id: number;
  author: string;
  /** HTML, as it was given. */
  body: string;
  created_at: number | null;
  filename: string;
  logo: string;
  publicationname: string;
  published_at: number | null;
  sub_title: string;
  sub_title_key: string;
  title: string;
  title_key: string;
  /** Article, Video or Award. */
  type: string;
  url: string;
}

/** Videos. R122. */
export interface VideoTable {
  id: number;
  agent_id: number;
  created_at: number | null;
  description: string;
  embed: string;
  image: string;
  sort: number;
  title: string;
  title_key: string;
}

/** Documents. R123. */
export interface DocumentTable {
  id: number;
  category: string;
  created_at: number | null;
  filename: string;
  sort: number;
  title: string;
}

/** Categories of links. R124. */
export interface LinkCategoryTable {
  id: number;
  name: string;
  sort: number;
}

/** Links. R124. */
export interface LinkTable {
  id: number;
  /** Id of a category, 0 for none. */
  category_id: number;
  description: string;
  sort: number;
  title: string;
  url: string;
}

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
