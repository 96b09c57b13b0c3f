import type { AuditTables } from '../audit/audit.js';
import type {
  ChangeTables,
  IdempotencyTables,
  KeptFieldTables,
  SourceKeyTables,
} from './change-tables.js';
import type { ImportRunTables } from './import-run-tables.js';
import type { OutboxTables } from './outbox-tables.js';
import type { LeadsTables, MembersTables } from './people-tables.js';
import type { PictureTables } from './picture-tables.js';
import type { PullTables } from './pull-tables.js';
import type { SavedSearchTables } from './saved-search-tables.js';
import type { WordTables } from './word-tables.js';

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

export const BUILDING_PHOTO_DEFAULTS = {
  building_id: 0,
  position: 0,
  filename: '',
  name: '',
  sort: 0,
};
export type BuildingPhotoTable = typeof BUILDING_PHOTO_DEFAULTS;

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
  /** When a pull or an import last brought the database up to date, in milliseconds since the epoch; 0 for never. */
  refreshed_at: number;
}

export interface BlogLabelTable {
  blog_id: number;
  label_id: number;
}

export interface BlogBuildingTable {
  blog_id: number;
  building_id: number;
}

/** Agents that a team named before their own record came, with which they join the team and leave this table. */
export interface TeamExpectsTable {
  agent_id: number;
  team_id: number;
}

/**
 * The tables of one tenant database, or of a feed, which has the same shape. Kinds of records that are declared as a list of
 * fields add theirs (`resources/kinds/fields.ts`), and searches theirs, because the store knows neither.
 */
export interface TenantTables
  extends AuditTables,
    ChangeTables,
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
  listing_label: ListingLabelTable;
  listing_custom: ListingCustomTable;
  listing_views: ListingViewsTable;
  photo: PhotoTable;
  revision: RevisionTable;
  team_expects: TeamExpectsTable;
}
