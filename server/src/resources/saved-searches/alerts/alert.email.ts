import {
  ADAPTIVE,
  type Email,
  headerText,
  isMailbox,
  writeBody,
} from '../../../outbox/email/email.js';
import type { ClientEntry } from '../../../store/directory/directory.js';
import { siteSettings } from '../../site/site.settings.js';
import type { AlertedSearch } from './alert.queries.js';

export const SEARCH_ALERT = 'search';

export interface AlertedListing {
  readonly address: string;
  readonly price: number;
  /** What it cost before; 0 unless it is cheaper. */
  readonly before: number;
  /** Whether earlier prices may be shown. */
  readonly showsHistory: boolean;
  readonly isRental: boolean;
  readonly beds: number;
  readonly bath: number;
  /** Where it is shown; empty for no link. */
  readonly url: string;
  /** Of a listing of a feed, the office that lists it, and the notices that its source requires; else empty. */
  readonly courtesyOf: string;
  readonly notice: string;
}

/** What an email about a search tells. */
export interface Alert {
  /** The first of those that are new or cheaper, new ones first. */
  readonly listings: readonly AlertedListing[];
  /** How many there are in all: new ones, and cheaper ones. */
  readonly fresh: number;
  readonly drops: number;
  /** The address that ends email about the search. */
  readonly unsubscribe: string;
}

export function alertEmail(
  search: Pick<AlertedSearch, 'id' | 'name' | 'email' | 'first_name' | 'last_name'>,
  { title, site }: Pick<ClientEntry, 'title' | 'site'>,
  { listings, fresh, drops, unsubscribe }: Alert,
): Email {
  const brokerage = headerText(title, 100);
  const { address = '', email: reply = '' } = siteSettings.read(site);
  const what = whatWords(fresh, drops);
  const name = `“${headerText(search.name, 80)}”`;
  const subject = `${what} for ${name}`;
  const rest = fresh + drops - listings.length;
  const notices = new Set(listings.map(({ notice }) => notice).filter((notice) => notice !== ''));
  const { text, html } = writeBody(
    subject,
    [
      { paragraph: `${what} for your search ${name} at ${brokerage}:` },
      ...listings.map((listing) => ({
        item: listing.address === '' ? 'Address on request' : listing.address,
        about: aboutWords(listing),
        url: listing.url,
      })),
      ...(rest > 0 ? [{ paragraph: restWords(rest) }] : []),
      {
        paragraph: `You get this email because you saved this search on the website of ${brokerage}.`,
      },
      { link: 'Stop the emails about this search', url: unsubscribe },
      { paragraph: [brokerage, String(address)].filter(Boolean).join('\n') },
      ...[...notices].map((notice) => ({ paragraph: notice })),
    ],
    ADAPTIVE,
  );
  return {
    kind: SEARCH_ALERT,
    fromName: brokerage,
    to: { name: `${search.first_name} ${search.last_name}`.trim(), address: search.email },
    replyTo: isMailbox(String(reply)) ? { name: brokerage, address: String(reply) } : undefined,
    ...{ subject, text, html, bulk: true, searchId: search.id, unsubscribe },
  };
}

function whatWords(fresh: number, drops: number): string {
  const parts = [
    counted(fresh, 'new listing', 'new listings'),
    counted(drops, 'price drop', 'price drops'),
  ];
  return parts.filter((part) => part !== '').join(' and ');
}

function counted(number: number, one: string, more: string): string {
  return number === 0 ? '' : `${number.toLocaleString('en-US')} ${number === 1 ? one : more}`;
}

function restWords(rest: number): string {
  return rest === 1
    ? 'One more listing is on the website.'
    : `${rest.toLocaleString('en-US')} more listings are on the website.`;
}

function aboutWords(listing: AlertedListing): string {
  const { price, before, showsHistory, isRental, beds, bath, courtesyOf } = listing;
  const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;
  const now = price === 0 ? '' : `${dollars(price)}${isRental ? ' a month' : ''}`;
  return [
    before === 0 || !showsHistory ? now : `${now} (was ${dollars(before)})`,
    counted(beds, 'bed', 'beds'),
    counted(bath, 'bath', 'baths'),
    courtesyOf === '' ? '' : `Courtesy of ${courtesyOf}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
