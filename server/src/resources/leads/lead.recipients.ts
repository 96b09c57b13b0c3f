import type { Kysely } from 'kysely';
import { quoted } from '../../lib/text.js';
import { isMailbox } from '../../outbox/email/address.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { agentById, type LeadAgent } from './lead.agent.js';
import type { LeadListing } from './lead.listing.js';

/** Who may get the email about a lead, besides copies. R230. */
export const LEAD_ROLES = ['agent', 'coagent', 'office'] as const;

/** One of `LEAD_ROLES`. */
export type LeadRole = (typeof LEAD_ROLES)[number];

/** Somebody who gets the email about a lead. */
export interface LeadRecipient {
  readonly name: string;
  readonly email: string;
}

/** A setting of recipients that is not accepted. */
export class LeadSettingError extends Error {}

/** The most addresses that get copies: each is an email for each lead. */
const MOST_COPIES = 20;

/**
 * Reads the setting `lead_recipients`; without it, the agent alone.
 *
 * @throws LeadSettingError
 */
export function readLeadRoles(text = 'agent'): readonly LeadRole[] {
  const words = wordsOf(text.toLowerCase());
  const unknown = words.find((word) => !LEAD_ROLES.includes(word as LeadRole));
  if (unknown !== undefined) {
    throw new LeadSettingError(
      `Lead recipients: ${quoted(unknown)} is none of ${LEAD_ROLES.join(', ')}.`,
    );
  }
  return LEAD_ROLES.filter((role) => words.includes(role));
}

/**
 * Reads the setting `lead_copies`.
 *
 * @throws LeadSettingError
 */
export function readLeadCopies(text = ''): readonly string[] {
  const addresses = wordsOf(text);
  const wrong = addresses.find((address) => !isMailbox(address));
  if (wrong !== undefined) {
    throw new LeadSettingError(`Lead copies: ${quoted(wrong)} is no email address.`);
  }
  if (addresses.length > MOST_COPIES) {
    throw new LeadSettingError(
      `Lead copies: ${addresses.length} addresses are too many; at most ${MOST_COPIES} are accepted.`,
    );
  }
  return addresses;
}

function wordsOf(text: string): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/**
 * Who gets the email about a lead, by the tenant's settings: nobody twice, and nobody without an
 * address. Each gets an email of their own, so that one bad address delays no other. R230, R231.
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

/** The offices of a lead's agents. */
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
