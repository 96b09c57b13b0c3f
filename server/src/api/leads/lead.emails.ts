import type { Client } from '../../data/client-databases.js';
import type { Email } from '../../mail/email.js';
import type { LeadAgent } from './lead.agent.js';
import { leadEmail } from './lead.email.js';
import type { Lead } from './lead.js';

/**
 * The email that tells an agent of a lead; undefined when the agent has no address. To one that is none
 * an email is written all the same: it cannot be sent, and the outbox says why.
 */
export function emailAbout(
  { settings }: Pick<Client, 'settings'>,
  lead: Lead,
  told: {
    readonly agent: LeadAgent;
    /** Milliseconds since the epoch. */
    readonly at: number;
    /** Whether it was folded into an earlier lead. */
    readonly repeat: boolean;
  },
): Email | undefined {
  const { agent, at, repeat } = told;
  if (agent.email.trim() === '') return undefined;
  const { listing } = lead;
  return leadEmail({
    clientTitle: settings.title,
    timeZone: settings.time_zone,
    at,
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
  });
}
