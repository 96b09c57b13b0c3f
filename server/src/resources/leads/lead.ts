import type { Generated, Kysely, Selectable } from 'kysely';
import { items } from '../../api/params.js';
import { LISTED_COLUMNS, type ListedEmail } from '../../outbox/email/email-store.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { type AlertCommentTable, ID_SPACES } from '../../store/tenant/people-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { type ColumnsOf, column, id, idOf, number, oneOf, text, whole } from '../kinds/fields.js';
import { defineKind } from '../kinds/kind.js';
import { readKey } from '../kinds/transfer-fields.js';
import { listingOf, received } from '../members/visitor-fields.js';
import type { LeadAgent, LeadListing } from './lead.listing.js';
import { readTourTimes, TOUR_KINDS } from './tour.js';

export type StoredLead = Selectable<TenantTables['alert']>;

export type StoredComment = Selectable<AlertCommentTable>;

interface LeadFilter {
  /** Only those from this address, in any letter case. */
  readonly email?: string | undefined;
  /** Only those from this moment on, in milliseconds since the epoch. */
  readonly since?: number | undefined;
  readonly state?: LeadState | undefined;
  readonly limit: number;
}

export function newestLeads(
  { db }: Pick<TenantDatabase, 'db'>,
  { email, since, state, limit }: LeadFilter,
): Promise<StoredLead[]> {
  let query = db
    .selectFrom('alert')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (email !== undefined) query = query.where('email_key', '=', email.toLowerCase());
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (state !== undefined) query = query.where('state', '=', state);
  return query.execute();
}

/** The comments of the repeats of leads, oldest first. */
export function commentsOf(
  db: Kysely<TenantTables>,
  leads: readonly number[],
): Promise<StoredComment[]> {
  return inPortions(leads, (ids) =>
    db.selectFrom('alert_comment').selectAll().where('alert_id', 'in', ids).orderBy('id').execute(),
  );
}

/** The lead of an id and the comments of its repeats, oldest first; undefined if there is no such lead. */
export async function leadWithComments(
  { db }: Pick<TenantDatabase, 'db'>,
  id: number,
): Promise<{ lead: StoredLead; comments: StoredComment[] } | undefined> {
  const lead = await db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirst();
  if (lead === undefined) return undefined;
  return { lead, comments: await commentsOf(db, [id]) };
}

export async function agentNames(
  { db }: Pick<TenantDatabase, 'db'>,
  leads: readonly Pick<StoredLead, 'agent_id'>[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(leads.map(({ agent_id }) => agent_id))].filter((id) => id !== 0);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('agent')
    .select(['id', 'firstname', 'lastname'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.firstname} ${row.lastname}`.trim()]));
}

/** The emails about a lead, oldest first. Sent ones are deleted after a time. */
export function emailsAbout(
  { db }: Pick<TenantDatabase, 'db'>,
  alertId: number,
): Promise<ListedEmail[]> {
  return db
    .selectFrom('letter')
    .select(LISTED_COLUMNS)
    .where('alert_id', '=', alertId)
    .orderBy('id')
    .execute();
}

/** The endpoints that leads come by. */
export const LEAD_KINDS = ['alert', 'listing', 'marketplace'] as const;

/** What has become of a lead, which begins as new. R376. */
export const LEAD_STATES = ['new', 'open', 'won', 'lost'] as const;

export type LeadState = (typeof LEAD_STATES)[number];

export interface LeadSubject {
  readonly agent: LeadAgent | undefined;
  readonly listing: LeadListing | undefined;
}

/** A lead before it has an id: the columns that store it, its agent and its listing. */
export type Lead = Readonly<Omit<StoredLead, 'id'>> & LeadSubject;

/** The columns that follow from the others. */
type Derived = 'created_at' | 'email_key' | 'agent_id' | 'listing_id' | 'listing_space';

/** Makes a lead. Columns that are left out are '' or 0. @param now Milliseconds since the epoch. */
export function newLead(
  columns: Partial<Omit<Lead, 'kind' | Derived | keyof LeadSubject>> & {
    readonly kind: (typeof LEAD_KINDS)[number];
    readonly email: string;
  },
  { agent, listing }: LeadSubject,
  now: number,
): Lead {
  const { id: _, ...defaults } = lead.defaults;
  return {
    ...defaults,
    ...columns,
    created_at: now,
    email_key: columns.email.toLowerCase(),
    agent_id: agent?.id ?? 0,
    listing_id: listing?.id ?? 0,
    listing_space: ID_SPACES[listing?.space ?? 'own'],
    agent,
    listing,
  };
}

/** The number of another record as null where there is none, so that nobody takes 0 for an id. */
const orNull = (value: number) => value || null;

/** What a lead and the comment of a repeat say of their listing. */
const about = {
  listingID: idOf('listings', 'Listing id', { column: 'listing_id', exported: orNull }),
  listingOf: listingOf('listing_space'),
};

const fields = {
  id: id(),
  kind: oneOf(LEAD_KINDS, 'The endpoint that it came by'),
  received: received('created_at'),
  firstname: text('First name', { column: 'first_name' }),
  lastname: text('Last name', { column: 'last_name' }),
  email: text('Email', { read: readKey }),
  /** In lower case: it identifies repeats. */
  email_key: column(''),
  phone: text('Phone'),
  comment: text('Comment'),
  alertType: text('For Sale or For Rent', { column: 'alert_type' }),
  priceFrom: whole('Dollars, 0 for none', { column: 'price_from' }),
  priceTo: whole('Dollars, 0 for none', { column: 'price_to' }),
  minBeds: number('Fewest bedrooms', { column: 'min_beds' }),
  minBath: number('Fewest bathrooms', { column: 'min_bath' }),
  minSize: whole('Square feet, 0 for none', { column: 'min_size' }),
  area: text('A neighborhood or address, in words'),
  unit: text('The apartment of the address, from a marketplace'),
  source: text('Where it comes from'),
  backLink: text('The page that it was sent from', { column: 'back_link' }),
  agentID: idOf('agents', 'Agent id', { column: 'agent_id', exported: orNull }),
  ...about,
  clientID: idOf('clients', "The member who sent it, by the website's word", {
    column: 'client_id',
    exported: orNull,
  }),
  clientReference: text("A marketplace's name for the person, not a member's id", {
    column: 'client_reference',
  }),
  tourKind: oneOf(['', ...TOUR_KINDS], 'How to see the listing', { column: 'tour_kind' }),
  tourTimes: text('When the person would like a tour, in ISO 8601 with offsets', {
    column: 'tour_times',
    read: readTourTimes,
    exported: items,
  }),
  state: oneOf(LEAD_STATES, 'What has become of it'),
  notes: text('What staff note of it, which the person never sees'),
};

declare module '../../store/tenant/tables.js' {
  interface TenantTables {
    alert: Omit<ColumnsOf<typeof fields>, 'id'> & { id: Generated<number> };
  }
}

/** Leads, which this interface calls alerts. R139. */
export const lead = defineKind('leads', 'Lead', fields);

const commentFields = {
  received: received('created_at'),
  comment: text('Comment', { column: 'text' }),
  ...about,
};

/** The comments of repeats, in the `comments` of their lead. */
export const repeat = defineKind('leads', 'LeadComment', commentFields);

/** A lead as `portico lead list --json` prints it, and as files of `leads` hold it. Its moments are in UTC. */
export function leadRecord(row: StoredLead): Record<string, unknown> {
  return listed(row, lead.exported(row, { timeZone: 'UTC' }));
}

export function commentRecord(row: StoredComment): Record<string, unknown> {
  return listed(row, repeat.exported(row, { timeZone: 'UTC' }));
}

/** Without a listing there is nobody whose it is. */
function listed({ listing_id }: Pick<StoredLead, 'listing_id'>, record: object) {
  return listing_id === 0 ? { ...record, listingOf: null } : { ...record };
}
