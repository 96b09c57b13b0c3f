import type { ResourceName } from 'portico-importer/resource.js';

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
  readonly attached: readonly Attached[];
}

const removal = (table: string, attached: readonly Attached[] = [], id = 'id'): Removal => {
  return { table, id, attached };
};

const named =
  (fate: Fate) =>
  (
    name: string,
    table: string,
    column: string,
    more: Pick<Attached, 'own' | 'text'> = {},
  ): Attached => ({ fate, name, table, column, ...more });

const goes = named('goes');
const cleared = named('cleared');
const stays = named('stays');

/**
 * The kinds that can be removed: photos go with their listing or building, or by its list of photos, and
 * favorites, which have no id, by the website or with their client. A key is kept for ever.
 */
export type RemovableKind = Exclude<
  ResourceName,
  'source-keys' | 'photos' | 'building-photos' | 'favorites'
>;

/** The kinds whose records are about visitors of a website. It writes them, too, so that no file is the whole truth of them. */
export const VISITOR_KINDS = [
  'clients',
  'deals',
  'leads',
  'saved-searches',
  'trails',
] as const satisfies readonly RemovableKind[];

/** Everything that names a record of each kind. docs/removing.md holds this as a table for operators. */
export const REMOVALS: { readonly [Kind in RemovableKind]: Removal } = {
  neighborhoods: removal(
    'neighborhood',
    [
      cleared('listings', 'listing', 'neighborhood_id'),
      cleared('buildings', 'building', 'neighborhood_id'),
      cleared('neighborhoods', 'neighborhood', 'parent'),
    ],
    'cat_id',
  ),
  buildings: removal('building', [
    goes('photos', 'building_photo', 'building_id'),
    goes('', 'blog_building', 'building_id'),
    stays('listings', 'listing', 'building_id'),
  ]),
  offices: removal('office', [
    stays('agents', 'agent', 'office'),
    stays('listings', 'listing', 'office_id'),
  ]),
  agents: removal('agent', [
    stays('listings', 'listing', 'agent_id'),
    stays('co-listings', 'listing', 'coagent_id'),
    stays('listings as listing agent', 'listing', 'listingagent_id'),
    stays('testimonials', 'testimonial', 'agent_id'),
    stays('blogs', 'blog', 'agent_id'),
    stays('press', 'press', 'agent_id'),
    stays('videos', 'video', 'agent_id'),
    stays('clients', 'client', 'agent_id'),
    stays('leads', 'alert', 'agent_id'),
  ]),
  teams: removal('team', [
    stays('agents', 'agent', 'teamid', { text: true }),
    goes('', 'team_expects', 'team_id'),
    stays('testimonials', 'testimonial', 'team_id'),
  ]),
  listings: removal(
    'listing',
    [
      goes('photos', 'photo', 'listing_id'),
      goes('labels', 'listing_label', 'listing_id'),
      goes('custom values', 'listing_custom', 'listing_id'),
      goes('', 'listing_views', 'listing_id'),
      goes('', 'listing_search', 'id'),
      stays('favorites', 'favorite_listing', 'listing_id', { own: 'id_space' }),
      stays('leads', 'alert', 'listing_id', { own: 'listing_space' }),
      stays('deals', 'deal', 'listing_id'),
    ],
    'main_id',
  ),
  labels: removal('label', [goes('labels of listings', 'listing_label', 'label_id')]),
  'blog-labels': removal('blog_label_name', [goes('labels of blogs', 'blog_label', 'label_id')]),
  blogs: removal('blog', [goes('', 'blog_label', 'blog_id'), goes('', 'blog_building', 'blog_id')]),
  press: removal('press'),
  videos: removal('video'),
  testimonials: removal('testimonial'),
  docs: removal('document'),
  'link-categories': removal('link_category', [stays('links', 'link', 'category_id')]),
  links: removal('link'),
  clients: removal('client', [
    goes('favorites', 'favorite_listing', 'client_id'),
    goes('trail entries', 'client_trail', 'client_id'),
    goes('deals', 'deal', 'client_id'),
    goes('saved searches', 'saved_search', 'client_id'),
    goes('', 'saved_search_match', 'client_id'),
    cleared('leads', 'alert', 'client_id'),
  ]),
  trails: removal('client_trail'),
  'saved-searches': removal('saved_search', [
    goes('', 'saved_search_match', 'search_id'),
    goes('', 'letter', 'search_id'),
  ]),
  deals: removal('deal'),
  leads: removal('alert', [goes('comments', 'alert_comment', 'alert_id')]),
};

/** Whether records of this kind can be removed by their id. */
export function isRemovable(kind: string): kind is RemovableKind {
  return Object.hasOwn(REMOVALS, kind);
}
