import type { Transaction } from 'kysely';
import { ID_SPACES } from '../../data/client-database/members-tables.js';
import type { ClientTables } from '../../data/client-database/tables.js';
import { agentById, type LeadAgent } from './lead.agent.js';
import type { Lead } from './lead.js';

/** How long after a lead another one of the same address is a repeat. R143. */
export const REPEAT_WINDOW_MS = 30 * 60_000;

/** The stored lead that another one repeats. */
export interface FirstLead {
  readonly id: number;
  /** 0 when it is nobody's. */
  readonly agent_id: number;
}

/**
 * The lead that this one repeats: the newest from the same address that is about the same listing,
 * however long ago; or else the newest that came within thirty minutes. R143.
 *
 * @returns undefined when this is a new lead.
 */
export async function repeatedLead(
  transaction: Transaction<ClientTables>,
  { email, listing }: Pick<Lead, 'email' | 'listing'>,
  now: number,
): Promise<FirstLead | undefined> {
  const fromSameAddress = transaction
    .selectFrom('alert')
    .select(['id', 'agent_id'])
    .where('email_key', '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  if (listing !== undefined) {
    const aboutSameListing = await fromSameAddress
      .where('listing_id', '=', listing.id)
      .where('listing_space', '=', ID_SPACES[listing.space])
      .executeTakeFirst();
    if (aboutSameListing !== undefined) return aboutSameListing;
  }
  return fromSameAddress.where('created_at', '>=', now - REPEAT_WINDOW_MS).executeTakeFirst();
}

/** Adds what a repeat says to the lead that it repeats, with its date and its listing. */
export async function foldInto(
  transaction: Transaction<ClientTables>,
  alertId: number,
  { comment, listing }: Pick<Lead, 'comment' | 'listing'>,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('alert_comment')
    .values({
      alert_id: alertId,
      created_at: now,
      text: comment,
      listing_id: listing?.id ?? 0,
      listing_space: ID_SPACES[listing?.space ?? 'own'],
    })
    .execute();
}

/**
 * Who is told of a repeat: the agent of the first lead, whose lead it stays, and the one whom the
 * repeat would have gone to, where that is another (R144).
 */
export async function agentsOfRepeat(
  transaction: Transaction<ClientTables>,
  first: FirstLead,
  { agent }: Pick<Lead, 'agent'>,
): Promise<LeadAgent[]> {
  const agents = agent === undefined ? [] : [agent];
  if (first.agent_id === 0 || first.agent_id === agent?.id) return agents;
  const owner = await agentById({ db: transaction }, first.agent_id);
  return owner === undefined ? agents : [owner, ...agents];
}
