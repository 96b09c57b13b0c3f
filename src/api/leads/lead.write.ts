import type { Transaction } from 'kysely';
import type { AlertTable } from '../../data/client-database/leads-tables.js';
import { ID_SPACES } from '../../data/client-database/members-tables.js';
import type { ClientTables } from '../../data/client-database/tables.js';
import { writeUnseen } from '../../data/client-database/write.js';
import type { Client } from '../../data/client-databases.js';
import { lockTable } from '../../data/dialect.js';
import { isMailbox } from '../../outbox/address.js';
import type { Letter } from '../../outbox/letter.js';
import { leadLetter } from '../../outbox/letters/lead.js';
import type { Tools } from '../tools.js';
import type { LeadAgent } from './lead.agent.js';
import type { LeadListing } from './lead.listing.js';
import type { PriceRange } from './price-range.js';
import { foldInto, repeatedLead } from './repeat-lead.js';

/** A lead that was understood, ready to be stored. */
export interface Lead {
  readonly kind: 'alert' | 'listing' | 'marketplace';
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  readonly alertType: string;
  readonly price: PriceRange;
  readonly minBeds: number;
  readonly minBath: number;
  readonly minSize: number;
  readonly area: string;
  readonly unit: string;
  readonly source: string;
  readonly backLink: string;
  readonly clientId: number;
  readonly agent: LeadAgent | undefined;
  readonly listing: LeadListing | undefined;
}

/**
 * Stores a lead, and with it the letter to its agent and any other: all of it, or nothing.
 *
 * @param also Letters beside the agent's, once the lead has its number.
 * @returns The number of the stored lead; of the first one where a repeat was folded into it.
 */
export async function storeLead(
  client: Client,
  tools: Pick<Tools, 'clock' | 'outbox'>,
  lead: Lead,
  also: (alertId: number) => readonly Letter[] = () => [],
): Promise<number> {
  const { database, settings } = client;
  const now = tools.clock.now();
  // Repeats are folded where the client wants it, and only what websites send (decision 25).
  const folds = settings.fold_repeat_leads === 1 && lead.kind === 'alert';
  const id = await writeUnseen(database, async (transaction) => {
    // Of two repeats at the same moment the second must see the first.
    if (folds) await lockTable(database.kind, transaction, 'alert');
    const first = folds ? await repeatedLead(transaction, lead, now) : undefined;
    if (first === undefined) {
      const stored = await insert(transaction, lead, now);
      await queueAll(transaction, tools, letters(client, lead, now, false), also(stored));
      return stored;
    }
    await foldInto(transaction, first, lead.comment, now);
    await queueAll(transaction, tools, letters(client, lead, now, true), also(first));
    return first;
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
  };
  const { id } = await transaction
    .insertInto('alert')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The letter to the lead's agent, if it has one who can be written to. */
function letters(client: Client, lead: Lead, now: number, repeat: boolean): readonly Letter[] {
  const { agent, listing } = lead;
  if (agent === undefined || !isMailbox(agent.email)) return [];
  return [
    leadLetter({
      clientTitle: client.settings.title,
      timeZone: client.settings.time_zone,
      at: now,
      agent: { name: agent.name, address: agent.email },
      repeat,
      firstName: lead.firstName,
      lastName: lead.lastName,
      email: lead.email,
      phone: lead.phone,
      comment: lead.comment,
      source: lead.source,
      listing: listing === undefined ? undefined : { id: listing.id, address: listing.address },
      alertType: lead.alertType,
      priceFrom: lead.price.from,
      priceTo: lead.price.to,
      minBeds: lead.minBeds,
      minBath: lead.minBath,
      area: lead.area,
    }),
  ];
}

async function queueAll(
  transaction: Transaction<ClientTables>,
  tools: Pick<Tools, 'outbox'>,
  ...groups: readonly (readonly Letter[])[]
): Promise<void> {
  for (const letter of groups.flat()) await tools.outbox.queue(transaction, letter);
}
