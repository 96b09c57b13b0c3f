import type { Generated, Kysely } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { addColumns, addIndex, makeTable } from '../schema/steps.js';

/** The owner of a listing's id: three separate spaces of ids (R95). */
export const ID_SPACES = { own: 0, mls: 1, rls: 2 } as const;

/** Where the id of a listing counts: in the client's own database or in a feed. Ids of the three never mix. */
export type IdSpace = keyof typeof ID_SPACES;

/** The space of a number that a row holds. */
export function idSpaceOf(number: number): IdSpace {
  const spaces = Object.keys(ID_SPACES) as IdSpace[];
  return spaces.find((space) => ID_SPACES[space] === number) ?? 'own';
}

/** Favourite listings of members. R163. */
export interface FavoriteListingTable {
  client_id: number;
  /** One of `ID_SPACES`. */
  id_space: number;
  listing_id: number;
}

export interface MembersTables {
  favorite_listing: FavoriteListingTable;
}

/** The step that adds links to set a password, and addresses that are to be confirmed again. */
export async function makeAccountLinks(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = 'integer: email_changed_at text: reset_hash integer: reset_until';
  await addColumns(db, place, 'client', columns);
}

/** Makes the tables of offices, teams and testimonials, and the indexes for reading agents and buildings. */
export async function makePeople(db: Kysely<unknown>, place: Place): Promise<void> {
  const office = 'text: address city email fax logo name phone state zip';
  await makeTable(db, place, 'office', 'integer: id', office);
  const team = `text: bio groupemail groupimage hide_team_listings_from_agent logo name phone1 phone2
    social_f social_g social_i social_l social_p social_t social_y website`;
  await makeTable(db, place, 'team', 'integer: id', team);
  await makeTable(db, place, 'team_expects', 'integer: agent_id', 'integer: team_id');
  const testimonial = 'integer: agent_id team_id created_at text: commentor content image title';
  await makeTable(db, place, 'testimonial', 'integer: id', testimonial);

  const links = 'text: listingslink presslink searchwithmelink testimoniallink';
  await addColumns(db, place, 'agent', links);

  await addIndex(db, 'agent_team', 'agent', 'teamid');
  await addIndex(db, 'testimonial_agent', 'testimonial', 'agent_id, created_at, id');
  await addIndex(db, 'testimonial_team', 'testimonial', 'team_id, created_at, id');
  await addIndex(db, 'testimonial_date', 'testimonial', 'created_at, id');
  await addIndex(db, 'team_expects_team', 'team_expects', 'team_id');
  // For reading the asking prices in a page of buildings at once.
  await addIndex(db, 'listing_search_building', 'listing_search', 'building_id, status, price');
}

export async function makeMembers(db: Kysely<unknown>, place: Place): Promise<void> {
  const client = `
    text: first_name last_name email email_key type verify password_hash phone home_phone
      office_phone progress source dob address city state zip
    integer: member verified last_login_at created_at updated_at agent_id text?: login_key`;
  await makeTable(db, place, 'client', 'integer: id', client);
  await db.schema.createIndex('client_login').on('client').column('login_key').unique().execute();
  await addIndex(db, 'client_email', 'client', 'email_key');
  await addIndex(db, 'client_newest', 'client', 'member, created_at desc, id');

  const favorite = 'integer: client_id id_space listing_id';
  await makeTable(db, place, 'favorite_listing', 'client_id, id_space, listing_id', favorite);
  const trail = `integer: client_id trail_key listing_id created_at text: user_ip comment page_url`;
  await makeTable(db, place, 'client_trail', 'counted: id', trail);
  const deal = `integer: client_id listing_id dealt_at number: price text: address status`;
  await makeTable(db, place, 'deal', 'integer: id', deal);
  await addIndex(db, 'deal_latest', 'deal', 'client_id, dealt_at desc, id desc');
}

/** The comments in repeats of a lead. */
export interface AlertCommentTable {
  id: Generated<number>;
  alert_id: number;
  created_at: number;
  text: string;
  /** The listing of the repeat, as of the lead. */
  listing_id: number;
  listing_space: number;
}

export interface LeadsTables {
  alert_comment: AlertCommentTable;
}

export async function makeLeads(db: Kysely<unknown>, place: Place): Promise<void> {
  const lead = `
    text: kind first_name last_name email email_key phone comment alert_type area unit source
      back_link client_reference
    number: min_beds min_bath
    integer: created_at price_from price_to min_size agent_id listing_id listing_space client_id`;
  await makeTable(db, place, 'alert', 'counted: id', lead);
  await addIndex(db, 'alert_created', 'alert', 'created_at, id');
  await addIndex(db, 'alert_email', 'alert', 'email_key, created_at');

  const comment = 'text: text integer: alert_id created_at listing_id listing_space';
  await makeTable(db, place, 'alert_comment', 'counted: id', comment);
  await addIndex(db, 'alert_comment_alert', 'alert_comment', 'alert_id, id');
}

/** The step that adds tours to leads. An earlier program writes leads without one. */
export async function makeTours(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'alert', 'text: tour_kind tour_times');
  await addColumns(db, place, 'letter', 'text: calendar');
}

/** The step that adds what has become of leads, and notes. An earlier program writes new leads without notes. */
export async function addLeadStates(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'alert', 'text: state', 'new');
  await addColumns(db, place, 'alert', 'text: notes');
}
