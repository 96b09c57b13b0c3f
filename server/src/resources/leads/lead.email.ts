import { stampDate } from '../../lib/dates.js';
import { isEmail } from '../../outbox/email/address.js';
import { writeBody } from '../../outbox/email/body.js';
import { type Email, headerText } from '../../outbox/email/email.js';
import type { Tenant } from '../../store/tenant-databases.js';
import type { Lead } from './lead.js';
import type { LeadListing } from './lead.listing.js';
import type { LeadRecipient } from './lead.recipients.js';

/**
 * The email about a lead to one of its recipients. A reply goes to the person that the lead is from. R139, R144.
 *
 * @param repeat Whether the lead was folded into an earlier one as a comment.
 */
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
  const what = repeat ? `Another message from ${name}` : `New lead: ${name}`;
  const subject = about === '' ? what : `${what}, ${about}`;
  const { text, html } = writeBody(headerText(subject, 200), [
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
        ['Looks for', lead.alert_type],
        ['Price', priceWords(lead.price_from, lead.price_to)],
        ['Beds, at least', lead.min_beds],
        ['Baths, at least', lead.min_bath],
        ['Area', lead.area],
        ['Source', lead.source],
        ['Received', `${stampDate(lead.created_at, time_zone)} (${time_zone})`],
      ],
    },
    ...(answerable ? [{ paragraph: `To answer ${name}, answer this letter.` }] : []),
  ]);
  return {
    kind: 'lead',
    fromName: tenant,
    to: { name: recipient.name, address: recipient.email },
    replyTo: answerable ? { name, address: lead.email } : undefined,
    subject,
    text,
    html,
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
