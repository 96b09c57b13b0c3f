import type { ContentTables } from './content-tables.js';
import type { LeadsTables } from './leads-tables.js';
import type { MembersTables } from './members-tables.js';
import type { OutboxTables } from './outbox-tables.js';
import type { PeopleTables } from './people-tables.js';

/** Neighborhoods. R108. */
export interface NeighborhoodTable {
  id: number;
  name: string;
  /** The name in lower case: listings name their neighborhood. */
  name_key: string;
  /** 1 when only listings have named it, and its id is of our making. */
  from_listings: number;
  img: string;
  imgname: string;
  parent: number;
  sort: number;
  text_1: string;
}

/**
 * Buildings. R102, R103. Column names are the record's field names, except
 * where one is a word of SQL or is computed.
 */
export interface BuildingTable {
  id: number;
  /** 1 when nothing but listings has told of it; then their facts are its facts. */
  from_listings: number;
  address: string;
  house: string;
  name: string;
  neighborhood_id: number;
  city: string;
  state: string;
  zip: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  /** Its flags as bits, laid out like a listing's amenities. */
  amenities_low: number;
  amenities_high: number;
  /** What the rent includes, as bits in the order of `INCLUDED_IN_RENT`. */
  included: number;
  beds: string;
  bldgsize: string;
  built: number;
  category: number;
  common: number;
  concession: string;
  contact: number;
  cooling: number;
  deduct: number;
  down: number;
  era: number;
  exp: number;
  ext: string;
  families: number;
  featured: number;
  fee: number;
  heating: number;
  incrent: number;
  keys: string;
  lotsize: string;
  maintanance: number;
  is_new: number;
  newdevelopment: number;
  nofee: number;
  op: number;
  openhouse: string;
  openhouseend: string;
  openhouse2: string;
  openhouseend2: string;
  parking: number;
  pets: number;
  phone: string;
  price: number;
  propertytype: string;
  public_note: string;
  status: number;
  stories: number;
  style: string;
  subwayline: string;
  taxes: number;
  type: string;
  units: number;
  website: string;
}

/** Agents. R112. */
export interface AgentTable {
  id: number;
  agent_custom_field_1: string;
  agent_custom_field_2: string;
  agent_link_name_1: string;
  agent_link_name_2: string;
  agent_link_name_3: string;
  agent_link_url_1: string;
  agent_link_url_2: string;
  agent_link_url_3: string;
  bio: string;
  email: string;
  fax: string;
  mobile: string;
  phone: string;
  firstname: string;
  lastname: string;
  image: string;
  isagent: number;
  lang: string;
  link_social1: string;
  link_social2: string;
  link_social3: string;
  link_social4: string;
  link_social5: string;
  office: number;
  quote: string;
  rls_agent_id: string;
  specialty: string;
  /** Active, Silent or Suspend. */
  status: string;
  /** The digits of a team's id, or empty. */
  teamid: string;
  title: string;
  /** Links that its record brought; where one is empty the client's pattern makes it. */
  listingslink: string;
  presslink: string;
  searchwithmelink: string;
  testimoniallink: string;
}

/**
 * What a listing is told of itself. R66. Closed lists are stored as
 * their codes (`listing.vocabulary.ts`), dates as milliseconds since the epoch.
 */
export interface ListingTable {
  id: number;
  building_id: number;
  neighborhood_id: number;
  agent_id: number;
  coagent_id: number;
  listingagent_id: number;
  status: number;
  type: number;
  category: number;
  house: string;
  street: string;
  apt: string;
  cross_streets: string;
  hide_address: number;
  description: string;
  access_note: string;
  available: string;
  bath: number;
  beds: number;
  floor: string;
  by_appointment: number;
  pets: number;
  rooms: number;
  size: number;
  video: string;
  video2: string;
  /** Null until a video callback has run. */
  partner_video: string | null;
  cooling: number;
  amenities_low: number;
  amenities_high: number;
  developments: number;
  featured: number;
  openhouse: string;
  openhouseend: string;
  openhouse2: string;
  openhouseend2: string;
  concession: string;
  downpayment: number;
  fee: number;
  freemonth: number;
  maintenance: number;
  monthsfreereqminlease: number;
  price: number;
  taxes: number;
  cyof: number;
  idx: number;
  vow: number;
  mls_no: string;
  op: string | null;
  ulid: string;
  lease_term_min: number | null;
  lease_term_max: number | null;
  distribute: number;
  /** Null when it was never told. */
  updated_at: number | null;
  /** Building facts of a listing that names no building; with one, the building's own count. */
  zip: string;
  latitude: number | null;
  longitude: number | null;
  units: number;
  subway: string;
  city: string;
  state: string;
  built: number;
  families: number;
  /** A summary of its photos, kept with them: the first, how many, and the floor plan. */
  image: string;
  images: number;
  floorplan: string;
}

/**
 * The narrow twin of a listing that searches run on: everything that is filtered, sorted or
 * counted, with the building's share mixed in. Made from `listing` and `building` alone, so that it
 * can be made anew at any time (`listing.search-index.ts`).
 */
export interface ListingSearchTable {
  id: number;
  status: number;
  price: number;
  size: number;
  /** As in `listing`, 0 when never told, so that a sort has a place for it. */
  updated_at: number;
  neighborhood_id: number;
  beds: number;
  bath: number;
  rooms: number;
  type: number;
  category: number;
  pets: number;
  amenities_low: number;
  amenities_high: number;
  families: number;
  built: number;
  taxes: number;
  lease_term_min: number | null;
  lease_term_max: number | null;
  cooling: number;
  parking: number;
  /** The five digits as a number, 0 when there are none. */
  zip: number;
  /** In lower case. */
  city: string;
  /** YYYYMMDD; 0 for at once; null when the words name no day. */
  available_on: number | null;
  agent_id: number;
  coagent_id: number;
  listingagent_id: number;
  building_id: number;
  /** Bits of `SEARCH_FLAGS`. */
  flags: number;
  /** YYYYMMDDHHMM of the last open house's end, on its own clock; all nines by appointment; 0 for none. */
  openhouse_until: number;
  /** What the address filter may see, in lower case. */
  address: string;
}

/** Photos of listings. R74. */
export interface PhotoTable {
  listing_id: number;
  /** Position in the order of import among equal `sort`. */
  position: number;
  filename: string;
  name: string;
  sort: number;
}

/** Photos of buildings. */
export interface BuildingPhotoTable {
  building_id: number;
  position: number;
  filename: string;
  name: string;
  sort: number;
}

/** Which listing carries which label. */
export interface ListingLabelTable {
  listing_id: number;
  label_id: number;
}

/** How many characters of a custom value its index holds. */
export const CUSTOM_VALUE_INDEXED = 100;

/** Custom values of listings: `custom_<name>` (R71). */
export interface ListingCustomTable {
  listing_id: number;
  name: string;
  value: string;
}

/** Website views of listings, apart from them so that a view writes one narrow row. */
export interface ListingViewsTable {
  listing_id: number;
  views: number;
}

/** One row, whose numbers writes move. */
export interface RevisionTable {
  /** Moved by every write of what a website reads, but for view counts. */
  number: number;
  /** Moved by every counted view. */
  views: number;
}

/** The tables of one client database, or of a feed, which has the same shape. */
export interface ClientTables
  extends LeadsTables,
    ContentTables,
    MembersTables,
    OutboxTables,
    PeopleTables {
  neighborhood: NeighborhoodTable;
  building: BuildingTable;
  building_photo: BuildingPhotoTable;
  agent: AgentTable;
  listing: ListingTable;
  listing_search: ListingSearchTable;
  listing_label: ListingLabelTable;
  listing_custom: ListingCustomTable;
  listing_views: ListingViewsTable;
  photo: PhotoTable;
  revision: RevisionTable;
}
