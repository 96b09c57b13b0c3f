import type { Transaction } from 'kysely';
import type { Tools } from '../../api/tools.js';
import type { Email } from '../../outbox/email/email.js';
import { withOutbox } from '../../outbox/outbox.js';
import { lockTable } from '../../store/engines/dialect.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { leadEvent } from '../webhook-events.js';
import { leadEmail, leadRecipients } from './lead.email.js';
import type { Lead } from './lead.js';
import { agentById, type LeadAgent } from './lead.listing.js';

/** For how long after a lead another one from the same address is a repeat. R143. */
const REPEAT_WINDOW_MS = 30 * 60_000;

/** The stored lead that another one repeats. */
interface FirstLead {
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
async function repeatedLead(
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
async function foldInto(
  transaction: Transaction<TenantTables>,
  alertId: number,
  { comment, created_at, listing_id, listing_space }: Lead,
): Promise<void> {
  await transaction
    .insertInto('alert_comment')
    .values({ alert_id: alertId, text: comment, created_at, listing_id, listing_space })
    .execute();
}

/** Who gets an email about a repeat: the agent of the first lead, who keeps it, and its other agent (R144). */
async function agentsOfRepeat(
  transaction: Transaction<TenantTables>,
  first: FirstLead,
  { agent }: Pick<Lead, 'agent'>,
): Promise<LeadAgent[]> {
  const agents = agent === undefined ? [] : [agent];
  if (first.agent_id === 0 || first.agent_id === agent?.id) return agents;
  const owner = await agentById({ db: transaction }, first.agent_id);
  return owner === undefined ? agents : [owner, ...agents];
}

/**
 * Stores a lead, and the emails and webhooks about it, in one transaction.
 *
 * @param also Writes one more email, which needs the lead's id.
 * @returns The id of the stored lead; if this one repeats it, of the first lead.
 */
export async function storeLead(
  { database, settings }: Tenant,
  { outbox, webhooks }: Pick<Tools, 'outbox' | 'webhooks'>,
  lead: Lead,
  also?: (alertId: number) => Email,
): Promise<number> {
  // Repeats are folded where the tenant wants it, and only what websites send (R142).
  const folds = settings.fold_repeat_leads === 1 && lead.kind === 'alert';
  return withOutbox(outbox, database, () =>
    writeUnversioned(database, async (transaction) => {
      // Of two repeats at the same moment the second must see the first.
      if (folds) await lockTable(transaction, 'alert');
      const first = folds ? await repeatedLead(transaction, lead) : undefined;
      const { agent, listing: _, ...row } = lead;
      const { id: alertId } =
        first ??
        (await transaction
          .insertInto('alert')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow());
      if (first !== undefined) await foldInto(transaction, first.id, lead);
      const agents = first === undefined ? [agent] : await agentsOfRepeat(transaction, first, lead);
      const recipients = await leadRecipients(transaction, settings, {
        agents,
        listing: lead.listing,
      });
      for (const recipient of recipients) {
        const email = leadEmail(lead, recipient, settings, { repeat: first !== undefined });
        await outbox.queue(transaction, { ...email, alertId });
      }
      if (also !== undefined) await outbox.queue(transaction, also(alertId));
      const event = leadEvent(alertId, lead, first !== undefined);
      await webhooks.queue(transaction, settings.name, event);
      return alertId;
    }),
  );
}
