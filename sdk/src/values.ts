import { type Page, READ_BY } from './page.js';
import type { Schema } from './types.js';

/** A listing as a search, a detail or a random choice answers it. */
type AnyListing = Pick<Schema<'ListingShortRecord'>, 'main_status' | 'financials_price'>;

/** Three letters each. */
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/**
 * Reads a date of the interface: `November, 20 2026 14:05:09`, `2026-11-20 14:05:09`, `11/20/2026` or
 * `11/20/2026T14:05`. Dates are written in the time of the brokerage.
 *
 * @param timeZone IANA name, from `time_zone` of `portico.site.get()`.
 * @returns undefined for an empty text and for words, such as `Immediately`.
 * @example
 * const { time_zone } = await portico.site.get();
 * const listing = await portico.listings.get(1495);
 * console.log(parseDate(listing?.essentials_date ?? '', time_zone)?.toISOString());
 */
export function parseDate(text: string, timeZone: string): Date | undefined {
  const words = /^([A-Z][a-z]+), (\d+) (\d+)(?: (\d+):(\d+):(\d+))?$/.exec(text);
  const iso = /^(\d+)-(\d+)-(\d+)(?:[ T](\d+):(\d+)(?::(\d+))?)?$/.exec(text);
  const slashes = /^(\d+)\/(\d+)\/(\d+)(?:[ Tt](\d+):(\d+)(?::(\d+))?)?$/.exec(text);
  const [, first, second, third, ...time] = words ?? iso ?? slashes ?? [];
  if (first === undefined) return undefined;
  const [year, month, day] = iso
    ? [first, second, third]
    : [third, words ? MONTHS.indexOf(first.slice(0, 3)) / 3 + 1 : first, second];
  const [hour, minute, seconds] = time.map((part) => Number(part ?? 0));
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, seconds);
  return Number.isNaN(wall) || Number(month) < 1 ? undefined : new Date(inZone(wall, timeZone));
}

/** The moment at which the clocks of a zone show `wall`, a time as if it were in UTC. */
function inZone(wall: number, timeZone: string): number {
  // Twice: the first guess may lie on the other side of a change of the clocks.
  const guess = wall - offset(wall, timeZone);
  return wall - offset(guess, timeZone);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offset(moment: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const part: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(moment)) part[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/** Whether a listing is available: for sale or for rent, with no deal under way. */
export function isOnMarket({ main_status }: Pick<AnyListing, 'main_status'>): boolean {
  return main_status === 'For Sale' || main_status === 'For Rent';
}

/** The price in dollars: a month's rent, or the price of a sale. Undefined if it is not given. */
export function priceOf({ financials_price }: Pick<AnyListing, 'financials_price'>) {
  return financials_price > 0 ? financials_price : undefined;
}

/**
 * Whether a listing is a studio. `essentials_beds` is 0 for studios, offices and shops alike, so the kind of
 * property decides.
 */
export function isStudio(
  listing: Pick<Schema<'ListingShortRecord'>, 'essentials_beds' | 'essentials_type'>,
): boolean {
  const homes = ['Apartment', 'Condo', 'Coop', 'Condop', 'House', 'Townhouse'];
  return listing.essentials_beds === 0 && homes.includes(listing.essentials_type);
}

/** What a listing may say of its photos, by the value of `addPhotos`. */
type Photographed = Partial<
  Pick<Schema<'ListingSearchRecord'>, 'photos' | 'main_image' | `photos_${keyof Variants}`>
>;
type Variants = Omit<Schema<'ListingPhoto'>, 'filename' | 'name' | 'sort'>;

/** A photo with its files in other sizes, as `portico.listings.photos` has them with `variants: true`. */
export type Photo = Required<Omit<Schema<'ListingPhoto'>, 'name' | 'sort'>>;

/** The URLs of a listing's photos, from `photos` (asked for by `addPhotos`), else its first photo. */
export function photosOf(listing: Photographed): string[];
/**
 * The photos with what `addPhotos: 'variants'` adds. Width and height are 0, and a `srcset_…` is empty,
 * if they are unknown: then show `filename`. A search knows only the first 12 of a listing.
 */
export function photosOf(listing: Photographed, as: 'variants'): Photo[];
export function photosOf(listing: Photographed, as?: 'variants'): string[] | Photo[] {
  const urls = (listing.photos ?? listing.main_image ?? '').split('|').filter(Boolean);
  if (as === undefined) return urls;
  return urls.map((filename, at) => {
    const text = (name: keyof Variants) => listing[`photos_${name}`]?.split('|')[at] ?? '';
    return {
      filename,
      width: Number(text('width')),
      height: Number(text('height')),
      srcset_avif: text('srcset_avif'),
      srcset_webp: text('srcset_webp'),
      srcset_jpeg: text('srcset_jpeg'),
      thumbhash: text('thumbhash'),
    };
  });
}

/** Degrees. Undefined where they are unknown, which the interface writes as 0 and 0. */
export function coordinatesOf(listing: {
  readonly extras_latitude: number;
  readonly extras_longitude: number;
}): { latitude: number; longitude: number } | undefined {
  const { extras_latitude: latitude, extras_longitude: longitude } = listing;
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

/**
 * The URL of a file that a record names: an image of a neighborhood, a logo, a document. URLs of the web stay as
 * they are. Undefined for an empty text, and for what is neither: `javascript:…`, or a name that leads out of
 * the folder, such as `../other` and `//elsewhere.example`.
 *
 * @param base From `portico.site.get()`: `blog_media_url` for the image of a blog post, else `media_url`.
 * @example
 * const { media_url } = await portico.site.get();
 * const [neighborhood] = await portico.neighborhoods.list();
 * console.log(fileUrl(neighborhood?.img ?? '', media_url));
 */
export function fileUrl(name: string, base: string): string | undefined {
  if (name === '') return undefined;
  const folder = new URL('.', base).href;
  if (!URL.canParse(name, folder)) return undefined;
  const { href } = new URL(name, folder);
  return /^https?:\/\//i.test(name) || href.startsWith(folder) ? href : undefined;
}

/**
 * A number, where 0 stands for unknown, as in sizes and years, and an empty text for none, as in
 * `agents_coagent_id`.
 *
 * @example
 * const listing = await portico.listings.get(1495);
 * const feet = known(listing?.essentials_size);
 * console.log(feet === undefined ? 'size on request' : `${feet} square feet`);
 */
export function known(value: number | '' | null | undefined): number | undefined {
  return value || undefined;
}

/** Whether a flag is set, which is 1, and -1 in `heating` and `newdevelopment` of a building. */
export function isSet(flag: number | string | boolean | null | undefined): boolean {
  return flag === true || Math.abs(Number(flag)) === 1;
}

/** Fields of records that must not reach a visitor. */
const SERVER_ONLY = /^(access_note|agent_custom_field_[12]|keys|verify|verifyCode)$|^custom_/;

/**
 * A copy without the fields that only the brokerage may see, also in nested records. The copy of a page is a page,
 * and so are the pages after it.
 *
 * @example
 * const listing = toPublic(await portico.listings.get(1495));
 * console.log(listing !== undefined && 'access_note' in listing); // false
 */
export function toPublic<Data>(data: Data): Data {
  if (Array.isArray(data)) return data.map(toPublic) as Data;
  if (typeof data !== 'object' || data === null) return data;
  if (READ_BY in data) return (data as unknown as Page<unknown>)[READ_BY](toPublic) as Data;
  const entries = Object.entries(data).filter(([name]) => !SERVER_ONLY.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, toPublic(value)])) as Data;
}
