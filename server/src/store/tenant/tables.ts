import type { ChangeTables } from './change-tables.js';
import type { IdempotencyTables } from './idempotency-tables.js';
import type { ImportRunTables } from './import-run-tables.js';
import type { KeptFieldTables } from './kept-field-tables.js';
import type { LeadsTables } from './leads-tables.js';
import type { MembersTables } from './members-tables.js';
import type { OutboxTables } from './outbox-tables.js';
import type { PictureTables } from './picture-tables.js';
import type { PullTables } from './pull-tables.js';
import type { SavedSearchTables } from './saved-search-tables.js';
import type { SourceKeyTables } from './source-key-tables.js';
import type { WordTables } from './word-tables.js';

/**
 * The stored fields of a listing. R66. Closed lists are stored as their codes
 * (`listing.vocabulary.ts`), dates as milliseconds since the epoch.
 */
export const LISTING_DEFAULTS = {
  id: 0,
  building_id: 0,
  neighborhood_id: 0,
  agent_id: 0,
  coagent_id: 0,
  listingagent_id: 0,
  status: 0,
  type: 0,
  category: 0,
  house: '',
  street: '',
  apt: '',
  cross_streets: '',
  hide_address: 0,
  description: '',
  /** The headline of its page on the website. */
  web_title: '',
  access_note: '',
  available: '',
  bath: 0,
  beds: 0,
  floor: '',
  by_appointment: 0,
  pets: 0,
  rooms: 0,
  size: 0,
  video: '',
  video2: '',
  /** Null until a video callback sets it. */
  partner_video: null as string | null,
  cooling: 0,
  amenities_low: 0,
  amenities_high: 0,
  developments: 0,
  featured: 0,
  openhouse: '',
  openhouseend: '',
  openhouse2: '',
  openhouseend2: '',
  concession: '',
  downpayment: 0,
  fee: 0,
  freemonth: 0,
  maintenance: 0,
  monthsfreereqminlease: 0,
  price: 0,
  taxes: 0,
  cyof: 0,
  idx: 0,
  vow: 0,
  mls_no: '',
  op: null as string | null,
  ulid: '',
  lease_term_min: null as number | null,
  lease_term_max: null as number | null,
  distribute: 0,
  /** Null when unknown. */
  updated_at: null as number | null,
  /** The building's values for a listing without a building; with one, the building's own apply. */
  zip: '',
  latitude: null as number | null,
  longitude: null as number | null,
  units: 0,
  subway: '',
  city: '',
  state: '',
  built: 0,
  families: 0,
  /**
   * A summary of its photos, updated with them: the first photo, their number, and the floor plan.
   */
  image: '',
  images: 0,
  floorplan: '',
};
export type ListingTable = typeof LISTING_DEFAULTS;

/**
 * The narrow twin of a listing, which searches read: every column that is filtered, sorted or
 * counted, with the building's share mixed in. It is made only from `listing` and `building`, so
 * it can be made again at any time (`listing.search-index.ts`).
 */
export const LISTING_SEARCH_DEFAULTS = {
  id: 0,
  status: 0,
  price: 0,
  size: 0,
  /** As in `listing`, but 0 when unknown, so that it has a place in the order. */
  updated_at: 0,
  neighborhood_id: 0,
  beds: 0,
  bath: 0,
  rooms: 0,
  type: 0,
  category: 0,
  pets: 0,
  amenities_low: 0,
  amenities_high: 0,
  families: 0,
  built: 0,
  taxes: 0,
  lease_term_min: null as number | null,
  lease_term_max: null as number | null,
  cooling: 0,
  parking: 0,
  /** The five digits as a number, 0 when there are none. */
  zip: 0,
  /** In lower case. */
  city: '',
  /** YYYYMMDD; 0 for at once; null for words that are not a day. */
  available_on: null as number | null,
  agent_id: 0,
  coagent_id: 0,
  listingagent_id: 0,
  building_id: 0,
  /** Bits of `SEARCH_FLAGS`. */
  flags: 0,
  /** YYYYMMDDHHMM of the last open house's end, on its own clock; all nines by appointment; 0 for none. */
  openhouse_until: 0,
  /** The text that the address filter searches, in lower case. */
  address: '',
  /**
   * Where it is, in millionths of a degree, coarsened if the address is hidden; null when unknown.
   * The same as a vector from the centre of the globe (`lib/geometry/globe.ts`), for distances.
   */
  latitude: null as number | null,
  longitude: null as number | null,
  globe_x: null as number | null,
  globe_y: null as number | null,
  globe_z: null as number | null,
};
export type ListingSearchTable = typeof LISTING_SEARCH_DEFAULTS;

/** Photos of listings. R74. */
export const PHOTO_DEFAULTS = {
  listing_id: 0,
  /** The position in the import, which orders photos with the same `sort`. */
  position: 0,
  filename: '',
  name: '',
  sort: 0,
};
export type PhotoTable = typeof PHOTO_DEFAULTS;

/** Photos of buildings. */
export const BUILDING_PHOTO_DEFAULTS = {
  building_id: 0,
  position: 0,
  filename: '',
  name: '',
  sort: 0,
};
export type BuildingPhotoTable = typeof BUILDING_PHOTO_DEFAULTS;

/** The labels of each listing. */
export interface ListingLabelTable {
  listing_id: number;
  label_id: number;
}

/** The characters of a custom value that its index holds. */
export const CUSTOM_VALUE_INDEXED = 100;

/** Custom values of listings: `custom_<name>` (R71). */
export interface ListingCustomTable {
  listing_id: number;
  name: string;
  value: string;
}

/** Website views of listings, in a separate table so that a view writes one narrow row. */
export interface ListingViewsTable {
  listing_id: number;
  views: number;
}

/** One row of numbers that writes change. */
export interface RevisionTable {
  /** Every write of data that a website reads changes it, except view counts. */
  number: number;
  /** Every counted view changes it. */
  views: number;
  /** Names the series of changes; drawn when it begins, and by a restore. */
  epoch: number;
  /** The newest change whose tombstone was deleted; 0 for none. */
  floor_seq: number;
  /** The `number` up to which changes have their entries; an earlier program leaves it behind. */
  entries_seq: number;
}

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

/**
 * Agents that a team named before their own record came. An agent joins the team, and leaves this
 * table, when the record comes.
 */
export interface TeamExpectsTable {
  agent_id: number;
  team_id: number;
}

/**
 * The tables of one tenant database, or of a feed, which has the same shape. Kinds of records that are declared as a list of
 * fields add theirs (`resources/kinds/field.ts`), because the store knows no kind.
 */
export interface TenantTables
  extends ChangeTables,
    LeadsTables,
    IdempotencyTables,
    ImportRunTables,
    KeptFieldTables,
    MembersTables,
    OutboxTables,
    PictureTables,
    SavedSearchTables,
    SourceKeyTables,
    PullTables,
    WordTables {
  blog_building: BlogBuildingTable;
  blog_label: BlogLabelTable;
  building_photo: BuildingPhotoTable;
  listing: ListingTable;
  listing_search: ListingSearchTable;
  listing_label: ListingLabelTable;
  listing_custom: ListingCustomTable;
  listing_views: ListingViewsTable;
  photo: PhotoTable;
  revision: RevisionTable;
  team_expects: TeamExpectsTable;
}
