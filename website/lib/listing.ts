import 'server-only';
import { coordinatesOf, parseDate, photosOf, priceOf, type Schema, toPublic } from 'portico-sdk';
import { cardQuery } from '@/components/listing-card';
import { filesOf, type PictureProps } from '@/components/picture';
import { count, dayText, dollars, isRental, priceText, roomsText } from './format';
import { type HomeId, homeIn } from './ids';
import type { Place } from './map/geometry';
import { portico } from './portico';
import { namedPage } from './record-page';
import { read } from './records';
import { remember } from './remember';
import { isGone, standingOf } from './standing';
import { amenityName, known } from './words';

export type Listing = Schema<'ListingDetail'>;

/**
 * A listing with its photos and open houses; undefined where there is none. Without what is for the brokerage alone,
 * such as where the keys are: what a page is given can end up in the browser.
 */
export async function listingOf({ id, isMLS }: HomeId): Promise<Listing | undefined> {
  return toPublic(await read(isMLS ? 'mls-listings' : 'listings', id));
}

/** Reads the listing of a page. */
export const listingIn = namedPage(async (name) => {
  const home = homeIn(name);
  return home && listingOf(home);
});

/** What a listing and its building have, in words. It changes seldom, so it is asked for once in a while. */
export const amenitiesOf = remember(600, async (name: string): Promise<string[]> => {
  const { id, ...query } = homeCalled(name);
  const amenities = (await portico().listings.amenities(id, query)) ?? {};
  return Object.entries(amenities)
    .filter(([, value]) => value === 1)
    .map(([name]) => amenityName(name))
    .filter((name) => name !== undefined);
});

/** What is remembered of a home is known by its name in addresses. */
function homeCalled(name: string): HomeId {
  const home = homeIn(name);
  if (home === undefined) throw new Error(`This names no home: ${name}`);
  return home;
}

/** Homes like this one, from where it is. */
export const similarTo = remember(600, async (name: string) => {
  const { id, isMLS } = homeCalled(name);
  const query = { similar: id, isMLS, status: [1, 2], perPage: 4, ...cardQuery() };
  return (await portico().listings.search(query as { similar: number })).items;
});

/** A picture of a home, in all sizes that there are of it. */
export type HomePicture = Pick<PictureProps, 'src' | 'alt' | 'files'> & {
  readonly caption: string;
};

/** What the brokerage has written below the photos of a listing, by the file of each. */
export const captionsOf = remember(
  600,
  async (name: string): Promise<ReadonlyMap<string, string>> => {
    const { id, ...query } = homeCalled(name);
    const photos = await portico().listings.photos(id, query);
    return new Map(photos.map(({ filename, name }) => [filename, known(name)]));
  },
);

/** The photos and the floor plan, which is often one of the photos. */
export function picturesOf(listing: Listing, captions: ReadonlyMap<string, string>): HomePicture[] {
  const { floorplan_image: plan, main_address: address } = listing;
  const files = new Map(
    photosOf(listing, 'variants').map((photo) => [photo.filename, filesOf(photo)]),
  );
  const photos = [...files.keys()];
  return [...new Set(plan ? [...photos, plan] : photos)].map((src, index, all) => ({
    src,
    files: files.get(src),
    caption: captions.get(src) ?? '',
    alt:
      captions.get(src) ||
      (src === plan
        ? `Floor plan of ${address}`
        : `Photo ${index + 1} of ${all.length} of ${address}`),
  }));
}

/**
 * Where a listing is. That of a hidden address to hundredths of a degree, about a kilometre: the brokerage may let Portico give
 * its place exactly, for searches on a map, and a page with a spot on the house would hide nothing.
 */
export function placeOf(listing: Listing): Place | undefined {
  const place = coordinatesOf(listing);
  if (place === undefined) return undefined;
  const hundredths = (degrees: number) => Math.round(degrees * 100) / 100;
  const shown = isHidden(listing) ? hundredths : (degrees: number) => degrees;
  return { lng: shown(place.longitude), lat: shown(place.latitude) };
}

export interface OpenHouse {
  readonly start: Date;
  readonly end: Date | undefined;
}

/** The open houses that are still to come; a home that is gone has none. */
export function openHousesOf(listing: Listing, timeZone: string, now = new Date()): OpenHouse[] {
  if (isGone(listing)) return [];
  const { openhouse, openhouseend, openhouse2, openhouseend2 } = listing;
  return [
    [openhouse, openhouseend],
    [openhouse2, openhouseend2],
  ].flatMap(([from = '', to = '']) => {
    const start = parseDate(from, timeZone);
    const end = parseDate(to, timeZone);
    return start !== undefined && (end ?? start) > now ? [{ start, end }] : [];
  });
}

/** Facts as a table: name and value. What is unknown is left out; the interface writes it as 0 or ''. */
export function factsOf(listing: Listing, timeZone: string): [name: string, value: string][] {
  const rental = isRental(listing);
  const { financials_maintenance: maintenance, financials_taxes: taxes } = listing;
  const down = listing.financials_downpayment;
  const size = listing.essentials_size;
  const price = priceOf(listing);
  const facts: [string, string | undefined][] = [
    ['Kind', known(listing.essentials_type)],
    ['Rooms', numberOf(listing.essentials_rooms)],
    ['Size', size > 0 ? `${size.toLocaleString('en-US')} ft²` : undefined],
    ['Price per ft²', !rental && size > 0 && price ? dollars(Math.round(price / size)) : undefined],
    // Of a hidden address they would narrow down which home it is.
    ['Floor', isHidden(listing) ? '' : known(listing.essentials_floor)],
    ['On the market', onTheMarket(listing, timeZone)],
    ['Price before', priceBefore(listing, timeZone)],
    ['Available', isGone(listing) ? '' : known(listing.essentials_available)],
    ['Maintenance or common charges', maintenance > 0 ? `${dollars(maintenance)} a month` : ''],
    ['Taxes', taxes > 0 ? `${dollars(taxes)} a month` : undefined],
    ['Smallest down payment', !rental && down > 0 ? `${down}%` : ''],
    ['Broker fee', rental ? feeOf(listing) : ''],
    ['Free rent', rental ? freeRentOf(listing) : ''],
    ['Concession', known(listing.financials_concession)],
    ['Pets', known(listing.essentials_pets)],
    ['Cooling', known(listing.extra_cooling)],
    ['Homes in the building', isHidden(listing) ? '' : numberOf(listing.essentials_units)],
    ['Subway', [...known(listing.essentials_subway)].join(' ')],
    ['Cross streets', known(listing.main_cross)],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** Whether the brokerage hides where the home is. No page then shows its building, its floor or its exact place. */
export const isHidden = ({ main_hide_address }: Pick<Listing, 'main_hide_address'>): boolean =>
  main_hide_address === 1;

/** Empty where Portico does not know since when, and on the first day: on that of an import it would be said of every home. */
function onTheMarket({ listed = '', days_on_market: days }: Listing, timeZone: string): string {
  if (listed === '' || typeof days !== 'number' || days < 1) return '';
  return `${count(days, 'day')}, since ${dayText(listed, timeZone)}`;
}

/** What the home cost before its price changed last; empty where it has not changed. */
function priceBefore(
  { price_before: before = 0, price_changed: changed = '' }: Listing,
  timeZone: string,
): string {
  return before > 0 ? `${dollars(before)}, until ${dayText(changed, timeZone)}` : '';
}

function feeOf({ extras_nofee: noFee, financials_fee: fee }: Listing): string {
  if (noFee === 1) return 'None';
  return fee > 0 ? `${fee}% of a year’s rent` : '';
}

function freeRentOf(listing: Listing): string {
  const { financials_freemonth: free, financials_monthsfreereqminlease: lease } = listing;
  if (free <= 0) return '';
  return lease > 0
    ? `${count(free, 'month')} on a lease of ${count(lease, 'month')}`
    : count(free, 'month');
}

/** Tours of a home that can be opened: a link that is not of the web, such as `javascript:`, is none. */
export function toursOf({ essentials_video, essentials_video2 = '' }: Listing): string[] {
  const tours = [essentials_video, essentials_video2].filter((url) => /^https?:\/\//i.test(url));
  return [...new Set(tours)];
}

/** `Updated November 20, 2026 · 318 views`. */
export function freshnessOf(
  { essentials_date, hitcounter = 0 }: Listing,
  timeZone: string,
): string {
  const updated = parseDate(essentials_date, timeZone);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  return [updated && `Updated ${day.format(updated)}`, hitcounter > 0 && count(hitcounter, 'view')]
    .filter(Boolean)
    .join(' · ');
}

/** One or two sentences, for search engines and shared links. */
export function summaryOf(listing: Listing): string {
  const { essentials_beds: beds } = listing;
  const { label, state } = standingOf(listing);
  const kind = known(listing.essentials_type) || 'Home';
  const place = known(listing.main_neighborhood);
  const size = beds > 0 ? `${roomsText(beds, 'bedroom')}, ` : '';
  const price = state === 'gone' ? `last listed at ${priceText(listing)}` : priceText(listing);
  const standing = state === 'open' ? '' : `${label}. `;
  return `${standing}${kind}${place && ` in ${place}`}: ${size}${price}.`;
}

const numberOf = (value: number): string | undefined => (value > 0 ? String(value) : undefined);
