import { isStudio, parseDate, priceOf, type Schema, fileUrl as urlOfFile } from 'portico-sdk';
import { known } from './words';

type Listing = Pick<
  Schema<'ListingShortRecord'>,
  | 'main_status'
  | 'financials_price'
  | 'essentials_beds'
  | 'essentials_bath'
  | 'essentials_size'
  | 'essentials_type'
>;

/** `1,234.5`. Without `Intl`: its first formatter would keep a phone busy for a tenth of a second while the page loads. */
const number = (amount: number): string =>
  String(Math.round(amount * 10) / 10).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

export const dollars = (amount: number): string => `$${number(Math.round(amount))}`;

/** `$1.25M`, for a map. */
export function shortDollars(amount: number): string {
  const rounded = Number(amount.toPrecision(3));
  const [unit, letter] = UNITS.find(([least]) => rounded >= least) ?? [1, ''];
  return `$${rounded / unit}${letter}`;
}

const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** `November 18, 2026`, as the day was where the brokerage is; nothing where it is unknown. */
export const dayText = (text: string, timeZone: string): string =>
  dateText(text, timeZone, { dateStyle: 'long' });

/** `November 2026`. */
export const monthText = (text: string, timeZone: string): string =>
  dateText(text, timeZone, { month: 'long', year: 'numeric' });

/** `November 18, 2026 at 2:05 PM`, of a moment as ISO 8601; nothing where it is unknown. */
export const momentText = (moment: string, timeZone: string): string =>
  moment === ''
    ? ''
    : new Intl.DateTimeFormat('en-US', {
        ...{ dateStyle: 'long', timeStyle: 'short', timeZone },
      }).format(new Date(moment));

function dateText(text: string, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  const date = parseDate(text, timeZone);
  return date ? new Intl.DateTimeFormat('en-US', { ...parts, timeZone }).format(date) : '';
}

/** What a browser calls. A number without a country is one of the United States. */
export const telOf = (phone: string): string => {
  const number = phone.replace(/\D/g, '');
  return `tel:+${phone.trim().startsWith('+') || number.length > 10 ? number : `1${number}`}`;
};

export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${number(amount)} ${amount === 1 ? one : many}`;

/** Whether the price of a listing is that of a month. */
export function isRental({ main_status }: Pick<Listing, 'main_status'>): boolean {
  return ['For Rent', 'App. Pending', 'Rented'].includes(main_status);
}

export function priceText(listing: Pick<Listing, 'main_status' | 'financials_price'>): string {
  const price = priceOf(listing);
  if (price === undefined) return 'Price on request';
  return isRental(listing) ? `${dollars(price)}/month` : dollars(price);
}

/** `2 beds`, `1 bed + home office` for 1.5, `Studio`, or nothing for an office. */
export function bedsText(listing: Listing): string | undefined {
  const { essentials_beds } = listing;
  if (essentials_beds > 0) return roomsText(essentials_beds, 'bed');
  return isStudio(listing) ? 'Studio' : undefined;
}

/** A number of bedrooms: half a one is a room for a desk. */
export function roomsText(beds: number, one: string): string {
  const whole = Math.floor(beds);
  const rooms = whole === 0 ? 'Studio' : count(whole, one);
  return whole === beds ? rooms : `${rooms} + home office`;
}

/** What fits in a line: `2 beds · 1 bath · 840 ft² · Condo`. */
export function facts(listing: Listing): string[] {
  const { essentials_bath, essentials_size } = listing;
  return [
    bedsText(listing),
    essentials_bath > 0 ? count(essentials_bath, 'bath') : undefined,
    essentials_size > 0 ? `${number(essentials_size)} ft²` : undefined,
    known(listing.essentials_type) || undefined,
  ].filter((fact) => fact !== undefined);
}

/** The URL of a file that a record names, or an empty text: as it is, or relative to the brokerage's own. */
export function fileUrl(name: string, mediaUrl: string): string {
  return urlOfFile(name, mediaUrl) ?? '';
}
