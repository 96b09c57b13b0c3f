import type { Transaction } from 'kysely';
import type { TenantTables } from '../../store/tenant/tables.js';
import { agentById, type LeadAgent } from './lead.agent.js';
import type { Lead } from './lead.js';

/** For how long after a lead another one from the same address is a repeat. R143. */
export const REPEAT_WINDOW_MS = 30 * 60_000;

/** The stored lead that another one repeats. */
export interface FirstLead {
  readonly id: number;
  /** 0 when it has no agent. */
  readonly agent_id: number;
}

/**
 * The lead that this one repeats: the newest from the same address that is about the same listing,
 * however long ago; or else the newest that came within thirty minutes. R143.
 *
 * @returns undefined when this is a new lead.
 */
export async function repeatedLead(
  transaction: Transaction<TenantTables>,
  lead: Pick<Lead, 'created_at' | 'email_key' | 'listing_id' | 'listing_space'>,
): Promise<FirstLead | undefined> {
  const fromSameAddress = transaction
    .selectFrom('alert')
    .select(['id', 'agent_id'])
    .where('email_key', '=', lead.email_key)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  if (lead.listing_id !== 0) {
    const aboutSameListing = await fromSameAddress
      .where('listing_id', '=', lead.listing_id)
      .where('listing_space', '=', lead.listing_space)
      .executeTakeFirst();
    if (aboutSameListing !== undefined) return aboutSameListing;
  }
  return fromSameAddress
    .where('created_at', '>=', lead.created_at - REPEAT_WINDOW_MS)
    .executeTakeFirst();
}

/** Adds a repeat to the lead that it repeats: its comment, date and listing. */
export async function foldInto(
  transaction: Transaction<TenantTables>,
  alertId: number,
  { comment, created_at, listing_id, listing_space }: Lead,
): Promise<void> {
  await transaction
    .insertInto('alert_comment')
    .values({ alert_id: alertId, text: comment, created_at, listing_id, listing_space })
    .execute();
}

/**
 * The agents who get an email about a repeat: the agent of the first lead, who keeps it, and the
 * repeat's own agent, if that is another one (R144).
 */
export async function agentsOfRepeat(
  transaction: Transaction<TenantTables>,
  first: FirstLead,
  { agent }: Pick<Lead, 'agent'>,
): Promise<LeadAgent[]> {
  const agents = agent === undefined ? [] : [agent];
  if (first.agent_id === 0 || first.agent_id === agent?.id) return agents;
  const owner = await agentById({ db: transaction }, first.agent_id);
  return owner === undefined ? agents : [owner, ...agents];
}
