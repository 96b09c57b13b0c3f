import { beforeAll, expect, it } from 'vitest';
import { randomParams } from '../../src/search/params/listing.params.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';
import type { AnswerRecord } from './asking.js';
import { AT_HOME, openMarket, RENTALS } from './market.js';

/** What each parameter of a random draw leaves to draw from, in the market. */
const cases: {
  readonly [Name in keyof typeof randomParams]: readonly (readonly [string, readonly number[]])[];
} = {
  status: [
    ['', RENTALS],
    ['status=2', RENTALS],
    ['status=1', [201, 202, 203, 204, 205]],
    ['STATUS=22,%2011', [211, 222]],
    ['status=,', RENTALS],
  ],
  cat: [
    ['cat=12', [129]],
    ['cat=12,13', [129, 130]],
    ['cat=99', []],
  ],
  priceMin: [
    ['status=1&priceMin=1000000', [203, 204, 205]],
    ['status=1&priceMin=0', [201, 202, 203, 204, 205]],
  ],
  priceMax: [
    ['status=1&priceMax=750000.5', [201, 202]],
    ['status=1&priceMin=750000&priceMax=1000000', [202, 203, 205]],
  ],
  bedsMin: [['status=1&bedsMin=1.5', [202, 203, 204, 205]]],
  bedsMax: [['status=1&bedsMax=2', [201, 202, 203, 205]]],
  agent: [
    ['agent=1', [131, 132, 133]],
    ['agent=0', RENTALS],
  ],
  extras: [
    ['extras=featured', [145, 152]],
    ['extras=featured,furnished', [152]],
    ['extras=developments', [147]],
    ['extras=nofee', [148]],
    ['extras=OPENHOUSE', [149, 150]],
  ],
  bbox: [
    ['bbox=-73.98,40.77,-73.97,40.78', AT_HOME],
    ['bbox=-73.97,40.77,-73.96,40.78', []],
  ],
  near: [['near=40.77,-73.98&within=1km', AT_HOME]],
  within: [['near=40.77,-73.98&within=0.4mi', []]],
  polygon: [
    ['polygon=POLYGON((-73.98 40.77,-73.97 40.77,-73.98 40.78))', AT_HOME],
    ['polygon=POLYGON((-73.98 40.77,-73.97 40.77,-73.97 40.78))', []],
  ],
  q: [
    ['q=lenox', [129]],
    ['q=harlem&cat=11', []],
  ],
  beds: [['status=1&beds=0,2', [201, 203, 205]]],
  bath: [['status=1&bath=1.5', [202]]],
  office: [['office=3', [131, 132, 133]]],
  similar: [['similar=203', [202, 205]]],
  isMLS: [
    ['isMLS=false', RENTALS],
    ['isMLS=true', []],
  ],
  isRLS: [['isRLS=include&agent=1', [131, 132, 133]]],
  fields: [['fields=main_id&agent=1', [131, 132, 133]]],
};

forEachDatabase('Listings at random', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const draw = async (count: number, query = ''): Promise<number[]> => {
    const path = `/properties/random/${count}?${query}`;
    const drawn = (await server.get(held.key, path)) as AnswerRecord[];
    return drawn.map((record) => Number(record.main_id));
  };
  beforeAll(async () => {
    held.key = await openMarket(server);
  });

  it.each(Object.keys(randomParams) as (keyof typeof cases)[])(
    'are filtered by %s',
    async (name) => {
      expect(cases[name].some(([query]) => new URLSearchParams(query).has(name))).toBe(true);
      for (const [query, ids] of cases[name]) {
        const drawn = await draw(200, query);
        expect([query, drawn.sort((one, other) => one - other)]).toEqual([query, ids]);
      }
    },
  );

  it('have limits that hold without being given', async () => {
    await server.put('acme', 'listings', [
      aListing({ main_id: 301, main_status: 'Sold', essentials_beds: 11 }),
      aListing({ main_id: 302, main_status: 'Sold', financials_price: 100_000_001 }),
      aListing({ main_id: 303, main_status: 'Sold', essentials_beds: 10 }),
      aListing({ main_id: 304, main_status: 'Sold', financials_price: 100_000_000 }),
    ]);
    expect((await draw(9, 'status=19')).sort()).toEqual([219, 303, 304]);
    const wide = 'status=19&priceMax=200000000&bedsMax=50';
    expect((await draw(9, wide)).sort()).toEqual([219, 301, 302, 303, 304]);
  });

  it('come as many as are asked for, none twice', async () => {
    for (const count of [0, 1, 7, RENTALS.length - 1]) {
      const drawn = await draw(count);
      expect(drawn).toHaveLength(count);
      expect(new Set(drawn).size).toBe(count);
      expect(RENTALS).toEqual(expect.arrayContaining(drawn));
    }
    const all = (await draw(RENTALS.length + 1)).sort((one, other) => one - other);
    expect(all).toEqual(RENTALS);
  });

  it('are drawn anew at each call, every one with a chance', async () => {
    const draws = [await draw(200), await draw(200), await draw(200)];
    // The same order of some sixty listings three times is no chance.
    expect(new Set(draws.map(String)).size).toBe(3);
    const seen = new Set<number>();
    for (let time = 0; time < 200 && seen.size < 5; time += 1) {
      for (const id of await draw(1, 'status=1')) seen.add(id);
    }
    expect([...seen].sort()).toEqual([201, 202, 203, 204, 205]);
  });
});
