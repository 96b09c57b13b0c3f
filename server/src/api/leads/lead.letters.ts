import type { Client } from '../../data/client-databases.js';
import type { Letter } from '../../mail/email.js';
import type { LeadAgent } from './lead.agent.js';
import { leadLetter } from './lead.email.js';
import type { Lead } from './lead.js';

/**
 * The letter that tells an agent of a lead; undefined when the agent has no address. To one that is none
 * a letter is written all the same: it cannot be sent, and the outbox says why.
 */
export function letterAbout(
  { settings }: Pick<Client, 'settings'>,
  lead: Lead,
  told: {
    readonly agent: LeadAgent;
    /** Milliseconds since the epoch. */
    readonly at: number;
    /** Whether it was folded into an earlier lead. */
    readonly repeat: boolean;
  },
): Letter | undefined {
  const { agent, at, repeat } = told;
  if (agent.email.trim() === '') return undefined;
  const { listing } = lead;
  return leadLetter({
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
