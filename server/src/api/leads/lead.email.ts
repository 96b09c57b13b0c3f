import { stampDate } from '../../lib/dates.js';
import { isEmail, type Mailbox } from '../../mail/address.js';
import { writeBody } from '../../mail/body.js';
import { type Email, headerText } from '../../mail/email.js';

/** A lead as its agent is told of it. What is not known is '' or 0. */
export interface LeadNews {
  /** The title of the client whose lead it is. */
  readonly clientTitle: string;
  /** The client's time zone, IANA. */
  readonly timeZone: string;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
  readonly agent: Mailbox;
  /** `true` when it was folded into an earlier lead as a comment. */
  readonly repeat: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  /** Where it came from: a website's page, a marketplace. */
  readonly source: string;
  /** The listing it is about. */
  readonly listing?: { readonly id: number; readonly address: string } | undefined;
  /** What is looked for: `For Sale` or `For Rent`. */
  readonly alertType: string;
  readonly priceFrom: number;
  readonly priceTo: number;
  readonly minBeds: number;
  readonly minBath: number;
  /** Neighborhoods or an address, in words. */
  readonly area: string;
}

/**
 * A lead, to the agent it belongs to; an answer goes to whoever it came from. R139, R144.
 */
export function leadEmail(news: LeadNews): Email {
  const client = headerText(news.clientTitle, 100);
  const name = headerText(`${news.firstName} ${news.lastName}`, 80) || headerText(news.email, 80);
  const answerable = isEmail(news.email);
  const what = news.repeat ? `Another message from ${name}` : `New lead: ${name}`;
  const subject = news.listing === undefined ? what : `${what}, ${listingWords(news.listing)}`;
  const { text, html } = writeBody(headerText(subject, 200), [
    {
      paragraph: news.repeat
        ? `${name} has written again on the website of ${client}. The message was added to the first lead.`
        : `${name} has written on the website of ${client}.`,
    },
    { quote: news.comment },
    {
      facts: [
        ['Name', name],
        ['Email', news.email],
        ['Phone', news.phone],
        ['Listing', news.listing === undefined ? '' : listingWords(news.listing)],
        ['Looks for', news.alertType],
        ['Price', priceWords(news.priceFrom, news.priceTo)],
        ['Beds, at least', news.minBeds],
        ['Baths, at least', news.minBath],
        ['Area', news.area],
        ['Source', news.source],
        ['Received', `${stampDate(news.at, news.timeZone)} (${news.timeZone})`],
      ],
    },
    ...(answerable ? [{ paragraph: `To answer ${name}, answer this letter.` }] : []),
  ]);
  return {
    kind: 'lead',
    fromName: client,
    to: news.agent,
    replyTo: answerable ? { name, address: news.email } : undefined,
    subject,
    text,
    html,
  };
}

function listingWords(listing: { readonly id: number; readonly address: string }): string {
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
