import type { Tools } from '../../api/tools.js';
import { withOutbox } from '../../outbox/outbox.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import type { Tenant } from '../../store/tenant-databases.js';
import { agentById } from './lead.agent.js';
import { leadEmail } from './lead.email.js';
import { leadListing } from './lead.listing.js';
import type { StoredLead } from './lead.queries.js';
import { type LeadRecipient, leadRecipients } from './lead.recipients.js';
import { spaceOf } from './lead.record.js';

/**
 * Queues the email about a stored lead again: to its recipients by the settings and records of now, or
 * to one address. R232.
 *
 * @returns Who it goes to; empty if nobody has an address.
 */
export async function resendLead(
  tenant: Tenant,
  { outbox }: Pick<Tools, 'outbox'>,
  lead: StoredLead,
  to?: string,
): Promise<readonly LeadRecipient[]> {
  const { database, settings } = tenant;
  const agent = lead.agent_id === 0 ? undefined : await agentById(database, lead.agent_id);
  const listing =
    lead.listing_id === 0 ? undefined : await leadListing(tenant, lead.listing_id, spaceOf(lead));
  const recipients =
    to === undefined
      ? await leadRecipients(database.db, settings, { agents: [agent], listing })
      : [{ name: '', email: to }];
  if (recipients.length === 0) return [];
  await withOutbox(outbox, database, () =>
    writeUnversioned(database, async (transaction) => {
      for (const recipient of recipients) {
        const about = { ...lead, agent, listing };
        const email = leadEmail(about, recipient, settings, { repeat: false });
        await outbox.queue(transaction, { ...email, alertId: lead.id });
      }
    }),
  );
  return recipients;
}
