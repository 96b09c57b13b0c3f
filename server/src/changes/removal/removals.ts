import type { ResourceName } from 'portico-importer/resource.js';
import type { ChangeKind } from '../../store/tenant/change-tables.js';

/**
 * What becomes of rows that name a removed record: `goes` with it; `cleared`, as another record may get
 * the id; `stays`, and names nothing until the record comes back. An import may name what has not come
 * yet, too, so every read can do without.
 */
type Fate = 'goes' | 'cleared' | 'stays';

/** Rows that name a removed record. */
export interface Attached {
  /** What they are called in messages; nothing for what nobody knows of. */
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly fate: Fate;
  /** Where the column holds an id of this database only in some rows: that column, then 0. */
  readonly own?: string;
  /** Whether the column holds the id as text. */
  readonly text?: true;
}

/** A kind of record that can be removed by its id. */
export interface Removal {
  readonly table: string;
  /** The field of an import record that holds the id. */
  readonly id: string;
  /** The name of its changes; none for what no website follows. */
  readonly change?: ChangeKind;
  readonly attached: readonly Attached[];
}

const attached = (
  fate: Fate,
  name: string,
  table: string,
  column: string,
  more: Pick<Attached, 'own' | 'text'> = {},
): Attached => ({ fate, name, table, column, ...more });

/**
 * The kinds that can be removed: photos go with their listing or building, or by its list of photos, and
 * favorites, which have no id, by the website or with their client. A key is kept for ever.
 */
export type RemovableKind = Exclude<
  ResourceName,
  'source-keys' | 'photos' | 'building-photos' | 'favorites'
>;

/** Everything that names a record of each kind. docs/removing.md holds this as a table for operators. */
export const REMOVALS: { readonly [Kind in RemovableKind]: Removal } = {
  neighborhoods: {
    table: 'neighborhood',
    id: 'cat_id',
    change: 'neighborhoods',
    attached: [
      attached('cleared', 'listings', 'listing', 'neighborhood_id'),
      attached('cleared', 'buildings', 'building', 'neighborhood_id'),
      attached('cleared', 'neighborhoods', 'neighborhood', 'parent'),
    ],
  },
  buildings: {
    table: 'building',
    id: 'id',
    change: 'buildings',
    attached: [
      attached('goes', 'photos', 'building_photo', 'building_id'),
      attached('goes', '', 'blog_building', 'building_id'),
      attached('stays', 'listings', 'listing', 'building_id'),
    ],
  },
  offices: {
    table: 'office',
    id: 'id',
    change: 'offices',
    attached: [attached('stays', 'agents', 'agent', 'office')],
  },
  agents: {
    table: 'agent',
    id: 'id',
    change: 'agents',
    attached: [
      attached('stays', 'listings', 'listing', 'agent_id'),
      attached('stays', 'co-listings', 'listing', 'coagent_id'),
      attached('stays', 'listings as listing agent', 'listing', 'listingagent_id'),
      attached('stays', 'testimonials', 'testimonial', 'agent_id'),
      attached('stays', 'blogs', 'blog', 'agent_id'),
      attached('stays', 'press', 'press', 'agent_id'),
      attached('stays', 'videos', 'video', 'agent_id'),
      attached('stays', 'clients', 'client', 'agent_id'),
      attached('stays', 'leads', 'alert', 'agent_id'),
    ],
  },
  teams: {
    table: 'team',
    id: 'id',
    change: 'teams',
    attached: [
      attached('stays', 'agents', 'agent', 'teamid', { text: true }),
      attached('goes', '', 'team_expects', 'team_id'),
      attached('stays', 'testimonials', 'testimonial', 'team_id'),
    ],
  },
  listings: {
    table: 'listing',
    id: 'main_id',
    change: 'listings',
    attached: [
      attached('goes', 'photos', 'photo', 'listing_id'),
      attached('goes', 'labels', 'listing_label', 'listing_id'),
      attached('goes', 'custom values', 'listing_custom', 'listing_id'),
      attached('goes', '', 'listing_views', 'listing_id'),
      attached('goes', '', 'listing_search', 'id'),
      attached('stays', 'favorites', 'favorite_listing', 'listing_id', { own: 'id_space' }),
      attached('stays', 'leads', 'alert', 'listing_id', { own: 'listing_space' }),
      attached('stays', 'deals', 'deal', 'listing_id'),
    ],
  },
  labels: {
    table: 'label',
    id: 'id',
    change: 'labels',
    attached: [attached('goes', 'labels of listings', 'listing_label', 'label_id')],
  },
  'blog-labels': {
    table: 'blog_label_name',
    id: 'id',
    change: 'blog-labels',
    attached: [attached('goes', 'labels of blogs', 'blog_label', 'label_id')],
  },
  blogs: {
    table: 'blog',
    id: 'id',
    change: 'blogs',
    attached: [
      attached('goes', '', 'blog_label', 'blog_id'),
      attached('goes', '', 'blog_building', 'blog_id'),
    ],
  },
  press: { table: 'press', id: 'id', change: 'press', attached: [] },
  videos: { table: 'video', id: 'id', change: 'videos', attached: [] },
  testimonials: { table: 'testimonial', id: 'id', change: 'testimonials', attached: [] },
  docs: { table: 'document', id: 'id', change: 'docs', attached: [] },
  'link-categories': {
    table: 'link_category',
    id: 'id',
    change: 'link-categories',
    attached: [attached('stays', 'links', 'link', 'category_id')],
  },
  links: { table: 'link', id: 'id', change: 'links', attached: [] },
  clients: {
    table: 'client',
    id: 'id',
    attached: [
      attached('goes', 'favorites', 'favorite_listing', 'client_id'),
      attached('goes', 'trail entries', 'client_trail', 'client_id'),
      attached('goes', 'deals', 'deal', 'client_id'),
      attached('cleared', 'leads', 'alert', 'client_id'),
    ],
  },
  trails: { table: 'client_trail', id: 'id', attached: [] },
  deals: { table: 'deal', id: 'id', attached: [] },
  leads: {
    table: 'alert',
    id: 'id',
    attached: [attached('goes', 'comments', 'alert_comment', 'alert_id')],
  },
};

/** Whether records of this kind can be removed by their id. */
export function isRemovable(kind: string): kind is RemovableKind {
  return Object.hasOwn(REMOVALS, kind);
}
