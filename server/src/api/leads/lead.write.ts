import type { Transaction } from 'kysely';
import type { AlertTable } from '../../data/client-database/leads-tables.js';
import { ID_SPACES } from '../../data/client-database/members-tables.js';
import type { ClientTables } from '../../data/client-database/tables.js';
import { writeUnversioned } from '../../data/client-database/write.js';
import type { Client } from '../../data/client-databases.js';
import { lockTable } from '../../data/dialect.js';
import type { Email } from '../../mail/email.js';
import type { Tools } from '../tools.js';
import { emailAbout } from './lead.emails.js';
import type { Lead } from './lead.js';
import { agentsOfRepeat, foldInto, repeatedLead } from './repeat-lead.js';

/**
 * Stores a lead, and with it the email to its agent and any other: all of it, or nothing.
 *
 * @param also An email beside the agent's, once the lead has its number.
 * @returns The number of the stored lead; of the first one where a repeat was folded into it.
 */
export async function storeLead(
  client: Client,
  tools: Pick<Tools, 'clock' | 'outbox'>,
  lead: Lead,
  also?: (alertId: number) => Email,
): Promise<number> {
  const { database, settings } = client;
  const now = tools.clock.now();
  // Repeats are folded where the client wants it, and only what websites send (R142).
  const folds = settings.fold_repeat_leads === 1 && lead.kind === 'alert';
  await tools.outbox.announce(database);
  const id = await writeUnversioned(database, async (transaction) => {
    // Of two repeats at the same moment the second must see the first.
    if (folds) await lockTable(transaction, 'alert');
    const first = folds ? await repeatedLead(transaction, lead, now) : undefined;
    const stored = first?.id ?? (await insert(transaction, lead, now));
    let agents = lead.agent === undefined ? [] : [lead.agent];
    if (first !== undefined) {
      await foldInto(transaction, first.id, lead, now);
      agents = await agentsOfRepeat(transaction, first, lead);
    }
    for (const agent of agents) {
      const notice = emailAbout(client, lead, { agent, at: now, repeat: first !== undefined });
      if (notice !== undefined) {
        await tools.outbox.queue(transaction, { ...notice, alertId: stored });
      }
    }
    if (also !== undefined) await tools.outbox.queue(transaction, also(stored));
    return stored;
  });
  tools.outbox.wake(database);
  return id;
}

async function insert(
  transaction: Transaction<ClientTables>,
  lead: Lead,
  now: number,
): Promise<number> {
  const { listing, agent, price } = lead;
  const row: Omit<AlertTable, 'id'> = {
    kind: lead.kind,
    created_at: now,
    first_name: lead.firstName,
    last_name: lead.lastName,
    email: lead.email,
    email_key: lead.email.toLowerCase(),
    phone: lead.phone,
    comment: lead.comment,
    alert_type: lead.alertType,
    price_from: price.from,
    price_to: price.to,
    min_beds: lead.minBeds,
    min_bath: lead.minBath,
    min_size: lead.minSize,
    area: lead.area,
    unit: lead.unit,
    source: lead.source,
    back_link: lead.backLink,
    agent_id: agent?.id ?? 0,
    listing_id: listing?.id ?? 0,
    listing_space: ID_SPACES[listing?.space ?? 'own'],
    client_id: lead.clientId,
    client_reference: lead.clientReference,
  };
  const { id } = await transaction
    .insertInto('alert')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
