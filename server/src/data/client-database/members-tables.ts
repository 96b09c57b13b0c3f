import type { Generated } from 'kysely';

/**
 * Clients of the brokerage: people it knows, and members of its website among them. R153.
 * Moments are milliseconds since the epoch, 0 when they are not known.
 */
export const CLIENT_DEFAULTS = {
  id: 0,
  first_name: '',
  last_name: '',
  email: '',
  /** The email in lower case: addresses compare without regard to letter case. */
  email_key: '',
  /** Tags, each followed by a comma. */
  type: '',
  /** The verification code; empty until somebody registers. */
  verify: '',
  /** 1 when registered on the website, which is when there is a code; an index begins with it. */
  member: 0,
  /** What a member logs in with, `email_key`; null for everybody else, so that it can be unique. */
  login_key: null as string | null,
  /** Argon2id in its usual text form; empty when there is no password, and then no login. */
  password_hash: '',
  /** 1 once the code was redeemed. */
  verified: 0,
  last_login_at: 0,
  /** Whole seconds, as records show them. */
  created_at: 0,
  updated_at: 0,
  phone: '',
  home_phone: '',
  office_phone: '',
  agent_id: 0,
  progress: '',
  source: '',
  dob: '',
  address: '',
  city: '',
  state: '',
  zip: '',
};
export type ClientRecordTable = typeof CLIENT_DEFAULTS;

/** Whose listing an id names: three spaces of ids, which never mix (R95). */
export const ID_SPACES = { own: 0, mls: 1, rls: 2 } as const;

/** Favourite listings of members. R163. */
export interface FavoriteListingTable {
  client_id: number;
  /** One of `ID_SPACES`. */
  id_space: number;
  listing_id: number;
}

/** What members did on the website. R165. */
export interface ClientTrailTable {
  id: Generated<number>;
  client_id: number;
  trail_key: number;
  /** 0 when none was told, as for every field here. */
  listing_id: number;
  user_ip: string;
  comment: string;
  page_url: string;
  created_at: number;
}

/** Deals of clients, which `/clients/list` tells the latest of (R162). */
export const DEAL_DEFAULTS = {
  id: 0,
  client_id: 0,
  /** 0 when it is about none. */
  listing_id: 0,
  address: '',
  /** Dollars. */
  price: 0,
  status: '',
  dealt_at: 0,
};
export type DealTable = typeof DEAL_DEFAULTS;

/** The tables of members and of what belongs to them. */
export interface MembersTables {
  client: ClientRecordTable;
  favorite_listing: FavoriteListingTable;
  client_trail: ClientTrailTable;
  deal: DealTable;
}
