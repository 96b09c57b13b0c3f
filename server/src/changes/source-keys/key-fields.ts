import type { ResourceName } from 'portico-importer/resource.js';
import { blogLabel } from '../../resources/blog-label.js';
import { document } from '../../resources/document.js';
import { link, linkCategory } from '../../resources/link.js';
import { office } from '../../resources/office.js';
import { press } from '../../resources/press.js';
import { testimonial } from '../../resources/testimonial.js';
import { video } from '../../resources/video.js';

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
  offices: office.keys,
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
  'blog-labels': blogLabel.keys,
  blogs: {
    id: { of: 'blogs' },
    agent_id: agent,
    labels: { of: 'blog-labels' },
    buildings: building,
  },
  press: press.keys,
  videos: video.keys,
  testimonials: testimonial.keys,
  docs: document.keys,
  'link-categories': linkCategory.keys,
  links: link.keys,
  clients: { id: client, agent_id: agent },
  deals: { id: { of: 'deals' }, client_id: client, listing_id: listing },
  favorites: { clientID: client, listingID: listingOfAny },
  trails: { id: { of: 'trails' }, clientID: client, listingID: listingOfAny },
  leads: { id: { of: 'leads' }, listingID: listingOfAny, agentID: agent, clientID: client },
};
