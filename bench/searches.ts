import { amenityBits, amenityNamed } from '../src/api/listings/amenity.vocabulary.js';
import type { Random } from '../src/operator/demo/random.js';

/** The five kinds of search that are measured. */
export const KINDS = ['default', 'price', 'amenities', 'neighborhood', 'size'] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** What each of them asks for. */
export const WORDS: { readonly [K in Kind]: string } = {
  default: 'rentals, dearest first',
  price: 'price, beds, ten neighborhoods',
  amenities: 'amenities, rentals and sales',
  neighborhood: 'one neighborhood, every status',
  size: 'sold listings, largest first',
};

/** Rows of a page: what the interface gives when it is not asked for another number. */
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
  /** As a website asks it. */
  readonly query: Readonly<Record<string, string>>;
  /** As a statement is given it: the values of its conditions but for the statuses, in order. */
  readonly values: readonly number[];
  readonly offset: number;
}

const TEN = 10;
const FILTERS = ['doorman', 'elevator', 'dishwasher', 'hardwood', 'LaundryInUnit', 'roofdeck'];

/** Makes a search of a kind. @param neighborhoods The ids there are. */
export function makeSearch(kind: Kind, neighborhoods: readonly number[], random: Random): Search {
  switch (kind) {
    case 'default':
      return paged(kind, {}, [], random);
    case 'price': {
      const least = random.int(15, 60) * 100;
      const most = least + random.int(5, 30) * 100;
      const beds = random.int(0, 3);
      const ids = random.sample(neighborhoods, TEN);
      const query = {
        priceMin: String(least),
        priceMax: String(most),
        // 0 would be no limit.
        ...(beds > 0 ? { bedsMin: String(beds) } : {}),
        bedsMax: String(beds + 1),
        cat: ids.join(),
      };
      return { kind, query, values: [...ids, least, most, beds, beds + 1], offset: 0 };
    }
    case 'amenities': {
      const names = random.sample(FILTERS, random.int(2, 3));
      const { low, high } = amenityBits(names.flatMap((name) => amenityNamed(name) ?? []));
      const query = { status: STATUSES[kind].join(), amenities: names.join() };
      return { kind, query, values: [low, low, high, high], offset: 0 };
    }
    case 'neighborhood': {
      const id = random.pick(neighborhoods);
      const query = { status: STATUSES[kind].join(), cat: String(id) };
      return { kind, query, values: [id], offset: 0 };
    }
    case 'size':
      return paged(kind, { status: STATUSES[kind].join(), sort: 'size' }, [], random);
  }
}

/** People look at first pages most, and at others too. */
function paged(
  kind: Kind,
  query: Readonly<Record<string, string>>,
  values: readonly number[],
  random: Random,
): Search {
  const page = random.chance(0.5) ? 1 : random.int(2, 20);
  const asked = page === 1 ? query : { ...query, page: String(page) };
  return { kind, query: asked, values, offset: (page - 1) * PER_PAGE };
}

/** The same number of searches of each kind, in turn. */
export function makeSearches(
  ofEach: number,
  neighborhoods: readonly number[],
  random: Random,
): Search[] {
  return Array.from({ length: ofEach * KINDS.length }, (_, at) =>
    makeSearch(KINDS[at % KINDS.length] as Kind, neighborhoods, random),
  );
}
