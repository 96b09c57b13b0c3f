import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { statementsOf } from '../rig/queries.js';
import { serverFor } from '../rig/server.js';

/** The facets of an answer, as loosely as a page reads them. */
interface FacetAnswer {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly unknown[];
  readonly FACETS: Readonly<Record<string, unknown>>;
}

const TYPES = ['Apartment', 'Condo', 'Office', 'Retail', 'N/A'] as const;
const HOMES: readonly string[] = ['Apartment', 'Condo', 'N/A'];
const PETS = { 'Pets OK': 3, 'Cats Only': 1, 'No Pets': 99, Unknown: 0 } as const;
const STATUSES = { 'For Rent': 2, 'For Sale': 1, Rented: 22, '': 0 } as const;
/** Words of the filter, and what a listing is given for them. */
const AMENITIES = {
  doorman: ['doorman'],
  outdoorSpace: ['terrace'],
  elevator: ['elevator'],
  LaundryInUnit: ['laundryinunit'],
  garage: ['garage'],
} as const;
type AmenityWord = keyof typeof AMENITIES;

const pick = <Value>(list: readonly Value[], by: number): Value =>
  list[Math.floor(by) % list.length] as Value;

/** Listings in many combinations, the same in every run. */
const facts = Array.from({ length: 700 }, (_, index) => {
  const spread = (index * 7919) % 1009;
  return {
    id: index + 1,
    status: pick(Object.keys(STATUSES) as (keyof typeof STATUSES)[], index % 7 < 4 ? 0 : spread),
    type: pick(TYPES, spread / 3),
    beds: pick([0, 0, 1, 2, 2.5, 3], spread / 5),
    bath: pick([0, 1, 1.5, 2], spread / 7),
    cat: pick([0, 1, 2, 3, 3, 3], spread / 11),
    pets: pick(Object.keys(PETS) as (keyof typeof PETS)[], spread / 13),
    amenities: (Object.keys(AMENITIES) as AmenityWord[]).filter(
      (_, at) => (spread >> at) % 2 === 1,
    ),
    price: spread % 50 === 0 ? 0 : 700 + spread * 13 + (spread % 4 === 0 ? 0.5 : 0),
    size: spread % 3 === 0 ? 0 : 300 + (spread % 400),
  };
});
type Fact = (typeof facts)[number];

const record = (fact: Fact) =>
  aListing({
    main_id: fact.id,
    main_status: fact.status,
    main_neighborhood: fact.cat === 0 ? '' : `Quarter ${fact.cat}`,
    essentials_type: fact.type,
    essentials_beds: fact.beds,
    essentials_bath: fact.bath,
    essentials_pets: fact.pets,
    essentials_size: fact.size,
    financials_price: fact.price,
    amenities: fact.amenities.flatMap((word) => AMENITIES[word]),
  });

/** The filters that facets have, each as its parameter and as what it means. */
const filters = {
  status: fc.constantFrom([], [2], [1, 22]),
  type: fc.constantFrom([], ['Condo'], ['Office', 'Apartment']),
  beds: fc.constantFrom([], [0], [0, 2], [2.5, 3]),
  bedsMin: fc.constantFrom(0, 0, 1),
  bath: fc.constantFrom([], [1.5], [0, 1]),
  cat: fc.constantFrom([], [1], [2, 3]),
  pets: fc.constantFrom([], [3], [99, 1]),
  amenities: fc.constantFrom<AmenityWord[]>([], ['doorman'], ['elevator', 'outdoorSpace']),
  priceMin: fc.constantFrom(0, 0, 5000),
  priceMax: fc.constantFrom(0, 0, 9000),
  minSize: fc.constantFrom(0, 0, 400),
};
const questions = fc.record(filters);
type Question = typeof questions extends fc.Arbitrary<infer Asked> ? Asked : never;
type FilterName = keyof typeof filters;

const some = <Value>(list: readonly Value[], value: Value) =>
  list.length === 0 || list.includes(value);
const isStudio = (fact: Fact) => fact.beds === 0 && HOMES.includes(fact.type);
const hasBeds = (fact: Fact, beds: number) => (beds === 0 ? isStudio(fact) : fact.beds === beds);

const tests: { readonly [Name in FilterName]: (fact: Fact, question: Question) => boolean } = {
  status: (fact, { status }) => some(status.length === 0 ? [2] : status, STATUSES[fact.status]),
  type: (fact, { type }) => some<string>(type, fact.type),
  beds: (fact, { beds }) => beds.length === 0 || beds.some((one) => hasBeds(fact, one)),
  bedsMin: (fact, { bedsMin }) => fact.beds >= bedsMin,
  bath: (fact, { bath }) => some(bath, fact.bath),
  cat: (fact, { cat }) => some(cat, fact.cat),
  pets: (fact, { pets }) => some<number>(pets, PETS[fact.pets]),
  amenities: (fact, { amenities }) => amenities.every((word) => fact.amenities.includes(word)),
  priceMin: (fact, { priceMin }) => fact.price >= priceMin,
  priceMax: (fact, { priceMax }) => priceMax === 0 || fact.price <= priceMax,
  minSize: (fact, { minSize }) => fact.size >= minSize,
};

const matches = (question: Question, ...without: readonly FilterName[]) =>
  facts.filter((fact) =>
    (Object.keys(tests) as FilterName[]).every(
      (name) => without.includes(name) || tests[name](fact, question),
    ),
  );

const counted = <Value>(
  values: readonly Value[],
  listings: readonly Fact[],
  has: (fact: Fact, value: Value) => boolean,
) =>
  values
    .map((value) => ({ value, count: listings.filter((fact) => has(fact, value)).length }))
    .filter(({ count }) => count > 0);

/** What the facets are, without a database and without a histogram's bins. */
function facetsOf(question: Question) {
  const pets = counted(
    [3, 1, 99],
    matches(question, 'pets'),
    (fact, code) => PETS[fact.pets] === code,
  );
  const places = counted([1, 2, 3], matches(question, 'cat'), (fact, cat) => fact.cat === cat);
  const listed = counted(
    [1, 2, 22],
    matches(question, 'status'),
    (fact, code) => STATUSES[fact.status] === code,
  );
  const word = { 1: 'For Sale', 2: 'For Rent', 22: 'Rented' } as Record<number, string>;
  const policy = { 1: 'Cats Only', 3: 'Pets OK', 99: 'No Pets' } as Record<number, string>;
  return {
    status: listed.map(({ value, count }) => ({ value, name: word[value], count })),
    type: counted(TYPES, matches(question, 'type'), (fact, type) => fact.type === type),
    beds: counted([0, 1, 2, 2.5, 3], matches(question, 'beds', 'bedsMin'), hasBeds),
    bath: counted([0, 1, 1.5, 2], matches(question, 'bath'), (fact, bath) => fact.bath === bath),
    neighborhood: places
      .map(({ value, count }) => ({ value, name: `Quarter ${value}`, count }))
      .sort((one, other) => other.count - one.count || one.value - other.value),
    pets: pets.map(({ value, count }) => ({ value, name: policy[value], count })),
    amenities: [
      ...counted(
        ['doorman', 'outdoorSpace', 'elevator'] as const,
        matches(question, 'amenities'),
        hasWord,
      ),
      ...counted(
        ['pets'] as const,
        matches(question, 'amenities'),
        (fact) => fact.pets === 'Pets OK' || fact.pets === 'Cats Only',
      ),
      ...counted(['LaundryInUnit', 'garage'] as const, matches(question, 'amenities'), hasWord),
    ],
  };
}
const hasWord = (fact: Fact, word: AmenityWord) => fact.amenities.includes(word);

/** A histogram says nothing but what a walk over the numbers says. */
function checkHistogram(shown: unknown, numbers: readonly number[]): void {
  const { min, max, bins } = shown as {
    min: number;
    max: number;
    bins: { from: number; to: number; count: number }[];
  };
  const real = numbers.filter((number) => number > 0);
  if (real.length === 0) {
    expect({ min, max, bins }).toEqual({ min: 0, max: 0, bins: [] });
    return;
  }
  expect([min, max]).toEqual([Math.floor(Math.min(...real)), Math.ceil(Math.max(...real))]);
  expect([bins[0]?.from, bins.at(-1)?.to]).toEqual([min, max]);
  expect(bins.length).toBeLessThanOrEqual(24);
  bins.forEach(({ from, to, count }, at) => {
    expect(from).toBeLessThanOrEqual(to);
    expect(bins[at + 1]?.from ?? to + 1).toBe(to + 1);
    // The last bin ends above the cents of the most expensive listing.
    const within = real.filter((number) => number >= from && Math.min(number, max) < to + 1);
    expect(count, `${from} to ${to}`).toBe(within.length);
  });
}

const NAMES = [
  'status',
  'type',
  'beds',
  'bath',
  'neighborhood',
  'pets',
  'amenities',
  'price',
  'size',
];

forEachDatabase('Facets', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const ask = async (query: URLSearchParams | string): Promise<FacetAnswer> =>
    (await server.get(held.key, `/properties?${query}`)) as FacetAnswer;
  beforeAll(async () => {
    await server.addTenant('many');
    await server.put(
      'many',
      'neighborhoods',
      [1, 2, 3].map((id) => ({ cat_id: id, cat_name: `Quarter ${id}` })),
    );
    await server.put('many', 'listings', facts.map(record));
    held.key = await server.addKey('many');
  });

  const checkAgainst = (question: Question, facets: Readonly<Record<string, unknown>>) => {
    const expected: Readonly<Record<string, unknown>> = facetsOf(question);
    for (const [name, shown] of Object.entries(facets)) {
      if (name === 'price') {
        checkHistogram(
          shown,
          matches(question, 'priceMin', 'priceMax').map(({ price }) => price),
        );
      } else if (name === 'size') {
        checkHistogram(
          shown,
          matches(question, 'minSize').map(({ size }) => size),
        );
      } else {
        expect(shown, name).toEqual(expected[name]);
      }
    }
  };

  const queryOf = (question: Question) => {
    const query = new URLSearchParams({ list: 'false' });
    for (const [name, value] of Object.entries(question)) query.set(name, String(value));
    return query;
  };

  it('count what a walk over all listings counts, each without its own filter', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const query = queryOf(question);
        query.set('facets', NAMES.join());
        const { TOTAL_COUNT, LISTINGS, FACETS } = await ask(query);
        expect([TOTAL_COUNT, LISTINGS]).toEqual([matches(question).length, []]);
        expect(Object.keys(FACETS).sort()).toEqual([...NAMES].sort());
        checkAgainst(question, FACETS);
      }),
      { numRuns: 60 },
    );
  });

  it('say the same one at a time', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.constantFrom(...NAMES), async (question, name) => {
        const query = queryOf(question);
        query.set('facets', name);
        const { FACETS } = await ask(query);
        expect(Object.keys(FACETS)).toEqual([name]);
        checkAgainst(question, FACETS);
      }),
      { numRuns: 60 },
    );
  });

  it('count what a search for the value finds', async () => {
    const { FACETS } = await ask(`facets=${NAMES}&list=false&cat=3&amenities=doorman`);
    const parameter: Readonly<Record<string, string>> = { neighborhood: 'cat' };
    for (const name of NAMES.filter((name) => name !== 'price' && name !== 'size')) {
      const values = FACETS[name] as { value: string | number; count: number }[];
      expect(values.length, name).toBeGreaterThan(1);
      for (const { value, count } of values) {
        const query = new URLSearchParams({ cat: '3', amenities: 'doorman', list: 'false' });
        query.set(parameter[name] ?? name, String(value));
        expect([name, value, (await ask(query)).TOTAL_COUNT]).toEqual([name, value, count]);
      }
    }
  });

  it('come along with the page, and ask few statements', async () => {
    const plain = await ask('cat=3&perPage=5&page=2');
    const along = await ask('cat=3&perPage=5&page=2&facets=beds,status');
    expect(along).toEqual({ ...plain, FACETS: along.FACETS });
    expect(plain).not.toHaveProperty('FACETS');
    const described = await ask('cat=3&perPage=5&page=2&facets=STATUS,Beds&addDescription=true');
    expect(described.FACETS).toEqual(along.FACETS);
    // So many searches have put the listings into memory, from where they are given back.
    server.clock.advance(301_000);
    const statements = await statementsOf(server, 'many', () =>
      ask(`facets=${NAMES}&list=false&beds=1&priceMin=5`),
    );
    // The number, what is not filtered, status, beds, price, and the names of neighborhoods.
    expect(statements).toHaveLength(6);
  });

  it('of listings by id count whatever their status is', async () => {
    const [one, other] = facts.filter(({ status }) => status === 'For Sale');
    const { FACETS } = await ask(`id=${one?.id},${other?.id},1&facets=status,beds&list=false`);
    const statuses = FACETS.status as { value: number; count: number }[];
    expect(statuses.find(({ value }) => value === 1)?.count).toBe(2);
  });
});
