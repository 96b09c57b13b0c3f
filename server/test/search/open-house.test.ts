import { beforeAll, expect, it } from 'vitest';
import { openHouseBounds } from '../../src/search/conditions/open-house.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing, type ImportRecord } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';

/* The clock says Friday, 20 November 2026, 12:00 in New York. */

const LISTINGS: readonly ImportRecord[] = [
  { main_id: 1 },
  { main_id: 2, openhouse: '2026-11-20 11:00:00', openhouseend: '2026-11-20 11:59:00' },
  { main_id: 3, openhouse: '2026-11-20 11:00:00', openhouseend: '2026-11-20 13:00:00' },
  // Without an end it is over when it begins.
  { main_id: 4, openhouse: '2026-11-20 11:00:00' },
  { main_id: 5, openhouse: '2026-11-22 14:00:00' },
  // The earlier one is the second.
  {
    main_id: 6,
    ...{ openhouse: '2026-12-05 10:00:00', openhouseend: '2026-12-05 11:00:00' },
    ...{ openhouse2: '2026-11-21 15:00:00', openhouseend2: '2026-11-21 16:00:00' },
  },
  {
    main_id: 7,
    ...{ openhouse: '2026-11-19 10:00:00', openhouseend: '2026-11-19 11:00:00' },
    ...{ openhouse2: '2026-12-06 23:30:00', openhouseend2: '2026-12-07 00:30:00' },
  },
  { main_id: 8, essentials_openhouse_by_appointment_only: 'By Appointment Only' },
];

interface Page {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly { readonly main_id: number }[];
}

forEachDatabase('A search by open houses', (database) => {
  const server = serverFor(database);
  let key = '';
  beforeAll(async () => {
    // Where it is 9:00, and so an open house of the feed is not over that would be in New York.
    await server.addTenant('west', { kind: 'mls', time_zone: 'America/Los_Angeles' });
    await server.addTenant('acme', { mls_feed: 'west' });
    await server.put(
      'acme',
      'listings',
      LISTINGS.map((record) => ({ ...aListing(), ...record })),
    );
    const ofFeed = { main_id: 71, mls_no: 'W71', openhouse: '2026-11-20 10:00:00' };
    await server.put('west', 'listings', [{ ...aListing(), ...ofFeed }]);
    key = await server.addKey('acme');
  });
  const found = async (query: string) => {
    const { TOTAL_COUNT, LISTINGS } = (await server.get(key, `/properties?${query}`)) as Page;
    expect(TOTAL_COUNT).toBe(LISTINGS.length);
    return LISTINGS.map(({ main_id }) => main_id);
  };

  it.each([
    ['any', [3, 6, 5, 7]],
    ['weekend', [6, 5]],
    ['2026-12-05..2026-12-06', [6, 7]],
    ['2020-01-01..9999-12-31', [3, 6, 5, 7]],
    ['2026-11-20..2026-11-20', [3]],
    ['2026-11-01..2026-11-19', []],
    ['2026-12-07..2026-12-31', []],
  ])('of %s finds %j, the soonest of these days first', async (days, ids) => {
    for (const order of ['desc', 'asc']) {
      expect(await found(`openHouse=${days}&sort=openhouse&order=${order}`)).toEqual(ids);
    }
    const inOrder = [...ids].sort();
    expect((await found(`openHouse=${days}`)).sort()).toEqual(inOrder);
    expect(await found(`openHouse=${days}&status=1,2&priceMin=1&sort=openhouse`)).toEqual(ids);
  });

  it('takes the clock of each database', async () => {
    expect(await found('openHouse=any&sort=openhouse&isMLS=include')).toEqual([71, 3, 6, 5, 7]);
  });

  it('is sorted by open houses only where it asks for them', async () => {
    const { MESSAGE } = (await server.get(key, '/properties?sort=openhouse')) as never;
    expect(MESSAGE).toBe(
      'sort: "openhouse" was given; accepted is openhouse together with openHouse.',
    );
  });
});

it.each([
  [202611162359, '2026-11-21', '2026-11-23'],
  [202611210000, '2026-11-21', '2026-11-23'],
  [202611221800, '2026-11-22', '2026-11-23'],
  [202611230000, '2026-11-28', '2026-11-30'],
  [202612310900, '2027-01-02', '2027-01-04'],
])('At %i the weekend lasts from %s to before %s', (minute, from, until) => {
  expect(openHouseBounds('weekend', minute)).toMatchObject({ from, until });
});
