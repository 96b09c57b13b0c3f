import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { pageOf, search } from './asking.js';
import { openMarket, RENTALS, rentalsBut } from './market.js';

forEachDatabase('Pages of a search', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    held.key = await openMarket(server);
  });

  it('come in the order that is asked for, equal ones by id', async () => {
    const orders = [
      ['', [204, 203, 205, 202, 201]],
      ['sort=price', [204, 203, 205, 202, 201]],
      ['sort=price&order=desc', [204, 203, 205, 202, 201]],
      ['order=asc', [201, 202, 203, 205, 204]],
      ['SORT=Price&ORDER=Asc', [201, 202, 203, 205, 204]],
      ['sort=size', [202, 203, 205, 204, 201]],
      ['sort=size&order=asc', [201, 204, 203, 205, 202]],
      ['sort=date', [203, 205, 202, 201, 204]],
      ['sort=date&order=asc', [204, 201, 202, 203, 205]],
      ['sort=&order=', [204, 203, 205, 202, 201]],
      // The same among other matches, which may be read in another way.
      ['taxesMin=1&sort=size', [202, 203, 205, 204, 201]],
      ['cat=11&sort=size&order=asc', [201, 204, 203, 205, 202]],
      ['cat=11,12&sort=price', [204, 203, 205, 202, 201]],
    ] as const;
    for (const [query, ids] of orders) {
      const asked = `status=1&${query}`;
      expect([asked, await pageOf(server, held.key, asked)]).toEqual([asked, ids]);
    }
  });

  it('put listings of several states in one order', async () => {
    const page = (query: string) => pageOf(server, held.key, query);
    expect(await page('status=2,1&perPage=7')).toEqual([204, 203, 205, 202, 201, 101, 102]);
    expect(await page('status=1,2&perPage=4&page=2')).toEqual([201, 101, 102, 103]);
    expect(await page('status=1,2&order=asc&perPage=3')).toEqual([101, 102, 103]);
    const newest = [159, 101, 102];
    expect(await page('status=2,1&sort=date&perPage=3')).toEqual(newest);
    expect(await page('status=1,2&sort=size&perPage=4&cat=11')).toEqual([202, 203, 205, 101]);
  });

  it('hold 10 records by default and any number that is asked for', async () => {
    const page = (query: string) => pageOf(server, held.key, query);
    expect(await page('')).toEqual(RENTALS.slice(0, 10));
    for (const size of [1, 3, 10, 20, 40, 100]) {
      expect(await page(`perPage=${size}`)).toEqual(RENTALS.slice(0, size));
    }
    expect(await page('perPage=200')).toEqual(RENTALS);
  });

  it.each(['', '&cat=11,12,13', '&address=plain'])(
    'neither repeat nor skip a record%s',
    async (filter) => {
      const expected = filter.includes('address') ? rentalsBut(129) : RENTALS;
      const walked: unknown[] = [];
      for (let page = 1; walked.length < expected.length; page += 1) {
        const { TOTAL_COUNT, LISTINGS } = await search(
          server,
          held.key,
          `perPage=7&page=${page}${filter}`,
        );
        expect(TOTAL_COUNT).toBe(expected.length);
        expect(LISTINGS.length).toBeGreaterThan(0);
        walked.push(...LISTINGS.map((record) => record.main_id));
      }
      expect(walked).toEqual(expected);
    },
  );

  it('past the last are empty, and tell the same total', async () => {
    const beyond = [8, 1000, 2 ** 31, 2 ** 53 - 1];
    const filters = [
      ['', RENTALS.length],
      ['&status=1,2', RENTALS.length + 5],
      ['&status=1,2&sort=date', RENTALS.length + 5],
      ['&cat=11', RENTALS.length - 2],
      ['&id=101', 1],
      ['&pets=1&sort=size', 1],
      ['&agent=77', 0],
    ] as const;
    for (const page of beyond) {
      for (const [filter, total] of filters) {
        const query = `perPage=200&page=${page}${filter}`;
        expect([query, await search(server, held.key, query)]).toEqual([
          query,
          { TOTAL_COUNT: total, LISTINGS: [] },
        ]);
      }
    }
  });
});
