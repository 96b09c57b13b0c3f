import { expect } from 'vitest';
import type { TestServer } from '../rig/server.js';

/** What a source row says that facets count. */
export interface FacetRow {
  readonly place: string;
  readonly price: number;
  readonly beds: number;
  readonly has: Readonly<Record<string, boolean>>;
}

interface Answer {
  readonly TOTAL_COUNT: number;
  readonly FACETS: {
    readonly beds: readonly { readonly value: number; readonly count: number }[];
    readonly neighborhood: readonly { readonly name: string; readonly count: number }[];
    readonly amenities: readonly { readonly value: string; readonly count: number }[];
    readonly price: {
      readonly bins: readonly {
        readonly from: number;
        readonly to: number;
        readonly count: number;
      }[];
    };
  };
}

type Test = (row: FacetRow) => boolean;

/** Filters as the query has them, and as they mean: of beds, of prices, of amenities. */
const QUESTIONS: readonly (readonly [query: string, beds: Test, price: Test, amenities: Test])[] = [
  ['', yes, yes, yes],
  ['&beds=0,2', ({ beds }) => beds === 0 || beds === 2, yes, yes],
  [
    '&bedsMin=1&priceMin=2500&priceMax=4000&amenities=doorman',
    ({ beds }) => beds >= 1,
    ({ price }) => price >= 2500 && price <= 4000,
    ({ has }) => has.doorman === true,
  ],
];

function yes(): boolean {
  return true;
}

const times = <Value>(values: readonly Value[]) => {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Holds the facets of all listings against counts that are made from the rows alone. */
export async function compareFacets(
  server: TestServer,
  key: string,
  rows: readonly FacetRow[],
): Promise<void> {
  for (const [query, beds, price, amenities] of QUESTIONS) {
    const path = `/properties?list=false&facets=beds,neighborhood,amenities,price${query}`;
    const { TOTAL_COUNT, FACETS } = (await server.get(key, path)) as Answer;
    const met = (...tests: Test[]) => rows.filter((row) => tests.every((test) => test(row)));
    const all = met(beds, price, amenities);
    expect(TOTAL_COUNT).toBe(all.length);
    expect(new Map(FACETS.beds.map(({ value, count }) => [value, count]))).toEqual(
      times(met(price, amenities).map((row) => row.beds)),
    );
    const places = times(all.map(({ place }) => place));
    places.delete('');
    expect(new Map(FACETS.neighborhood.map(({ name, count }) => [name, count]))).toEqual(places);
    const shown = new Map(FACETS.amenities.map(({ value, count }) => [value.toLowerCase(), count]));
    for (const word of Object.keys(rows[0]?.has ?? {})) {
      const expected = met(beds, price, ({ has }) => has[word] === true).length;
      expect([word, shown.get(word.toLowerCase()) ?? 0]).toEqual([word, expected]);
    }
    const prices = met(beds, amenities).map((row) => row.price);
    for (const { from, to, count } of FACETS.price.bins) {
      const within = prices.filter((one) => one >= from && one < to + 1).length;
      expect([from, to, count]).toEqual([from, to, within]);
    }
    const inBins = FACETS.price.bins.reduce((sum, { count }) => sum + count, 0);
    expect(inBins).toBe(prices.filter((one) => one > 0).length);
  }
}
