import type { ResourceName } from '../../transfer/resource.js';

/** A field of import records that holds the number of a record, or a list of such numbers. */
export interface KeyField {
  /** The kind of the record. */
  readonly of: ResourceName;
  /**
   * The field that says whose record it is, where it may be that of a feed: there is no key for those, as keys belong
   * to one database.
   */
  readonly whose?: string;
}

type KeyFields = Readonly<Record<string, KeyField>>;

const listing: KeyField = { of: 'listings' };
const listingOfAny: KeyField = { of: 'listings', whose: 'listingOf' };
const building: KeyField = { of: 'buildings' };
const neighborhood: KeyField = { of: 'neighborhoods' };
const agent: KeyField = { of: 'agents' };
const team: KeyField = { of: 'teams' };
const client: KeyField = { of: 'clients' };

/** Where the records of each kind take a source key: their own number, and the numbers of records that they name. */
export const KEY_FIELDS: { readonly [Name in Exclude<ResourceName, 'source-keys'>]: KeyFields } = {
  neighborhoods: { cat_id: neighborhood, parent: neighborhood },
  buildings: { id: building, cat: neighborhood },
  'building-photos': { building_id: building },
  offices: { id: { of: 'offices' } },
  agents: { id: agent, office: { of: 'offices' }, teamid: team },
  teams: { id: team, agent_ids: agent },
  listings: {
    main_id: listing,
    agents_agent_id: agent,
    agents_coagent_id: agent,
    agents_listingagent_id: agent,
    essentials_building: building,
  },
  photos: { listing_id: listing },
  labels: { id: { of: 'labels' } },
  'blog-labels': { id: { of: 'blog-labels' } },
  blogs: {
    id: { of: 'blogs' },
    agent_id: agent,
    labels: { of: 'blog-labels' },
    buildings: building,
  },
  press: { id: { of: 'press' }, agent_id: agent },
  videos: { id: { of: 'videos' }, agentid: agent },
  testimonials: { id: { of: 'testimonials' }, agentid: agent, teamid: team },
  docs: { id: { of: 'docs' } },
  'link-categories': { id: { of: 'link-categories' } },
  links: { id: { of: 'links' }, category: { of: 'link-categories' } },
  clients: { id: client, agent_id: agent },
  deals: { id: { of: 'deals' }, client_id: client, listing_id: listing },
  favorites: { clientID: client, listingID: listingOfAny },
  trails: { id: { of: 'trails' }, clientID: client, listingID: listingOfAny },
  leads: { id: { of: 'leads' }, listingID: listingOfAny, agentID: agent, clientID: client },
};
