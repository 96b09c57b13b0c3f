import type { ListingSearch } from 'portico-sdk';
import type { Box } from './map/geometry';

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
  readonly sort: SortName;
  readonly bbox: Box | undefined;
  readonly page: number;
  readonly view: 'list' | 'map';
}

export const SORTS = {
  newest: { name: 'Newest', sort: 'date', order: 'desc' },
  cheapest: { name: 'Lowest price', sort: 'price', order: 'asc' },
  dearest: { name: 'Highest price', sort: 'price', order: 'desc' },
  largest: { name: 'Largest', sort: 'size', order: 'desc' },
} as const;
export type SortName = keyof typeof SORTS;

export const PAGE_SIZE = 24;
/** The zoom for clusters where the address has no box: finer than a city needs, as markers are put together anyway. */
const CITY_ZOOM = 14;

/** Parameters as Next.js gives them: a name that occurs twice has a list. */
export type PageParameters = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads the address. Whatever it says that no search can mean is left out: an address is typed, shortened and passed on by
 * people, and a page is a better answer to that than an error.
 */
export function readSearch(parameters: PageParameters): Search {
  const sort = one(parameters.sort);
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
    sort: sort !== undefined && Object.hasOwn(SORTS, sort) ? (sort as SortName) : 'newest',
    bbox: boxOf(parameters.bbox),
    page: Math.min(Math.floor(positive(parameters.page) ?? 1) || 1, 1000),
    view: one(parameters.view) === 'map' ? 'map' : 'list',
  };
}

/** What Portico is asked: one call for the list, the counts next to the filters, and the map. */
export function queryOf(search: Search): ListingSearch {
  const { status, q, bathMin, priceMin, priceMax, bbox, page } = search;
  const { sort, order } = SORTS[search.sort];
  return {
    ...{ status: [status], bathMin, priceMin, priceMax, sort, order, page, perPage: PAGE_SIZE },
    q: q === '' ? undefined : q,
    cat: list(search.cat),
    beds: list(search.beds),
    type: list(search.type) as ListingSearch['type'],
    amenities: list(search.amenities) as ListingSearch['amenities'],
    pets: list(search.pets) as ListingSearch['pets'],
    bbox: bbox && [...bbox],
    cluster: bbox === undefined ? CITY_ZOOM : zoomOf(bbox),
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
