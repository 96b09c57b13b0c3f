import type { Random } from 'portico-demo';
import { amenityBits, amenityNamed } from '../src/search/params/amenity.vocabulary.js';

/** The five measured kinds of search. */
export const KINDS = ['default', 'price', 'amenities', 'neighborhood', 'size'] as const;

/** A kind of search. */
export type Kind = (typeof KINDS)[number];

/** A description of each kind of search. */
export const WORDS: { readonly [K in Kind]: string } = {
  default: 'rentals, dearest first',
  price: 'price, beds, ten neighborhoods',
  amenities: 'amenities, rentals and sales',
  neighborhood: 'one neighborhood, every status',
  size: 'sold listings, largest first',
};

/** Rows of a page: the interface's default. */
export const PER_PAGE = 10;

/** The statuses of each kind, in the order in which the query names them. */
export const STATUSES: { readonly [K in Kind]: readonly number[] } = {
  default: [2],
  price: [2],
  amenities: [1, 2],
  neighborhood: [1, 2, 11, 12, 21, 19, 22],
  size: [19],
};

/** One search with values of its own. */
export interface Search {
  readonly kind: Kind;
  /** The parameters in a website's call. */
  readonly query: Readonly<Record<string, string>>;
  /** The values of a statement: those of its conditions except the statuses, in order. */
  readonly values: readonly number[];
  readonly offset: number;
}

const FILTERS = ['doorman', 'elevator', 'dishwasher', 'hardwood', 'LaundryInUnit', 'roofdeck'];

/** Above the highest price of a listing. */
const ABOVE_ALL = 10_000_000;

/**
 * The same number of searches of each kind, in turn. @param neighborhoods The ids of all
 * neighborhoods.
 */
export function makeSearches(
  ofEach: number,
  neighborhoods: readonly number[],
  random: Random,
): Search[] {
  return Array.from({ length: ofEach * KINDS.length }, (_, at) =>
    searchOf(makeQuery(KINDS[at % KINDS.length] as Kind, neighborhoods, random)),
  );
}

/**
 * The same kinds of search, which all differ: each has a highest price of its own, above
 * all prices. So no answer and no total that a server keeps is of use to another search.
 */
export function makeDistinctSearches(
  ofEach: number,
  neighborhoods: readonly number[],
  random: Random,
): Search[] {
  return makeSearches(ofEach, neighborhoods, random).map(({ kind, query }, at) =>
    searchOf(kind === 'price' ? query : { ...query, priceMax: String(ABOVE_ALL + at) }),
  );
}

/**
 * Searches as a website's visitors ask them: four of five are one of a few questions, and no other
 * comes twice.
 */
export function repeatSearches(
  questions: readonly Search[],
  distinct: readonly Search[],
  random: Random,
): Search[] {
  return Array.from({ length: distinct.length * 5 }, (_, at) =>
    at % 5 === 4 ? (distinct[(at - 4) / 5] as Search) : random.pick(questions),
  );
}

function makeQuery(
  kind: Kind,
  neighborhoods: readonly number[],
  random: Random,
): Record<string, string> {
  switch (kind) {
    case 'default':
      return page(random);
    case 'price': {
      const least = random.int(15, 60) * 100;
      const beds = random.int(1, 3);
      return {
        priceMin: String(least),
        priceMax: String(least + random.int(5, 30) * 100),
        bedsMin: String(beds),
        bedsMax: String(beds + 1),
        cat: random.sample(neighborhoods, 10).join(),
      };
    }
    case 'amenities':
      return {
        status: STATUSES[kind].join(),
        amenities: random.sample(FILTERS, random.int(2, 3)).join(),
      };
    case 'neighborhood':
      return { status: STATUSES[kind].join(), cat: String(random.pick(neighborhoods)) };
    case 'size':
      return { status: STATUSES[kind].join(), sort: 'size', ...page(random) };
  }
}

/** Half of the searches ask for the first page, because people look at first pages most. */
function page(random: Random): Record<string, string> {
  return random.chance(0.5) ? {} : { page: String(random.int(2, 20)) };
}

/**
 * The conditions of each kind beyond the status, in SQL that both databases read. The values of a search
 * stand in the order of the marks.
 */
const CONDITIONS: { readonly [K in Kind]: string } = {
  default: '',
  price: `and neighborhood_id in (${marks(10)}) and price between ? and ? and beds between ? and ?`,
  amenities: 'and amenities_low & ? = ? and amenities_high & ? = ?',
  neighborhood: 'and neighborhood_id = ?',
  size: '',
};

/** The condition of distinct searches on the highest price. */
const BELOW = 'and price <= ?';

/** The column by which each kind is sorted, in descending order. */
export const SORTED: { readonly [K in Kind]: 'price' | 'size' } = {
  default: 'price',
  price: 'price',
  amenities: 'price',
  neighborhood: 'price',
  size: 'size',
};

/** What a kind's listings meet. @param distinct Whether each search has a highest price. */
export function conditionsOf(kind: Kind, statuses: readonly number[], distinct: boolean): string {
  const highest = distinct && kind !== 'price' ? BELOW : '';
  return `status in (${statuses.join()}) ${CONDITIONS[kind]} ${highest}`;
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join();
}

/** A search's path and parameters, which a key can follow. */
export function pathOf({ query }: Pick<Search, 'query'>): string {
  return `/properties?${new URLSearchParams(query)}`;
}

/** The search of one of the queries that are made here. */
export function searchOf(query: Readonly<Record<string, string>>): Search {
  const { amenities, cat, priceMin, priceMax, bedsMin, bedsMax, sort, page = '1' } = query;
  const offset = (Number(page) - 1) * PER_PAGE;
  const ids = cat === undefined ? [] : cat.split(',').map(Number);
  const most = priceMax === undefined ? [] : [Number(priceMax)];
  if (amenities !== undefined) {
    const { low, high } = amenityBits(
      amenities.split(',').flatMap((name) => amenityNamed(name) ?? []),
    );
    return { kind: 'amenities', query, values: [low, low, high, high, ...most], offset };
  }
  if (priceMin !== undefined) {
    const limits = [priceMin, priceMax, bedsMin, bedsMax].map(Number);
    return { kind: 'price', query, values: [...ids, ...limits], offset };
  }
  if (cat !== undefined) return { kind: 'neighborhood', query, values: [...ids, ...most], offset };
  return { kind: sort === 'size' ? 'size' : 'default', query, values: most, offset };
}
