import type { Generated } from 'kysely';

/** Leads, which this interface calls alerts. R139. */
export const LEAD_DEFAULTS = {
  id: 0,
  /** By which endpoint it came: `alert`, `listing` or `marketplace`. */
  kind: 'alert',
  /** Milliseconds since the epoch. */
  created_at: 0,
  first_name: '',
  last_name: '',
  email: '',
  /** The address in lower case: repeats are known by it. */
  email_key: '',
  phone: '',
  comment: '',
  /** `For Sale` or `For Rent`. */
  alert_type: '',
  /** Whole dollars; 0 when no price was told (R141). */
  price_from: 0,
  price_to: 0,
  min_beds: 0,
  min_bath: 0,
  /** Square feet, 0 when none was told. */
  min_size: 0,
  /** Neighborhood or address, in words. */
  area: '',
  /** Apartment of the address, by a marketplace. */
  unit: '',
  source: '',
  back_link: '',
  agent_id: 0,
  /** 0 when it is about no listing. */
  listing_id: 0,
  /** One of `ID_SPACES`. */
  listing_space: 0,
  /** The member that it is from, as the website told; 0 when it did not. */
  client_id: 0,
  /** What a marketplace calls the person: a number or a name of its own, no member's id. */
  client_reference: '',
};
export interface AlertTable extends Omit<typeof LEAD_DEFAULTS, 'id'> {
  id: Generated<number>;
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
