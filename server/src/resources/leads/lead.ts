import type { Selectable } from 'kysely';
import { items } from '../../api/params.js';
import { LISTED_COLUMNS, type ListedEmail } from '../../outbox/email/email-store.js';
import {
  type AlertCommentTable,
  type AlertTable,
  LEAD_DEFAULTS,
} from '../../store/tenant/leads-tables.js';
import { ID_SPACES, type IdSpace, idSpaceOf } from '../../store/tenant/members-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { isoOf } from '../members/visitor-fields.js';
import type { LeadAgent, LeadListing } from './lead.listing.js';

/** A lead as it is stored. */
export type StoredLead = Selectable<AlertTable>;

/** The comment of a repeat as it is stored. */
export type StoredComment = Selectable<AlertCommentTable>;

/**
 * The newest leads, newest first.
 *
 * @param filter.email Only those from this address, in any letter case.
 * @param filter.since Only those from this moment on, in milliseconds since the epoch.
 */
export function newestLeads(
  { db }: Pick<TenantDatabase, 'db'>,
  {
    email,
    since,
    limit,
  }: {
    readonly email?: string | undefined;
    readonly since?: number | undefined;
    readonly limit: number;
  },
): Promise<StoredLead[]> {
  let query = db
    .selectFrom('alert')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (email !== undefined) query = query.where('email_key', '=', email.toLowerCase());
  if (since !== undefined) query = query.where('created_at', '>=', since);
  return query.execute();
}

/** The lead of an id and the comments of its repeats, oldest first; undefined if there is no such lead. */
export async function leadWithComments(
  { db }: Pick<TenantDatabase, 'db'>,
  id: number,
): Promise<{ lead: StoredLead; comments: StoredComment[] } | undefined> {
  const lead = await db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirst();
  if (lead === undefined) return undefined;
  const comments = await db
    .selectFrom('alert_comment')
    .selectAll()
    .where('alert_id', '=', id)
    .orderBy('id')
    .execute();
  return { lead, comments };
}

/** The names of the agents of leads, by the agents' ids. */
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

/** Whom and what a lead is about. */
export interface LeadSubject {
  readonly agent: LeadAgent | undefined;
  readonly listing: LeadListing | undefined;
}

/** A lead before it has an id: the columns that store it, its agent and its listing. */
export type Lead = Readonly<Omit<StoredLead, 'id'>> & LeadSubject;

/** The columns that follow from the others. */
type Derived = 'created_at' | 'email_key' | 'agent_id' | 'listing_id' | 'listing_space';

/**
 * Makes a lead. Columns that are left out are '' or 0.
 *
 * @param now Milliseconds since the epoch.
 */
export function newLead(
  columns: Partial<Omit<Lead, 'kind' | Derived | keyof LeadSubject>> & {
    readonly kind: (typeof LEAD_KINDS)[number];
    readonly email: string;
  },
  { agent, listing }: LeadSubject,
  now: number,
): Lead {
  const { id: _, ...defaults } = LEAD_DEFAULTS;
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

/**
 * A lead as `portico lead list --json` prints it, and as files of `leads` hold it. An id of 0 is written as
 * null, so that nobody takes it for an id.
 */
export function leadRecord(lead: StoredLead): Record<string, unknown> {
  return {
    id: lead.id,
    kind: lead.kind,
    received: isoOf(lead.created_at),
    firstname: lead.first_name,
    lastname: lead.last_name,
    email: lead.email,
    phone: lead.phone,
    comment: lead.comment,
    alertType: lead.alert_type,
    priceFrom: lead.price_from,
    priceTo: lead.price_to,
    minBeds: lead.min_beds,
    minBath: lead.min_bath,
    minSize: lead.min_size,
    area: lead.area,
    unit: lead.unit,
    source: lead.source,
    backLink: lead.back_link,
    agentID: orNull(lead.agent_id),
    ...listingOf(lead),
    clientID: orNull(lead.client_id),
    clientReference: lead.client_reference,
    tourKind: lead.tour_kind,
    tourTimes: items(lead.tour_times),
  };
}

/** The comment of a repeat, in the `comments` of its lead. */
export function commentRecord(comment: StoredComment): Record<string, unknown> {
  return {
    received: isoOf(comment.created_at),
    comment: comment.text,
    ...listingOf(comment),
  };
}

/** Whose listing a lead is about: `own`, `mls` or `rls`, as equal ids of feeds are other listings. */
export function spaceOf({ listing_space }: Pick<StoredLead, 'listing_space'>): IdSpace {
  return idSpaceOf(listing_space);
}

function listingOf(
  lead: Pick<StoredLead, 'listing_id' | 'listing_space'>,
): Record<string, unknown> {
  const none = lead.listing_id === 0;
  return { listingID: orNull(lead.listing_id), listingOf: none ? null : spaceOf(lead) };
}

function orNull(value: number): number | null {
  return value === 0 ? null : value;
}
