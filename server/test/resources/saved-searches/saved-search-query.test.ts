import { describe, expect, it } from 'vitest';
import { type Param, ParamProblem } from '../../../src/api/params.js';
import {
  canonicalQuery,
  searchOf,
} from '../../../src/resources/saved-searches/saved-search.query.js';
import type { ColumnParam } from '../../../src/search/conditions/listing.filters.js';
import { addFlags, searchParams } from '../../../src/search/params/listing.params.js';
import { cases } from '../../search/filter-cases.js';

type Spellings = readonly [one: string, other: string, kept?: string];

const textIn = (query: string, name: string) => new URLSearchParams(query).get(name);

/** A value by which a search finds something; 0 is often none. */
function valueFor(name: string): string {
  const values = cases[name as keyof typeof cases].map(([query]) => textIn(query, name));
  return values.find((value) => Number(value ?? 0) !== 0) ?? '';
}

/** The bounds and codes of a column, of which all are spelled alike. */
const COMPARED = Object.entries<Param<unknown>>(searchParams).flatMap(
  ([name, param]): [string, Spellings][] => {
    if (!('compares' in param)) return [];
    const isCodes = (param as ColumnParam<unknown>).compares === 'any';
    return [[name, isCodes ? ['2,1', '1, 2', '1,2'] : ['2', '02.0', '2']]];
  },
);

/** Two spellings of parameters that a search is kept by, and the form in which it is kept; of the others, a blank is one. */
const KEPT: Readonly<Record<string, Spellings>> = {
  ...Object.fromEntries(COMPARED),
  id: ['12,7', '7, 12,0', '7,12'],
  status: ['12,1', '1 ,12,1', '1,12'],
  cat: ['8,5', '05,8', '5,8'],
  amenities: ['Elevator,doorman', 'DOORMAN, elevator', 'doorman,elevator'],
  bathMin: ['1.5', '1.50', '1.5'],
  MinLeaseTerm: ['6', '6.0', '6'],
  MaxLeaseTerm: ['12', '12.0', '12'],
  yearBuiltMax: ['2020', '2020.0', '2020'],
  type: ['Condo,coop', 'COOP, condo', 'condo,coop'],
  apartmentFeatures: ['Renovated,furnished', 'FURNISHED,renovated', 'furnished,renovated'],
  buildingFeatures: ['Pool,Doorman', 'doorman, pool', 'doorman,pool'],
  zipcode: ['07030', '7030', '7030'],
  address: [' 12 Bank Street', '12 Bank Street ', '12 Bank Street'],
  city: ['New York', ' New York ', 'New York'],
  availableDate: ['11/20/2026', ' 11/20/2026 ', '11/20/2026'],
  agent: ['4', '04', '4'],
  buildingId: ['9', '09', '9'],
  shortTerm: ['1', 'YES', 'true'],
  label: ['Sunny', ' Sunny', 'Sunny'],
  extras: ['nofee,Featured', 'featured, nofee', 'featured,nofee'],
  customValue: ['view:river', ' view:river ', 'view:river'],
  distribute: ['yes', '1', 'true'],
  q: ['Terrace Café', 'terrace  cafe', 'cafe,terrace'],
  bbox: ['-74.02,40.70,-73.93,40.80', '-74.02, 40.70, -73.93, 40.80', '-74.02,40.70,-73.93,40.80'],
  near: ['40.7580,-73.9855', '40.7580, -73.9855', '40.7580,-73.9855'],
  within: ['1.5km', ' 1.5KM ', '1.5km'],
  polygon: [
    'POLYGON((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7))',
    'Polygon((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7))',
    'polygon((-74 40.7, -73.9 40.7, -73.9 40.8, -74 40.7))',
  ],
  beds: ['3,0', '0,3', '0,3'],
  bath: ['2.50,1', '1,2.5', '1,2.5'],
  priceDrop: ['7', '07', '7'],
  openHouse: ['weekend', ' WEEKEND', 'weekend'],
  office: ['3', '03', '3'],
  isMLS: ['include', 'INCLUDE', 'include'],
  isRLS: ['1', 'TRUE', 'true'],
};

/** Those that are left out, each with a value that it takes. */
const DROPPED: Readonly<Record<string, string>> = {
  ...{ sort: 'size', order: 'asc', page: '2', perPage: '20', fields: 'main_id', facets: 'beds' },
  ...{ cluster: '12', list: 'false', similar: '7', updatedSince: '11/20/2026T09:30' },
  addDescription: 'true',
  ...Object.fromEntries(Object.keys(addFlags).map((name) => [name, valueFor(name)])),
};

/** A place and its distance stand together. */
const WITH: Readonly<Record<string, string>> = {
  near: '&within=2km',
  within: '&near=40.758,-73.985',
};

describe('a saved search', () => {
  it.each(Object.keys(searchParams))('keeps %s, or says that it does not', (name) => {
    if (DROPPED[name] !== undefined) {
      const { query, dropped } = canonicalQuery(`${name}=${DROPPED[name]}`);
      expect([query, dropped]).toEqual(['', [name]]);
      return;
    }
    const [one, other, text] = KEPT[name] ?? [valueFor(name), ` ${valueFor(name)} `];
    expect(one).not.toBe('');
    const more = WITH[name] ?? '';
    const stored = [one, other].map((value) =>
      canonicalQuery(`${name.toUpperCase()}=${encodeURIComponent(value)}${more}`),
    );
    expect(stored.map(({ dropped }) => dropped)).toEqual([[], []]);
    const query = stored[0]?.query ?? '';
    expect(textIn(query, name)).toEqual(text ?? expect.any(String));
    expect(stored[1]?.query).toBe(query);
    expect(canonicalQuery(query)).toEqual({ query, dropped: [] });
    // It asks what was asked, in any order.
    const asked = searchParams[name as keyof typeof searchParams].parse(one);
    const kept = searchOf(query)[name as keyof typeof searchParams];
    if (!Array.isArray(asked)) expect(kept).toEqual(asked);
    else expect(new Set(kept as unknown[])).toEqual(new Set(asked));
  });

  it('has its parameters in one order, and no defaults', () => {
    const one = canonicalQuery('?bedsMin=2&status=2&priceMax=900000&isMLS=false&shortTerm=0');
    const other = canonicalQuery('PRICEMAX=900000&bedsmin=2.0&priceMin=0&cat=&page=');
    expect(one).toEqual({ query: 'priceMax=900000&bedsMin=2', dropped: [] });
    expect(other).toEqual({ query: one.query, dropped: ['page'] });
  });

  it('drops what no search knows, credentials among it', () => {
    const { query, dropped } = canonicalQuery(
      'bedsMin=2&apiKey=p-secret&__proto__=x&near=40,-74&sort=distance',
    );
    expect(query).toBe('bedsMin=2');
    expect(dropped).toEqual(['apiKey', '__proto__', 'near', 'sort']);
  });

  it.each([
    ['priceMin=cheap', /^priceMin: "cheap" was given/],
    ['priceMin=5&priceMax=4', /^priceMin: "5" was given; accepted is a number up to priceMax/],
    ['within=1km', /^within: accepted is a distance together with near/],
    ['near=40,-74', /^near: /],
    ['isMLS=true&isRLS=true', /^isMLS: "true" was given; accepted is one of isMLS and isRLS/],
    ['polygon=POLYGON((0 0))', /^polygon: /],
    ['page=x', /^page: /],
  ])('is refused where /properties refuses it: %s', (query, words) => {
    expect(() => canonicalQuery(query)).toThrow(ParamProblem);
    expect(() => canonicalQuery(query)).toThrow(words);
  });

  it('takes half a character as one that nobody can read', () => {
    expect(canonicalQuery('address=\ud800').query).toBe('address=%EF%BF%BD');
  });

  it('of another release is not understood where it names what this one does not know', () => {
    expect(() => searchOf('bedsMin=2&moonlight=3')).toThrow('"moonlight" is not a parameter');
    expect(() => searchOf('extras=moonlight')).toThrow('extras: "moonlight" was given');
  });
});
