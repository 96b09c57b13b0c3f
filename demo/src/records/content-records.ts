import type { Flag } from './place-records.js';

/** Import records of content. R168. */

/** A record of `labels`. */
export interface LabelRecord {
  id: number;
  labelname: string;
}

/** A record of `blog-labels`. */
export interface BlogLabelRecord {
  id: number;
  label: string;
}

/** A record of `blogs`. */
export interface BlogRecord {
  id: number;
  author: string;
  /** HTML. */
  body: string;
  caption: string;
  /** Text shape; the publication date. */
  date_create: string;
  image: string;
  title: string;
  friendly: string;
  /** 1 published, 0 not. */
  status: Flag;
  /** An agent's id as text; empty for a post without an agent. */
  agent_id: string;
  /** Blog label ids. */
  labels: number[];
  /** Building ids. */
  buildings: number[];
}

/** Every kind of press article. */
export const PRESS_TYPES = ['Article', 'Video', 'Award'] as const;

/** A record of `press`. */
export interface PressRecord {
  id: number;
  agent_id: number;
  author: string;
  /** HTML. */
  body: string;
  /** Text shape. */
  date_create: string;
  /** Text shape. */
  date_publish: string;
  /** A scanned clipping; empty for none. */
  filename: string;
  logo: string;
  publicationname: string;
  sub_title: string;
  title: string;
  type: (typeof PRESS_TYPES)[number];
  url: string;
}

/** A record of `videos`. */
export interface VideoRecord {
  id: number;
  /** Text shape. */
  date_create: string;
  description: string;
  embed: string;
  image: string;
  /** Lower comes first; 999 by default. */
  sort: number;
  title: string;
  agentid: number;
}

/** A record of `docs`. */
export interface DocRecord {
  id: number;
  title: string;
  filename: string;
  category: string;
  /** Text shape. */
  date_create: string;
  sort: number;
}

/** A record of `link-categories`. */
export interface LinkCategoryRecord {
  id: number;
  name: string;
  sort: number;
}

/** A record of `links`. */
export interface LinkRecord {
  id: number;
  title: string;
  url: string;
  description: string;
  /** Id of a link category. */
  category: number;
  sort: number;
}
