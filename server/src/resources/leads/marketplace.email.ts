import type { Raw } from '../../api/read-params.js';
import { stampDate } from '../../lib/dates.js';
import { byName } from '../../lib/names.js';
import { type Email, headerText, writeBody } from '../../outbox/email/email.js';
import type { Tenant } from '../../store/tenant-databases.js';
import type { Lead } from './lead.js';

/** What a marketplace sends about a lead, as far as it can be read; the rest is ''. */
interface SentLead
  extends Pick<Lead, 'first_name' | 'last_name' | 'email' | 'phone' | 'comment' | 'source'> {
  readonly listingId: string;
  readonly agentEmail: string;
}

export interface MarketplaceCall {
  /** The tenant that the call's key belongs to. */
  readonly tenant: Pick<Tenant['settings'], 'name' | 'title' | 'time_zone'>;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
  /** The registered name of the partner; empty when the credentials matched none. */
  readonly marketplace: string;
  readonly outcome:
    | { readonly accepted: true; readonly alertId: string }
    /** The status code and the reason that the partner was answered with. */
    | { readonly accepted: false; readonly status: number; readonly reason: string };
  readonly lead: SentLead;
}

const MOST_CHARACTERS = 500;

/** Reads the texts of a marketplace's lead, each in any letter case of its name. */
export function readSentLead(raw: Raw): SentLead {
  const text = (name: string): string => {
    const value = byName(raw).get(name)?.[0];
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') return '';
    return value.replaceAll('\0', '').trim().slice(0, MOST_CHARACTERS);
  };
  return {
    listingId: text('listing_id'),
    agentEmail: text('agent_email'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
    phone: text('cell_phone'),
    comment: text('message'),
    source: text('source_name'),
  };
}

/**
 * The notice to the operator about a call to `/marketplace`, whatever its outcome. It repeats the lead
 * and no credentials. R151.
 */
export function marketplaceNotice(call: MarketplaceCall): Email {
  const { tenant, outcome, lead } = call;
  const title = headerText(tenant.title, 100);
  const partner = headerText(call.marketplace, 100);
  const verdict = outcome.accepted
    ? 'Marketplace lead accepted'
    : `Marketplace lead refused (${outcome.status})`;
  const subject = `${verdict}: ${title}${partner === '' ? '' : `, from ${partner}`}`;
  const { text, html } = writeBody(headerText(subject, 200), [
    { paragraph: outcome.accepted ? `${verdict}.` : `${verdict}: ${outcome.reason}` },
    {
      facts: [
        ['Client', `${title} (${tenant.name})`],
        ['Marketplace', partner],
        ['Source', lead.source],
        ['Alert', outcome.accepted ? outcome.alertId : ''],
        ['Listing', lead.listingId],
        ['Agent', lead.agentEmail],
        ['Name', headerText(`${lead.first_name} ${lead.last_name}`, 200)],
        ['Email', lead.email],
        ['Phone', lead.phone],
        ['Received', `${stampDate(call.at, tenant.time_zone)} (${tenant.time_zone})`],
      ],
    },
    { quote: lead.comment },
  ]);
  return { kind: 'marketplace', fromName: 'Portico', to: 'operator', subject, text, html };
}
