import type { Search } from '../searches.js';

/** Records of an answer. */
const PER_PAGE = 20;

/**
 * The question: rentals of a price range and a number of bedrooms in ten neighborhoods, the dearest
 * first, with the exact total. Each server has a path of its own for it; all answer
 * with all fields of the records.
 */
export const PATHS = {
  portico: ({ query }: Search): string =>
    `/properties?${new URLSearchParams({ ...query, perPage: String(PER_PAGE) })}`,
  platformatic: ({ query }: Search): string => {
    const params = new URLSearchParams({
      'where.status.eq': '2',
      'where.financialsPrice.gte': query.priceMin ?? '',
      'where.financialsPrice.lte': query.priceMax ?? '',
      'where.essentialsBeds.gte': query.bedsMin ?? '',
      'where.essentialsBeds.lte': query.bedsMax ?? '',
      'where.neighborhoodId.in': query.cat ?? '',
      'orderby.financialsPrice': 'desc',
      'orderby.mainId': 'asc',
      limit: String(PER_PAGE),
      totalCount: 'true',
    });
    return `/listings?${params}`;
  },
  directus: ({ query }: Search): string => {
    const filter = {
      status: { _eq: 2 },
      financials_price: { _between: [Number(query.priceMin), Number(query.priceMax)] },
      essentials_beds: { _between: [Number(query.bedsMin), Number(query.bedsMax)] },
      neighborhood_id: { _in: query.cat?.split(',').map(Number) },
    };
    const params = new URLSearchParams({
      filter: JSON.stringify(filter),
      sort: '-financials_price,main_id',
      limit: String(PER_PAGE),
      meta: 'filter_count',
    });
    return `/items/listings?${params}`;
  },
} as const;

/** A server of the comparison. */
export type Peer = keyof typeof PATHS;

/** The part of an answer that is compared. */
export interface PeerAnswer {
  readonly total: number;
  readonly ids: readonly number[];
}

/** Reads the total and the listings of an answer. */
export const READ: {
  readonly [P in Peer]: (response: Response) => Promise<PeerAnswer>;
} = {
  portico: async (response) => {
    const { TOTAL_COUNT, LISTINGS } = (await response.json()) as {
      TOTAL_COUNT: number;
      LISTINGS: { main_id: number }[];
    };
    return { total: TOTAL_COUNT, ids: LISTINGS.map(({ main_id }) => main_id) };
  },
  platformatic: async (response) => {
    const rows = (await response.json()) as { mainId: string }[];
    return {
      total: Number(response.headers.get('x-total-count')),
      ids: rows.map(({ mainId }) => Number(mainId)),
    };
  },
  directus: async (response) => {
    const { data, meta } = (await response.json()) as {
      data: { main_id: number }[];
      meta: { filter_count: number };
    };
    return { total: meta.filter_count, ids: data.map(({ main_id }) => main_id) };
  },
};
