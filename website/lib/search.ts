import type { ListingSearch } from 'portico-sdk';
import { areaIn, cornersOf } from './map/area';
import { type Box, boxAround } from './map/geometry';

/** A search as it stands in the address of its page. */
export interface Search {
  readonly status: 1 | 2;
  readonly q: string;
  readonly cat: readonly number[];
  readonly beds: readonly number[];
  readonly bathMin: number | undefined;
  readonly priceMin: number | undefined;
  readonly priceMax: number | undefined;
  readonly type: readonly string[];
  readonly amenities: readonly string[];
  readonly pets: readonly number[];
  /** Whose open house is still to come; any day, or this weekend. */
  readonly openHouse: '' | 'any' | 'weekend';
  /** The days of open houses, like 2026-12-05, where they are chosen: both, or none. */
  readonly openFrom: string;
  readonly openUntil: string;
  readonly sort: SortName;
  readonly bbox: Box | undefined;
  /** An area that was drawn on the map, as Portico takes it; empty where there is none. */
  readonly polygon: string;
  readonly page: number;
  readonly view: 'list' | 'map';
}

export const SORTS = {
  newest: { name: 'Newest', sort: 'date', order: 'desc' },
  cheapest: { name: 'Lowest price', sort: 'price', order: 'asc' },
  dearest: { name: 'Highest price', sort: 'price', order: 'desc' },
  largest: { name: 'Largest', sort: 'size', order: 'desc' },
  /** Only of a search for open houses. */
  openhouse: { name: 'Soonest open house', sort: 'openhouse', order: 'asc' },
} as const;
export type SortName = keyof typeof SORTS;

export const PAGE_SIZE = 24;
/** Portico gives the first 10,000 homes of a search that looks into an MLS, too. */
export const LAST_PAGE = Math.floor(10_000 / PAGE_SIZE);
/** The zoom for clusters where the address has no box: finer than a city needs, as markers are put together anyway. */
const CITY_ZOOM = 14;

/** Parameters as Next.js gives them: a name that occurs twice has a list. */
export type PageParameters = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads the address. Whatever it says that no search can mean is left out: an address is typed, shortened and passed on by
 * people, and a page is a better answer to that than an error.
 */
export function readSearch(parameters: PageParameters): Search {
  const openHouse = openHouseOf(parameters);
  return {
    status: one(parameters.status) === '2' ? 2 : 1,
    q: wordsOf(one(parameters.q)),
    cat: numbers(parameters.cat).filter((id) => Number.isInteger(id) && id > 0),
    beds: numbers(parameters.beds),
    bathMin: positive(parameters.bathMin),
    priceMin: positive(parameters.priceMin),
    priceMax: positive(parameters.priceMax),
    type: words(parameters.type),
    amenities: words(parameters.amenities),
    pets: numbers(parameters.pets),
    ...openHouse,
    sort: sortOf(one(parameters.sort), isForOpenHouses(openHouse)),
    bbox: boxOf(parameters.bbox),
    polygon: areaIn(one(parameters.polygon) ?? ''),
    page: Math.min(Math.floor(positive(parameters.page) ?? 1) || 1, LAST_PAGE),
    view: one(parameters.view) === 'map' ? 'map' : 'list',
  };
}

export const isForOpenHouses = ({
  openHouse,
  openFrom,
}: Pick<Search, 'openHouse' | 'openFrom'>): boolean => openHouse !== '' || openFrom !== '';

/** What Portico is asked: one call for the list, the counts next to the filters, and the map. */
export function queryOf(search: Search): ListingSearch {
  const { status, q, bathMin, priceMin, priceMax, openFrom, bbox, polygon, page } = search;
  const box = bbox ?? boxAround(cornersOf(polygon));
  const { sort, order } = SORTS[search.sort];
  return {
    ...{ status: [status], bathMin, priceMin, priceMax, sort, order, page, perPage: PAGE_SIZE },
    q: q === '' ? undefined : q,
    cat: list(search.cat),
    beds: list(search.beds),
    type: list(search.type) as ListingSearch['type'],
    amenities: list(search.amenities) as ListingSearch['amenities'],
    pets: list(search.pets) as ListingSearch['pets'],
    openHouse: openFrom ? `${openFrom}..${search.openUntil}` : search.openHouse || undefined,
    bbox: bbox && [...bbox],
    polygon: polygon || undefined,
    cluster: box === undefined ? CITY_ZOOM : zoomOf(box),
    facets: ['beds', 'neighborhood', 'type', 'pets', 'amenities', 'price'],
  };
}

/** The address of a search with some of it changed. It begins at page 1 unless the page is what changes. */
export function hrefOf(search: Search, changes: Partial<Search> = {}): string {
  const { bbox, sort, view, page, status, ...filters } = { ...search, page: 1, ...changes };
  const query = new URLSearchParams({ status: String(status) });
  for (const [name, value] of Object.entries(filters)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') query.set(name, text);
  }
  if (bbox !== undefined) query.set('bbox', bbox.join(','));
  if (sort !== 'newest') query.set('sort', sort);
  if (view !== 'list') query.set('view', view);
  if (page > 1) query.set('page', String(page));
  // Commas are allowed in a query, and an address with them can be read.
  return `/search?${query.toString().replaceAll('%2C', ',')}`;
}

/** Clusters about two to a marker's width, so that the map can put them together as it likes. */
function zoomOf([west, , east]: Box): number {
  const pixels = 700;
  return Math.max(0, Math.min(20, Math.ceil(Math.log2((360 * pixels) / (256 * (east - west))))));
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** A form writes a name twice where a link writes a comma. */
function words(value: string | string[] | undefined): string[] {
  return [value ?? []].flat().flatMap((text) => text.split(',').filter(Boolean));
}

/** Fewer than three characters would be refused, and more than a hundred as well. */
function wordsOf(text = ''): string {
  const words = text.trim().slice(0, 100);
  return words.length < 3 ? '' : words;
}

function numbers(value: string | string[] | undefined): number[] {
  return words(value)
    .map(Number)
    .filter((number) => Number.isFinite(number) && number >= 0);
}

function positive(value: string | string[] | undefined): number | undefined {
  const number = Number(one(value)?.replace(/[$,\s]/g, '') || 0);
  return number > 0 && number < 1e12 ? number : undefined;
}

function sortOf(name = '', isForOpenHouses: boolean): SortName {
  const isThere = Object.hasOwn(SORTS, name) && (name !== 'openhouse' || isForOpenHouses);
  return isThere ? (name as SortName) : 'newest';
}

/** One day is from itself to itself. Days count before the word, and a range may stand in its place, as Portico writes it. */
function openHouseOf(
  parameters: PageParameters,
): Pick<Search, 'openHouse' | 'openFrom' | 'openUntil'> {
  const word = one(parameters.openHouse) ?? '';
  const range = word.includes('..') ? word.split('..') : undefined;
  const [first, last] = range ?? [one(parameters.openFrom), one(parameters.openUntil)];
  const days = [first, last].filter((day) => day !== undefined && isDay(day)).sort();
  const openHouse = word === 'any' || word === 'weekend' ? word : '';
  return {
    openHouse: days.length === 0 ? openHouse : '',
    ...{ openFrom: days[0] ?? '', openUntil: days.at(-1) ?? '' },
  };
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;

function boxOf(value: string | string[] | undefined): Box | undefined {
  const [west, south, east, north, more] = words(value).map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  const inside = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return inside && west < east && south < north && more === undefined
    ? [west, south, east, north]
    : undefined;
}

function list<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length === 0 ? undefined : [...items];
}
