import { LEAD_DEFAULTS } from '../../store/tenant/leads-tables.js';
import { ID_SPACES } from '../../store/tenant/members-tables.js';
import type { LeadAgent } from './lead.agent.js';
import type { LeadListing } from './lead.listing.js';
import type { StoredLead } from './lead.queries.js';

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
