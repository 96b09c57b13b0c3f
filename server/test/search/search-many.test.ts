import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { statementsOf } from '../rig/queries.js';
import { serverFor } from '../rig/server.js';
import { pageOf, search } from './asking.js';

/** What a search is asked about here. */
interface Fact {
  readonly id: number;
  readonly status: 1 | 2 | 22;
  readonly cat: number;
  readonly price: number;
  readonly size: number;
  readonly day: number;
  readonly beds: number;
  readonly doorman: boolean;
}

/**
 * More listings than a search collects before it decides for a way through an index, with many
 * equal prices, sizes and days.
 */
const facts: readonly Fact[] = Array.from({ length: 900 }, (_, index) => {
  const spread = (index * 7919) % 900;
  return {
    id: index + 1,
    status: index % 10 === 0 ? 1 : index % 10 === 1 ? 22 : 2,
    cat: 1 + (spread % 4 === 0 ? 0 : 1 + (index % 2)),
    price: 1000 + 100 * (spread % 23),
    size: 300 + 50 * (spread % 17),
    day: 1 + (spread % 28),
    beds: (spread % 9) / 2,
    doorman: spread % 3 !== 0,
  };
});

const statuses = { 1: 'For Sale', 2: 'For Rent', 22: 'Rented' } as const;
const two = (number: number) => String(number).padStart(2, '0');

const record = (fact: Fact) =>
  aListing({
    main_id: fact.id,
    main_status: statuses[fact.status],
    main_neighborhood: `Quarter ${fact.cat}`,
    financials_price: fact.price,
    essentials_size: fact.size,
    essentials_date: `October, ${two(fact.day)} 2026 10:00:00`,
    essentials_beds: fact.beds,
    amenities: fact.doorman ? ['doorman'] : [],
  });

const questions = fc.record({
  sort: fc.constantFrom('price' as const, 'size' as const, 'date' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
  perPage: fc.integer({ min: 1, max: 200 }),
  status: fc.constantFrom<readonly number[]>([2], [1], [2, 1], [1, 22, 2]),
  cat: fc.constantFrom<readonly number[]>([], [1], [2], [2, 3], [3, 1, 2]),
  priceMin: fc.constantFrom(0, 0, 1500, 3100),
  bedsMax: fc.constantFrom(0, 0, 1, 3.5),
  amenities: fc.constantFrom('', '', 'doorman'),
});

type Question = typeof questions extends fc.Arbitrary<infer Asked> ? Asked : never;

/** The answer, without a database. */
function answerTo(question: Question): { total: number; ids: number[] } {
  const field = question.sort === 'date' ? 'day' : question.sort;
  const direction = question.order === 'desc' ? -1 : 1;
  const all = facts
    .filter(
      (fact) =>
        question.status.includes(fact.status) &&
        (question.cat.length === 0 || question.cat.includes(fact.cat)) &&
        fact.price >= question.priceMin &&
        (question.bedsMax === 0 || fact.beds <= question.bedsMax) &&
        (question.amenities === '' || fact.doorman),
    )
    .sort((one, other) => direction * (one[field] - other[field]) || one.id - other.id);
  const start = (question.page - 1) * question.perPage;
  const ids = all.slice(start, start + question.perPage).map((fact) => fact.id);
  return { total: all.length, ids };
}

forEachDatabase('A search among many', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
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

  it('finds what a plain walk over all listings finds, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(question)) query.set(name, String(value));
        const { TOTAL_COUNT, LISTINGS } = await search(server, held.key, query.toString());
        const ids = LISTINGS.map((listing) => listing.main_id);
        expect({ total: TOTAL_COUNT, ids }).toEqual(answerTo(question));
      }),
      { numRuns: 100 },
    );
  });

  it('asks the database three times at the most, many matches or few', async () => {
    for (const query of [
      '',
      'status=1,22,2&sort=date',
      'cat=2,3&priceMin=0&bedsMax=9',
      'cat=2,3&priceMin=0&bedsMax=9&page=9',
      'cat=2,3&priceMin=3100&bedsMax=1',
      'cat=1,2,3&priceMin=0&bedsMax=9&sort=size',
      'amenities=doorman&sort=date&page=3',
      'address=quarter&sort=size',
    ]) {
      const ask = () => search(server, held.key, query);
      expect((await statementsOf(server, 'many', ask)).length, query).toBeLessThanOrEqual(3);
    }
  });

  it('lowers a larger page to 200 records', async () => {
    const first = await pageOf(server, held.key, 'perPage=200');
    expect(first).toHaveLength(200);
    for (const size of [201, 1000, 2 ** 53 - 1]) {
      expect(await pageOf(server, held.key, `perPage=${size}`)).toEqual(first);
    }
    const second = await pageOf(server, held.key, 'perPage=100&page=2');
    expect(second).toEqual(first.slice(100));
    expect(await pageOf(server, held.key, 'perPage=5000&page=4')).toHaveLength(720 - 600);
  });

  it('draws as many at random as are asked for, 200 at most', async () => {
    const draw = async (count: number) =>
      ((await server.get(held.key, `/properties/random/${count}`)) as { main_id: number }[]).map(
        (listing) => listing.main_id,
      );
    const rentals = new Set(facts.filter((fact) => fact.status === 2).map((fact) => fact.id));
    for (const [asked, given] of [
      [1, 1],
      [199, 199],
      [200, 200],
      [201, 200],
      [2 ** 53 - 1, 200],
    ] as const) {
      const drawn = await draw(asked);
      expect(drawn).toHaveLength(given);
      expect(new Set(drawn).size).toBe(given);
      expect(drawn.every((id) => rentals.has(id))).toBe(true);
    }
    // Two draws of 200 out of 720 that are the same are not to be met in this universe.
    expect(await draw(200)).not.toEqual(await draw(200));
  });
});
