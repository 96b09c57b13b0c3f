import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';
import { EMPTY_RECORD } from './building-records.js';

interface Page {
  readonly TOTAL_COUNT: number;
  readonly BUILDINGS: readonly { readonly id: number }[];
}

forEachDatabase('a search for buildings', (database) => {
  const server = serverFor(database);
  let key = '';

  const search = (query = '') => server.get(key, `/buildings?${query}`) as Promise<Page>;
  const ids = async (query: string) => (await search(query)).BUILDINGS.map(({ id }) => id);
  /** Ids of all matches; the total has to agree. */
  const found = async (query: string) => {
    const { TOTAL_COUNT, BUILDINGS } = await search(`${query}&count=50`);
    expect(TOTAL_COUNT).toBe(BUILDINGS.length);
    return BUILDINGS.map(({ id }) => id);
  };
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.addTenant('many');
    key = await server.addKey('acme');
    // Not in the order of their ids, so that an order comes from the search alone.
    await server.put('acme', 'buildings', [
      { id: 9, name: 'Inactive', status: 0, cat: 5 },
      { id: 1, cat: 4, doorman: 1, elevator: 1, category: 2 },
      { id: 2, cat: 4, doorman: 1, category: 6, pets: 3 },
      { id: 3, cat: 6, roofdeck: 1, elevator: 1, pets: 99 },
      { id: 4, cat: 6, courtyard: 1, healthclub: 1, pets: 98, category: 1 },
      { id: 5, cat: 5, commonoutdoorspace: 1, newconstruction: 1, pets: 1 },
      { id: 6, nofee: 1, featured: 1, newdevelopment: -1 },
      { id: 7, featured: 1, pets: 2, garage: 1 },
      { id: 8, newdevelopment: 1, pets: 4 },
    ]);
    const listing = (id: number, building: number, status: string) => ({
      main_id: id,
      essentials_building: building,
      main_status: status,
      financials_price: 1000 + id,
    });
    await server.put('acme', 'listings', [
      listing(101, 1, 'For Rent'),
      listing(102, 2, 'For Sale'),
      listing(103, 3, 'Rented'),
      listing(104, 4, 'In Contract'),
      listing(105, 5, 'App. Pending'),
      listing(106, 6, 'Rented'),
      listing(107, 6, 'For Rent'),
      listing(108, 6, 'For Rent'),
    ]);
    await server.put(
      'many',
      'buildings',
      from(1, 60).map((id) => ({ id })),
    );
  });

  it('lists all buildings by id, inactive ones too, with the record of the single read', async () => {
    const { TOTAL_COUNT, BUILDINGS } = await search();
    expect(TOTAL_COUNT).toBe(9);
    expect(BUILDINGS.map(({ id }) => id)).toEqual(from(1, 9));
    for (const building of BUILDINGS) {
      expect(await server.get(key, `/buildings/${building.id}`)).toEqual([building]);
    }
    expect(Object.keys(BUILDINGS[0] ?? {}).sort()).toEqual(Object.keys(EMPTY_RECORD).sort());
  });

  it('pages by ten, by what is asked, and by fifty at the most', async () => {
    const many = await server.addKey('many');
    const page = async (query: string) => {
      const answer = (await server.get(many, `/buildings?${query}`)) as Page;
      expect(answer.TOTAL_COUNT).toBe(60);
      return answer.BUILDINGS.map(({ id }) => id);
    };
    expect(await page('')).toEqual(from(1, 10));
    expect(await page('page=2')).toEqual(from(11, 20));
    expect(await page('count=7&page=3')).toEqual(from(15, 21));
    expect(await page('count=50')).toEqual(from(1, 50));
    expect(await page('count=51')).toEqual(from(1, 50));
    expect(await page('count=5000&page=2')).toEqual(from(51, 60));
    expect(await page('count=50&page=3')).toEqual([]);
    expect(await page('page=9007199254740991&count=50')).toEqual([]);
  });

  it('finds buildings of any of several neighborhoods', async () => {
    expect(await found('cat=4')).toEqual([1, 2]);
    expect(await found('cat=4,6')).toEqual([1, 2, 3, 4]);
    expect(await found('CAT=77')).toEqual([]);
  });

  it.each([
    ['doorman', [1, 2]],
    ['elevator', [1, 3]],
    ['healthClub', [4]],
    ['newConstruction', [5]],
    ['nofee', [6]],
    ['outdoorSpace', [3, 4, 5]],
    ['pets', [2, 4, 5, 7, 8]],
    ['Doorman,ELEVATOR', [1]],
    ['outdoorspace,pets', [4, 5]],
    ['doorman,nofee', []],
  ])('finds buildings by the amenities %s, all of them', async (amenities, expected) => {
    expect(await found(`amenities=${amenities}`)).toEqual(expected);
  });

  it('finds buildings of any of several categories', async () => {
    expect(await found('category=2')).toEqual([1]);
    expect(await found('category=1,6')).toEqual([2, 4]);
    expect(await found('category=0')).toEqual([3, 5, 6, 7, 8, 9]);
  });

  it('finds buildings with listings on the market', async () => {
    expect(await found('hasListings=true')).toEqual([1, 2, 6]);
    expect(await found('hasListings=false')).toEqual(from(1, 9));
  });

  it('finds featured buildings and developments, both where both are asked', async () => {
    expect(await found('extras=featured')).toEqual([6, 7]);
    expect(await found('extras=developments')).toEqual([6, 8]);
    expect(await found('extras=developments,featured')).toEqual([6]);
  });

  it('narrows by every filter that is given', async () => {
    expect(await found('cat=4&amenities=doorman&category=6&hasListings=true')).toEqual([2]);
    expect(await ids('cat=4,6&amenities=elevator&count=1&page=2')).toEqual([3]);
    expect(await search('cat=4,6&amenities=elevator&count=1&page=2')).toMatchObject({
      TOTAL_COUNT: 2,
    });
  });

  it.each([
    ['page=0', 'page', '"0"'],
    ['count=0', 'count', '"0"'],
    ['count=ten', 'count', '"ten"'],
    ['cat=4,x', 'cat', '"4,x"'],
    ['amenities=doorman,garage', 'amenities', '"doorman,garage"'],
    ['category=3', 'category', '"3"'],
    ['hasListings=maybe', 'hasListings', '"maybe"'],
    ['extras=furnished', 'extras', '"furnished"'],
  ])('refuses %s and says what is accepted', async (query, name, given) => {
    expect(await search(query)).toEqual({
      STATUS: 'Error',
      STATUS_CODE: '256',
      MESSAGE: expect.stringMatching(new RegExp(`^${name}: .*accepted is `)),
      TOTAL_COUNT: 0,
      BUILDINGS: [],
    });
    expect(await search(query)).toMatchObject({ MESSAGE: expect.stringContaining(given) });
  });

  it('takes three statements, however many buildings a page has', async () => {
    for (const query of ['count=1', 'count=50', 'count=50&hasListings=true&amenities=doorman']) {
      expect(await statementsOf(server, 'acme', () => search(query))).toHaveLength(3);
    }
    expect(await statementsOf(server, 'acme', () => search('page=9'))).toHaveLength(1);
  });
});
