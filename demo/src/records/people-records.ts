import type { Flag } from './place-records.js';

/** Import records of people and offices. R168. */

/** A record of `offices`. */
export interface OfficeRecord {
  id: number;
  address: string;
  city: string;
  email: string;
  fax: string;
  logo: string;
  name: string;
  phone: string;
  state: string;
  zip: string;
}

/** Every agent status. */
export const AGENT_STATUSES = ['Active', 'Silent', 'Suspend'] as const;

/** An agent in a team's record. */
export interface MemberRecord
  extends Record<`agent_link_${'name' | 'url'}_${1 | 2 | 3}`, string>,
    Record<`link_social${1 | 2 | 3 | 4 | 5}`, string> {
  agent_custom_field_1: string;
  agent_custom_field_2: string;
  bio: string;
  email: string;
  fax: string;
  mobile: string;
  phone: string;
  firstname: string;
  lastname: string;
  id: number;
  image: string;
  isagent: Flag;
  /** Comma separated. */
  lang: string;
  office: number;
  quote: string;
  rls_agent_id: string;
  specialty: string;
  status: (typeof AGENT_STATUSES)[number];
  title: string;
}

/** A record of `agents`. */
export interface AgentRecord extends MemberRecord {
  listingslink: string;
  presslink: string;
  searchwithmelink: string;
  testimoniallink: string;
  teamid: string;
}

/** A record of `teams`. */
export interface TeamRecord
  extends Record<`social_${'f' | 'g' | 'i' | 'l' | 'p' | 't' | 'y'}`, string> {
  id: number;
  agents: MemberRecord[];
  agent_ids: number[];
  bio: string;
  groupemail: string;
  groupimage: string;
  hide_team_listings_from_agent: '0' | '1';
  logo: string;
  name: string;
  phone1: string;
  phone2: string;
  website: string;
}

/** A record of `testimonials`. */
export interface TestimonialRecord {
  id: number;
  commentor: string;
  content: string;
  /** Text shape. */
  date_create: string;
  image: string;
  title: string;
  agentid: number;
  /** 0 for a testimonial without a team. */
  teamid: number;
}

/** Every tag of clients. */
export const CLIENT_TYPES = [
  'Buyer',
  'Seller',
  'Renter',
  'Member',
  'Investor',
  'Guarantor',
  'Tenant',
  'clientOwner',
  'Other',
] as const;

/** A tag of a client. */
export type ClientType = (typeof CLIENT_TYPES)[number];

/** A record of `clients`. Moments are `YYYY-MM-DD HH:MM:SS`. */
export interface ClientRecord {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  active: Flag;
  status: 'Active' | 'Inactive';
  /** Tags, each followed by a comma. */
  type: string;
  /** Empty until the client registers on the website. */
  verify: string;
  date_create: string;
  date_update: string;
  phone: string;
  home_Phone: string;
  office_Phone: string;
  agent_name: string;
  agent_email: string;
  agent_id: number;
  progress: string;
  source: string;
  /** `YYYY-MM-DD`, or empty. */
  dob: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  /** Empty for none. */
  last_login: string;
}

/** A record of `deals`. */
export interface DealRecord {
  id: number;
  client_id: number;
  listing_id: number;
  address: string;
  price: number;
  status: string;
  /** `YYYY-MM-DD HH:MM:SS`. */
  date: string;
}
