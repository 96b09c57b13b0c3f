import { ID_SPACES } from '../../store/tenant/members-tables.js';
import type { IdSpace } from '../members/favorite.queries.js';
import type { StoredComment, StoredLead } from './lead.queries.js';

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
  const spaces = Object.keys(ID_SPACES) as IdSpace[];
  return spaces.find((space) => ID_SPACES[space] === listing_space) ?? 'own';
}

/** A moment in ISO 8601, in UTC; null when it is unknown. @param moment Epoch milliseconds. */
export function isoOf(moment: number): string | null {
  return moment === 0 ? null : new Date(moment).toISOString();
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
