import { stampDate } from '../../lib/dates.js';
import { writeBody } from '../../mail/body.js';
import { type Email, headerText } from '../../mail/email.js';

/** A call of a marketplace partner and what came of it. What is not known is ''. */
export interface MarketplaceCall {
  /** The client database the call's key belongs to. */
  readonly client: { readonly name: string; readonly title: string; readonly timeZone: string };
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
  /** The registered name of the partner; empty when the credentials matched none. */
  readonly marketplace: string;
  readonly outcome:
    | { readonly accepted: true; readonly alertId: string }
    /** The status code and the reason that the partner was answered with. */
    | { readonly accepted: false; readonly status: number; readonly reason: string };
  /** What the lead says, as far as it could be read. */
  readonly lead: {
    readonly listingId: string;
    readonly agentEmail: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly phone: string;
    readonly message: string;
    readonly source: string;
  };
}

/**
 * The notice to the service's operator, of every call to `/marketplace` whatever came of it. It
 * holds what the lead says and nothing that the call was authorised with. R151.
 */
export function marketplaceNotice(call: MarketplaceCall): Email {
  const { client, outcome, lead } = call;
  const title = headerText(client.title, 100);
  const partner = headerText(call.marketplace, 100);
  const verdict = outcome.accepted
    ? 'Marketplace lead accepted'
    : `Marketplace lead refused (${outcome.status})`;
  const subject = `${verdict}: ${title}${partner === '' ? '' : `, from ${partner}`}`;
  const { text, html } = writeBody(headerText(subject, 200), [
    { paragraph: outcome.accepted ? `${verdict}.` : `${verdict}: ${outcome.reason}` },
    {
      facts: [
        ['Client', `${title} (${client.name})`],
        ['Marketplace', partner],
        ['Source', lead.source],
        ['Alert', outcome.accepted ? outcome.alertId : ''],
        ['Listing', lead.listingId],
        ['Agent', lead.agentEmail],
        ['Name', headerText(`${lead.firstName} ${lead.lastName}`, 200)],
        ['Email', lead.email],
        ['Phone', lead.phone],
        ['Received', `${stampDate(call.at, client.timeZone)} (${client.timeZone})`],
      ],
    },
    { quote: lead.message },
  ]);
  return { kind: 'marketplace', fromName: 'Portico', to: 'operator', subject, text, html };
}
