import type { RemovableKind } from '../changes/removal/removals.js';
import { statuses, types } from '../search/params/listing.vocabulary.js';

/** A column that lists are filtered or sorted by. @param read The stored value of what a filter says. */
interface Column {
  readonly column: string;
  readonly read: (text: string) => number | string | undefined;
}

/** How a kind of record is called, listed and edited. What its fields are follows from their declaration (`kinds.ts`). */
export interface ListedKind {
  readonly label: string;
  readonly one: string;
  /** The fields that name a record. */
  readonly title: readonly string[];
  /** The columns that a list begins with. */
  readonly columns: readonly string[];
  /** The table that is searched, where it is another one than that of the records. */
  readonly table?: string;
  /** The fields that a list may be sorted by, with their columns. */
  readonly sorts?: Readonly<Record<string, string>>;
  /** Those of them that an index has, so that any number of records can be sorted. */
  readonly indexed?: readonly string[];
  /** The column that these indexes begin with: only where it is filtered. */
  readonly indexedWith?: string;
  readonly filters?: Readonly<Record<string, Column>>;
  /** The columns that `q` looks in; `lower` where they are in lower case already. */
  readonly search?: readonly string[];
  readonly searchHelp?: string;
  /** The fields that no new record can do without. */
  readonly needed?: readonly string[];
  /** The values that the form of a new record begins with. */
  readonly initial?: Readonly<Record<string, number>>;
  /** What nobody may do to its records here. */
  readonly without?: readonly ('create' | 'edit' | 'remove')[];
  /** Whether its records have the fields that follow from others. */
  readonly computed?: true;
  /** Fields that repeat others, or that are nobody's to see. */
  readonly hidden?: readonly string[];
}

const whole = (column: string): Column => ({
  column,
  read: (text) => (/^\d{1,16}$/.test(text) ? Number(text) : undefined),
});
const text = (column: string): Column => ({ column, read: (value) => value });
const word = (column: string, words: typeof statuses): Column => ({
  column,
  read: (value) => (value === '' ? 0 : words.code(value)),
});

const BY_POSITION = { sort: 'sort', title: 'title' };

/** The kinds of the console, in the order of its menu. */
export const LISTED_KINDS: { readonly [Kind in RemovableKind]: ListedKind } = {
  listings: {
    label: 'Listings',
    one: 'Listing',
    title: ['main_house', 'main_street', 'main_apt'],
    columns: [
      'main_id',
      'main_status',
      'main_street',
      'main_apt',
      'financials_price',
      'essentials_beds',
      'essentials_bath',
      'agents_agent_id',
      'essentials_date',
    ],
    // The narrow twin of a listing, which searches read.
    table: 'listing_search',
    sorts: {
      main_id: 'id',
      essentials_date: 'updated_at',
      financials_price: 'price',
      essentials_size: 'size',
      essentials_beds: 'beds',
      essentials_bath: 'bath',
    },
    indexed: ['essentials_date', 'financials_price', 'essentials_size'],
    indexedWith: 'status',
    filters: {
      main_status: word('status', statuses),
      essentials_type: word('type', types),
      agents_agent_id: whole('agent_id'),
      essentials_building: whole('building_id'),
    },
    search: ['address'],
    searchHelp: 'Address, MLS number or number',
    needed: ['main_status'],
    // Somebody who types a listing in wants it to be seen.
    initial: { distribute: 1 },
    hidden: ['available_date', 'concession', 'date_update', 'hitcounter', 'partnerVideo', 'ulid'],
  },
  leads: {
    label: 'Leads',
    one: 'Lead',
    title: ['firstname', 'lastname'],
    columns: [
      'received',
      'state',
      'firstname',
      'lastname',
      'email',
      'phone',
      'listingID',
      'agentID',
    ],
    sorts: { received: 'created_at', id: 'id' },
    indexed: ['received'],
    filters: {
      state: text('state'),
      kind: text('kind'),
      agentID: whole('agent_id'),
      clientID: whole('client_id'),
    },
    search: ['email_key', 'last_name', 'first_name', 'phone'],
    searchHelp: 'Name, email or phone',
    without: ['create'],
  },
  clients: {
    label: 'Members and clients',
    one: 'Client',
    title: ['firstName', 'lastName'],
    columns: ['id', 'firstName', 'lastName', 'email', 'phone', 'status', 'agent_id', 'date_create'],
    sorts: { id: 'id', lastName: 'last_name', email: 'email_key', date_create: 'created_at' },
    indexed: ['email'],
    filters: { agent_id: whole('agent_id') },
    search: ['email_key', 'last_name', 'first_name', 'phone'],
    searchHelp: 'Name, email or phone',
    computed: true,
    // The code confirms an address in the name of a member.
    hidden: ['verify'],
  },
  agents: {
    label: 'Agents',
    one: 'Agent',
    title: ['firstname', 'lastname'],
    columns: ['id', 'firstname', 'lastname', 'email', 'mobile', 'office', 'status'],
    sorts: { lastname: 'lastname', id: 'id', firstname: 'firstname', email: 'email' },
    filters: { status: text('status'), office: whole('office') },
    search: ['lastname', 'firstname', 'email'],
    searchHelp: 'Name or email',
  },
  teams: {
    label: 'Teams',
    one: 'Team',
    title: ['name'],
    columns: ['id', 'name', 'groupemail', 'phone1'],
    sorts: { name: 'name', id: 'id' },
    search: ['name'],
  },
  offices: {
    label: 'Offices',
    one: 'Office',
    title: ['name'],
    columns: ['id', 'name', 'address', 'city', 'phone', 'email'],
    sorts: { name: 'name', id: 'id' },
    search: ['name', 'address', 'city'],
  },
  buildings: {
    label: 'Buildings',
    one: 'Building',
    title: ['house', 'address', 'name'],
    columns: ['id', 'name', 'house', 'address', 'city', 'built', 'stories'],
    sorts: { id: 'id', name: 'name', address: 'address', built: 'built' },
    filters: { cat: whole('neighborhood_id') },
    search: ['name', 'address'],
    searchHelp: 'Name, street or number',
  },
  neighborhoods: {
    label: 'Neighborhoods',
    one: 'Neighborhood',
    title: ['cat_name'],
    columns: ['cat_id', 'cat_name', 'parent', 'sort'],
    sorts: { cat_name: 'name_key', cat_id: 'id', sort: 'sort' },
    indexed: ['cat_name'],
    filters: { parent: whole('parent') },
    search: ['name_key'],
  },
  labels: {
    label: 'Labels',
    one: 'Label',
    title: ['labelname'],
    columns: ['id', 'labelname'],
    sorts: { labelname: 'name_key', id: 'id' },
    indexed: ['labelname'],
    search: ['name_key'],
  },
  blogs: {
    label: 'Blog',
    one: 'Blog post',
    title: ['title'],
    columns: ['id', 'title', 'author', 'date_create', 'status'],
    sorts: { id: 'id', date_create: 'published_at', title: 'title_key' },
    filters: { status: whole('status'), agent_id: whole('agent_id') },
    search: ['title_key'],
  },
  'blog-labels': {
    label: 'Blog labels',
    one: 'Blog label',
    title: ['label'],
    columns: ['id', 'label'],
    search: ['label'],
  },
  press: {
    label: 'Press',
    one: 'Press article',
    title: ['title'],
    columns: ['id', 'title', 'publicationname', 'date_publish', 'type'],
    sorts: { id: 'id', date_publish: 'published_at', title: 'title_key' },
    filters: { type: text('type'), agent_id: whole('agent_id') },
    search: ['title_key', 'sub_title_key'],
  },
  videos: {
    label: 'Videos',
    one: 'Video',
    title: ['title'],
    columns: ['id', 'title', 'date_create', 'sort'],
    sorts: { id: 'id', ...BY_POSITION },
    filters: { agentid: whole('agent_id') },
    search: ['title_key'],
  },
  testimonials: {
    label: 'Testimonials',
    one: 'Testimonial',
    title: ['commentor', 'title'],
    columns: ['id', 'commentor', 'content', 'date_create', 'agentid'],
    sorts: { id: 'id', date_create: 'created_at' },
    indexed: ['date_create'],
    filters: { agentid: whole('agent_id'), teamid: whole('team_id') },
    search: ['commentor', 'content'],
  },
  docs: {
    label: 'Documents',
    one: 'Document',
    title: ['title'],
    columns: ['id', 'title', 'category', 'date_create', 'sort'],
    sorts: { id: 'id', ...BY_POSITION },
    search: ['title', 'category'],
  },
  'link-categories': {
    label: 'Link categories',
    one: 'Link category',
    title: ['name'],
    columns: ['id', 'name', 'sort'],
  },
  links: {
    label: 'Links',
    one: 'Link',
    title: ['title'],
    columns: ['id', 'title', 'url', 'category', 'sort'],
    sorts: { id: 'id', ...BY_POSITION },
    filters: { category: whole('category_id') },
    search: ['title', 'url'],
  },
  deals: {
    label: 'Deals',
    one: 'Deal',
    title: ['address'],
    columns: ['id', 'client_id', 'listing_id', 'address', 'price', 'status', 'date'],
    sorts: { id: 'id', date: 'dealt_at' },
    filters: { client_id: whole('client_id') },
    search: ['address'],
  },
  'saved-searches': {
    label: 'Saved searches',
    one: 'Saved search',
    title: ['name'],
    columns: ['id', 'clientID', 'name'],
    filters: { clientID: whole('client_id') },
    // What is searched and mailed is the member's to say.
    without: ['create', 'edit'],
  },
  trails: {
    label: 'Visits',
    one: 'Visit',
    title: ['received'],
    columns: ['id', 'clientID', 'trailKey', 'received', 'listingID'],
    filters: { clientID: whole('client_id') },
    without: ['create', 'edit'],
  },
};
