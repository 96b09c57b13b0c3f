import type { Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { databaseOf, statementsTo } from '../rig/queries.js';
import { serverFor } from '../rig/server.js';

interface PageAnswer {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly { readonly main_id: number }[];
}

/** More than are collected to be sorted in the process. */
const LISTINGS = 700;

const SEARCHES = {
  'of one status': 'status=2',
  'with conditions': 'status=2&priceMin=1100&bedsMin=1',
  'in several neighborhoods': 'cat=1,2&priceMin=1100&bedsMin=1',
  'in a neighborhood, of several statuses': 'status=2,1,22&cat=1',
  'in several statuses by size': 'status=2,22&sort=size&order=asc',
  'by words of an address': 'address=street&priceMin=1100',
} as const;

forEachDatabase('The total of a search', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const record = (at: number) =>
    aListing({
      main_id: at,
      main_status: at % 5 === 0 ? 'For Sale' : at % 7 === 0 ? 'Rented' : 'For Rent',
      main_neighborhood: `Quarter ${1 + (at % 2)}`,
      main_street: 'Long Street',
      essentials_beds: at % 4,
      essentials_size: 400 + ((at * 7) % 90),
      financials_price: 1000 + ((at * 13) % 800),
    });

  beforeAll(async () => {
    await server.addTenant('acme');
    const cats = [1, 2].map((id) => ({ cat_id: id, cat_name: `Quarter ${id}` }));
    await server.put('acme', 'neighborhoods', cats);
    await server.put(
      'acme',
      'listings',
      Array.from({ length: LISTINGS }, (_, at) => record(at + 1)),
    );
    held.key = await server.addKey('acme');
  });

  const ask = async (query: string) =>
    (await server.get(held.key, `/properties?${query}`)) as PageAnswer;

  it.each(Object.entries(SEARCHES))('%s is counted once for all pages', async (_, query) => {
    const whole = await ask(`${query}&perPage=200`);
    const db = (await databaseOf(server, 'acme')) as Kysely<never>;
    const pages: PageAnswer[] = [];
    const statements = await statementsTo(db, () =>
      server.inThisProcess(async () => {
        for (let page = 1; page <= 4; page += 1) {
          pages.push(await ask(`${query}&perPage=50&page=${page}`));
        }
        pages.push(await ask(`${query}&perPage=50&page=1000`));
        await ask(`${query}&list=false&perPage=50`);
      }),
    );
    // The pages may be the first that this process is asked for.
    const counting = statements.filter((text) => text.includes('count(*)'));
    expect(counting.length).toBeLessThanOrEqual(1);
    expect(pages.map(({ TOTAL_COUNT }) => TOTAL_COUNT)).toEqual(pages.map(() => whole.TOTAL_COUNT));
    expect(pages.flatMap(({ LISTINGS: found }) => found.map(({ main_id }) => main_id))).toEqual(
      whole.LISTINGS.map(({ main_id }) => main_id),
    );
    expect(pages.at(-1)?.LISTINGS).toEqual([]);
  });

  it('is counted again after a write', async () => {
    const { TOTAL_COUNT: before } = await ask('status=2&bedsMin=1');
    await ask('status=2&bedsMin=1&page=2');
    await server.put('acme', 'listings', [{ ...record(LISTINGS + 1), essentials_beds: 2 }]);
    expect((await ask('status=2&bedsMin=1&page=2')).TOTAL_COUNT).toBe(before + 1);
    expect((await ask('status=2&bedsMin=1')).TOTAL_COUNT).toBe(before + 1);
  });

  it('and the revision that it is kept by are nothing to a draw', async () => {
    const db = (await databaseOf(server, 'acme')) as Kysely<never>;
    const statements = await statementsTo(db, () =>
      server.inThisProcess(() => server.get(held.key, '/properties/random/3?status=2')),
    );
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((text) => text.includes('revision'))).toEqual([]);
  });
});
