import type { Generated } from 'kysely';

/**
 * The kinds of record whose changes `GET /changes` tells, by the name that their files carry: the code
 * that is stored, and the table. Codes never change. Changes of one write follow in the order of the
 * codes, so that a listing comes after what it shows.
 */
export const CHANGE_KINDS = {
  neighborhoods: { code: 1, table: 'neighborhood' },
  buildings: { code: 2, table: 'building' },
  offices: { code: 3, table: 'office' },
  agents: { code: 4, table: 'agent' },
  teams: { code: 5, table: 'team' },
  labels: { code: 6, table: 'label' },
  listings: { code: 7, table: 'listing' },
  'blog-labels': { code: 8, table: 'blog_label_name' },
  blogs: { code: 9, table: 'blog' },
  press: { code: 10, table: 'press' },
  videos: { code: 11, table: 'video' },
  testimonials: { code: 12, table: 'testimonial' },
  docs: { code: 13, table: 'document' },
  'link-categories': { code: 14, table: 'link_category' },
  links: { code: 15, table: 'link' },
} as const;

/** The name of a kind of record that `GET /changes` knows. */
export type ChangeKind = keyof typeof CHANGE_KINDS;

/** All of them, in the order of their codes. */
export const CHANGE_KIND_NAMES = Object.keys(CHANGE_KINDS) as readonly ChangeKind[];

/**
 * The last change of each record that a website may read or could read before. There is one row for
 * each record, so that the table grows with the records and not with their history.
 */
export interface ChangeEntryTable {
  /** A code of `CHANGE_KINDS`. */
  kind: number;
  record_id: number;
  /** The revision that the change led to: changes are committed in this order. */
  seq: number;
  /** 1 when no website can read the record any more: then this row is all that is left of it. */
  removed: number;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The tables of changes. */
export interface ChangeTables {
  change_entry: ChangeEntryTable & {
    /**
     * The revision at which the record appeared, or appeared again; 0 where it was there before anybody
     * counted. Webhooks tell by it what was created from what was updated.
     */
    since_seq: Generated<number>;
    /**
     * The fields that changed after the revision `changed_after`: for each a line, which `changedLine` makes;
     * empty where nobody knows them.
     */
    changed: Generated<string>;
    changed_after: Generated<number>;
  };
  listing_history: ListingHistoryTable;
}

/**
 * The price and the status of a listing from a moment on, a row for each change of either. It stays while the
 * listing is away, and goes when its removal is forgotten.
 */
export interface ListingHistoryTable {
  listing_id: number;
  /** Milliseconds since the epoch. */
  at: number;
  price: number;
  /** The search status id, as in `listing`. */
  status: number;
}
