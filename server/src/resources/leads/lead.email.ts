import type { Kysely } from 'kysely';
import type { Tools } from '../../api/tools.js';
import { stampDate } from '../../lib/dates.js';
import { quoted } from '../../lib/text.js';
import {
  ADAPTIVE,
  type Email,
  headerText,
  isEmail,
  isMailbox,
  LONGEST_ADDRESS,
  type Part,
  writeBody,
} from '../../outbox/email/email.js';
import { withOutbox } from '../../outbox/outbox.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { idSpaceOf } from '../../store/tenant/people-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeUnversioned } from '../../store/tenant/write.js';
import type { Tenant } from '../../store/tenant-databases.js';
import type { Lead, StoredLead } from './lead.js';
import { agentById, type LeadAgent, type LeadListing, leadListing } from './lead.listing.js';
import { tourCalendar, tourKindWords, tourWords } from './tour.js';

/** Who may get the email about a lead, besides copies. R230. */
const LEAD_ROLES = ['agent', 'coagent', 'office'] as const;

type LeadRole = (typeof LEAD_ROLES)[number];

interface LeadRecipient {
  readonly name: string;
  readonly email: string;
}

/** A setting of recipients that is not accepted. */
export class LeadSettingError extends Error {}

/** The most addresses that get copies: each is an email for each lead. */
const MOST_COPIES = 20;

/** Reads the setting `lead_recipients`; without it, only the agent. @throws LeadSettingError */
export function readLeadRoles(text = 'agent'): readonly LeadRole[] {
  const words = partsOf(text.toLowerCase());
  const unknown = words.find((word) => !LEAD_ROLES.includes(word as LeadRole));
  if (unknown !== undefined) {
    throw new LeadSettingError(`${quoted(unknown)} is not one of ${LEAD_ROLES.join(', ')}.`);
  }
  return LEAD_ROLES.filter((role) => words.includes(role));
}

/** Reads the setting `lead_copies`. @throws LeadSettingError */
export function readLeadCopies(text = ''): readonly string[] {
  const addresses = partsOf(text);
  const wrong = addresses.find((address) => !isMailbox(address));
  if (wrong !== undefined) {
    throw new LeadSettingError(`${quoted(wrong)} is not an email address.`);
  }
  if (addresses.length > MOST_COPIES) {
    throw new LeadSettingError(
      `${addresses.length} addresses are too many; at most ${MOST_COPIES} are accepted.`,
    );
  }
  return addresses;
}

function partsOf(text: string): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/**
 * Who gets the email about a lead, by the tenant's settings: nobody twice, and nobody without an
 * address. Each gets a separate email, so that one bad address delays no other. R230, R231.
 *
 * @param subject.agents The lead's agent, or the agents of a repeat.
 */
export async function leadRecipients(
  db: Kysely<TenantTables>,
  settings: Pick<ClientEntry, 'lead_recipients' | 'lead_copies'>,
  {
    agents,
    listing,
  }: {
    readonly agents: readonly (LeadAgent | undefined)[];
    readonly listing: Pick<LeadListing, 'coagentId'> | undefined;
  },
): Promise<readonly LeadRecipient[]> {
  const roles = new Set(readLeadRoles(settings.lead_recipients));
  const known = agents.filter((agent) => agent !== undefined);
  const coagent =
    roles.has('coagent') && listing !== undefined && listing.coagentId !== 0
      ? await agentById({ db }, listing.coagentId)
      : undefined;
  const offices = roles.has('office') ? await officesOf(db, known) : [];
  const copies = readLeadCopies(settings.lead_copies).map((email) => ({ name: '', email }));
  const all = [
    ...(roles.has('agent') ? known : []),
    ...(coagent === undefined ? [] : [coagent]),
    ...offices,
    ...copies,
  ];
  const byAddress = new Map<string, LeadRecipient>();
  for (const { name, email } of all) {
    const key = email.trim().toLowerCase();
    // An invalid address is queued all the same: the outbox then says why it cannot be sent.
    if (key !== '' && !byAddress.has(key)) byAddress.set(key, { name, email });
  }
  return [...byAddress.values()];
}

async function officesOf(
  db: Kysely<TenantTables>,
  agents: readonly LeadAgent[],
): Promise<readonly LeadRecipient[]> {
  const ids = [...new Set(agents.map(({ office }) => office))].filter((id) => id !== 0);
  if (ids.length === 0) return [];
  return db
    .selectFrom('office')
    .select(['name', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

/** The email about a lead to one recipient. A reply goes to the person. R139, R144. @param repeat Of a folded lead. */
export function leadEmail(
  lead: Lead,
  recipient: LeadRecipient,
  { title, time_zone }: Pick<Tenant['settings'], 'title' | 'time_zone'>,
  { repeat }: { readonly repeat: boolean },
): Email {
  const tenant = headerText(title, 100);
  const name = headerText(`${lead.first_name} ${lead.last_name}`, 80) || headerText(lead.email, 80);
  const answerable = isEmail(lead.email);
  const about = lead.listing === undefined ? '' : listingWords(lead.listing);
  const tour = tourKindWords(lead);
  const occasion = tour === '' ? 'New lead' : 'Tour request';
  const what = repeat ? `Another message from ${name}` : `${occasion}: ${name}`;
  const subject = about === '' ? what : `${what}, ${about}`;
  const parts: Part[] = [
    {
      paragraph: repeat
        ? `${name} has written again on the website of ${tenant}. The message was added to the first lead.`
        : `${name} has written on the website of ${tenant}.`,
    },
    { quote: lead.comment },
    {
      facts: [
        ['Name', name],
        ['Email', lead.email],
        ['Phone', lead.phone],
        ['Listing', about],
        ['Tour', tour],
        ['Tour times', tour === '' ? '' : `${tourWords(lead, time_zone)} (${time_zone})`],
        ['Looks for', lead.alert_type],
        ['Price', priceWords(lead.price_from, lead.price_to)],
        ['Beds, at least', lead.min_beds],
        ['Baths, at least', lead.min_bath],
        ['Area', lead.area],
        ['Source', lead.source],
        ['Received', `${stampDate(lead.created_at, time_zone)} (${time_zone})`],
      ],
    },
    ...(answerable ? [{ paragraph: `To answer ${name}, reply to this email.` }] : []),
  ];
  const { text, html } = writeBody(headerText(subject, 200), parts, tour === '' ? '' : ADAPTIVE);
  return {
    kind: 'lead',
    fromName: tenant,
    to: { name: recipient.name, address: recipient.email },
    replyTo: answerable ? { name, address: lead.email } : undefined,
    subject,
    text,
    html,
    calendar: tourCalendar(lead, {
      summary: about === '' ? `Tour ${tour}` : `Tour ${tour}: ${about}`,
      description: [name, headerText(lead.email, LONGEST_ADDRESS), headerText(lead.phone, 100)]
        .filter(Boolean)
        .join('\n'),
    }),
  };
}

function listingWords(listing: LeadListing): string {
  const address = headerText(listing.address, 120);
  return address === '' ? `listing ${listing.id}` : `${address} (listing ${listing.id})`;
}

function priceWords(from: number, to: number): string {
  const dollars = (price: number) => `$${price.toLocaleString('en-US')}`;
  if (from === 0 && to === 0) return '';
  if (from === to) return dollars(from);
  if (to === 0) return `from ${dollars(from)}`;
  return `${dollars(from)} to ${dollars(to)}`;
}

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
    lead.listing_id === 0
      ? undefined
      : await leadListing(tenant, lead.listing_id, idSpaceOf(lead.listing_space));
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
