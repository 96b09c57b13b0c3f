import type { Tools } from '../../api/tools.js';
import type { Email } from '../../outbox/email/email.js';
import { withOutbox } from '../../outbox/outbox.js';
import { lockTable } from '../../store/engines/dialect.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { leadEmail } from './lead.email.js';
import type { Lead } from './lead.js';
import { leadRecipients } from './lead.recipients.js';
import { agentsOfRepeat, foldInto, repeatedLead } from './repeat-lead.js';
import { leadEvent } from './webhook-events.js';

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
