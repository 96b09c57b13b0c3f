import 'server-only';
import { coordinatesOf, parseDate, photosOf, priceOf, type Schema, toPublic } from 'portico-sdk';
import { cardQuery } from '@/components/listing-card';
import { filesOf, type PictureProps } from '@/components/picture';
import { count, dollars, isRental, priceText } from './format';
import type { Place } from './map/geometry';
import { portico } from './portico';
import { read } from './records';
import { remember } from './remember';
import { isGone, standingOf } from './standing';
import { amenityName } from './words';

export type Listing = Schema<'ListingDetail'>;

/**
 * A listing with its photos and open houses; undefined where there is none. Without what is for the brokerage alone,
 * such as where the keys are: what a page is given can end up in the browser.
 */
export async function listingOf(id: number): Promise<Listing | undefined> {
  return toPublic(await read('listings', id));
}

/** What a listing and its building have, in words. It changes seldom, so it is asked for once in a while. */
export const amenitiesOf = remember(600, async (id: number): Promise<string[]> => {
  const amenities = (await portico().listings.amenities(id)) ?? {};
  return Object.entries(amenities)
    .filter(([, value]) => value === 1)
    .map(([name]) => amenityName(name))
    .filter((name) => name !== undefined);
});

/** Homes like this one. */
export const similarTo = remember(600, async (id: number) => {
  const query = { similar: id, status: [1, 2], perPage: 4, ...cardQuery() };
  return (await portico().listings.search(query as { similar: number })).items;
});

/** A picture of a home, in all sizes that there are of it. */
export type HomePicture = Pick<PictureProps, 'src' | 'alt' | 'files'>;

/** The photos and the floor plan, which is often one of the photos. */
export function picturesOf(listing: Listing): HomePicture[] {
  const { floorplan_image: plan, main_address: address } = listing;
  const files = new Map(
    photosOf(listing, 'variants').map((photo) => [photo.filename, filesOf(photo)]),
  );
  const photos = [...files.keys()];
  return [...new Set(plan ? [...photos, plan] : photos)].map((src, index, all) => ({
    src,
    files: files.get(src),
    alt:
      src === plan
        ? `Floor plan of ${address}`
        : `Photo ${index + 1} of ${all.length} of ${address}`,
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
  const shown = listing.main_hide_address === 1 ? hundredths : (degrees: number) => degrees;
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
export function factsOf(listing: Listing): [name: string, value: string][] {
  const rental = isRental(listing);
  const { financials_maintenance: maintenance, financials_taxes: taxes } = listing;
  const size = listing.essentials_size;
  const price = priceOf(listing);
  const facts: [string, string | undefined][] = [
    ['Kind', listing.essentials_type],
    ['Rooms', numberOf(listing.essentials_rooms)],
    ['Size', size > 0 ? `${size.toLocaleString('en-US')} ft²` : undefined],
    ['Price per ft²', !rental && size > 0 && price ? dollars(Math.round(price / size)) : undefined],
    ['Floor', listing.essentials_floor],
    ['Available', isGone(listing) ? undefined : listing.essentials_available],
    ['Maintenance or common charges', maintenance > 0 ? `${dollars(maintenance)} a month` : ''],
    ['Taxes', taxes > 0 ? `${dollars(taxes)} a month` : undefined],
    ['Fee', rental && listing.extras_nofee === 1 ? 'None' : undefined],
    ['Pets', listing.essentials_pets],
    ['Cooling', listing.extra_cooling],
    ['Homes in the building', numberOf(listing.essentials_units)],
    ['Subway', [...listing.essentials_subway].join(' ')],
    ['Cross streets', listing.main_cross],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** One or two sentences, for search engines and shared links. */
export function summaryOf(listing: Listing): string {
  const { essentials_beds: beds, essentials_type, main_neighborhood } = listing;
  const { label, state } = standingOf(listing);
  const size = beds > 0 ? `${count(beds, 'bedroom')}, ` : '';
  const price = state === 'gone' ? `last listed at ${priceText(listing)}` : priceText(listing);
  const standing = state === 'open' ? '' : `${label}. `;
  return `${standing}${essentials_type} in ${main_neighborhood}: ${size}${price}.`;
}

const numberOf = (value: number): string | undefined => (value > 0 ? String(value) : undefined);
