import type { Generated } from 'kysely';

/** Leads, which this interface calls alerts. R139. */
export interface AlertTable {
  id: Generated<number>;
  /** By which endpoint it came: `alert`, `listing` or `marketplace`. */
  kind: string;
  /** Milliseconds since the epoch. */
  created_at: number;
  first_name: string;
  last_name: string;
  email: string;
  /** The address in lower case: repeats are known by it. */
  email_key: string;
  phone: string;
  comment: string;
  /** `For Sale` or `For Rent`. */
  alert_type: string;
  /** Whole dollars; 0 when no price was told (R141). */
  price_from: number;
  price_to: number;
  min_beds: number;
  min_bath: number;
  /** Square feet, 0 when none was told. */
  min_size: number;
  /** Neighborhood or address, in words. */
  area: string;
  /** Apartment of the address, by a marketplace. */
  unit: string;
  source: string;
  back_link: string;
  agent_id: number;
  /** 0 when it is about no listing. */
  listing_id: number;
  /** One of `ID_SPACES`. */
  listing_space: number;
  /** The member that it is from, as the website told; 0 when it did not. */
  client_id: number;
  /** What a marketplace calls the person: a number or a name of its own, no member's id. */
  client_reference: string;
}

/** What was said later in a repeat of a lead. */
export interface AlertCommentTable {
  id: Generated<number>;
  alert_id: number;
  created_at: number;
  text: string;
  /** The listing that the repeat is about, as in `AlertTable`. */
  listing_id: number;
  listing_space: number;
}

/** The tables of leads. */
export interface LeadsTables {
  alert: AlertTable;
  alert_comment: AlertCommentTable;
}
