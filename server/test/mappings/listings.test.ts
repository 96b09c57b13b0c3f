import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor, type TestServer } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';
import { temporaryFolder } from '../rig/temp.js';
import { compareFacets } from './facets.js';
import { rentHopFor } from './renthop.js';
import { takeMapped } from './taken.js';

/*
 * Real listings that nobody reshaped go in through a mapping. What the interface then counts is held
 * against counts made from the files alone.
 */

interface Counted {
  readonly TOTAL_COUNT: number;
  readonly LISTINGS: readonly Record<string, unknown>[];
}

/** What a source row says that searches ask for. */
interface Plain {
  readonly place: string;
  readonly price: number;
  readonly beds: number;
  readonly has: Readonly<Record<string, boolean>>;
}

const unpacked = (file: string) => gunzipSync(readFileSync(file)).toString();
const rowsOf = (file: string) =>
  parse(unpacked(file), { columns: true }) as Record<string, string>[];

/** Half-open bands would count a price twice: each ends a dollar before the next. */
const BANDS = [
  [1, 1999],
  [2000, 2999],
  [3000, 4999],
  [5000, 9999],
  [10_000, 99_999_999],
] as const;

async function compare(server: TestServer, key: string, rows: readonly Plain[]): Promise<void> {
  const total = async (query: string) =>
    ((await server.get(key, `/properties?perPage=1${query}`)) as Counted).TOTAL_COUNT;
  const count = (test: (row: Plain) => boolean) => rows.filter(test).length;

  expect(await total('')).toBe(rows.length);
  for (const [from, to] of BANDS) {
    const expected = count(({ price }) => price >= from && price <= to);
    expect([from, await total(`&priceMin=${from}&priceMax=${to}`)]).toEqual([from, expected]);
  }
  for (const beds of [1, 2, 3, 4]) {
    const expected = count((row) => row.beds === beds);
    expect([beds, await total(`&bedsMin=${beds}&bedsMax=${beds}`)]).toEqual([beds, expected]);
  }
  const places = (await server.get(key, '/neighborhoods')) as {
    cat_id: number;
    cat_name: string;
  }[];
  expect(places.map((place) => place.cat_name).sort()).toEqual(
    [...new Set(rows.map((row) => row.place))].sort(),
  );
  // Every ninth, as each is a call of its own, and a few together.
  for (const { cat_id, cat_name } of places.filter((_, index) => index % 9 === 0)) {
    const expected = count((row) => row.place === cat_name);
    expect([cat_name, await total(`&cat=${cat_id}`)]).toEqual([cat_name, expected]);
  }
  const some = places.slice(0, 10);
  const names = new Set(some.map((place) => place.cat_name));
  const query = `&cat=${some.map((place) => place.cat_id).join()}&priceMin=2500&priceMax=4000&bedsMin=1`;
  expect(await total(query)).toBe(
    count((row) => names.has(row.place) && row.price >= 2500 && row.price <= 4000 && row.beds >= 1),
  );
  for (const amenity of Object.keys(rows[0]?.has ?? {})) {
    const expected = count((row) => row.has[amenity] === true);
    expect([amenity, await total(`&amenities=${amenity}`)]).toEqual([amenity, expected]);
  }
}

/** All pages of a search, one after the other. */
async function allPages(server: TestServer, key: string, query: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { LISTINGS } = (await server.get(
      key,
      `/properties?perPage=200&page=${page}${query}`,
    )) as Counted;
    if (LISTINGS.length === 0) return ids;
    ids.push(...LISTINGS.map((listing) => Number(listing.main_id)));
  }
}

const RENTHOP = '39,473 rentals of RentHop';
const renthop = sharedData('renthop/renthop_listings.csv.gz', RENTHOP);

describe.skipIf(renthop === undefined)(RENTHOP, () => {
  forAnyDatabase('through a mapping', (database) => {
    const server = serverFor(database);
    it('count as the file does, and page through without gap or repeat', async () => {
      await server.addTenant('renthop');
      const key = await server.addKey('renthop');
      const rejects = join(temporaryFolder(), 'rejects.ndjson');
      const { file, rows: rentals } = rentHopFor(database.kind, renthop ?? '');
      const count = rentals.length;
      expect(await takeMapped(server, 'renthop', file, 'renthop-rentals', rejects)).toEqual({
        listings: { read: count, written: count, rejected: 0 },
        rejects: null,
        ignored: expect.anything(),
        missing: expect.anything(),
      });
      const rows = rentals.map(
        (row): Plain => ({
          place: row.neighborhood?.trim() ?? '',
          price: Number(row.price),
          beds: Number(row.bedrooms),
          has: {
            dishwasher: Number(row.dishwasher) > 0,
            doorman: Number(row.doorman) > 0,
            elevator: Number(row.elevator) > 0,
            healthClub: Number(row.fitness_center) > 0,
            hardwood: Number(row.hardwood_floors) > 0,
          },
        }),
      );
      await compare(server, key, rows);
      await compareFacets(server, key, rows);
      const ids = await allPages(server, key, '&priceMin=6000&sort=date&order=asc');
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(rows.filter((row) => row.price >= 6000).length);
      const [first] = (await server.get(key, '/properties/6811965')) as Record<string, unknown>[];
      expect(first).toMatchObject({
        essentials_date: 'April, 01 2016 22:00:00',
        extras_latitude: 40.7576,
        financials_price: 2000,
        main_neighborhood: 'Midtown East',
      });
    });
  });
});

const STREETEASY = '3,988 rentals of StreetEasy';
const streeteasy = sharedData('streeteasy/streeteasy_rentals_2016.csv.gz', STREETEASY);

describe.skipIf(streeteasy === undefined)(STREETEASY, () => {
  forAnyDatabase('through a mapping', (database) => {
    const server = serverFor(database);
    it('count as the file does', async () => {
      await server.addTenant('streeteasy');
      const key = await server.addKey('streeteasy');
      const rejects = join(temporaryFolder(), 'rejects.ndjson');
      expect(
        await takeMapped(server, 'streeteasy', streeteasy ?? '', 'streeteasy-rentals', rejects),
      ).toEqual({
        listings: { read: 3988, written: 3988, rejected: 0 },
        rejects: null,
        ignored: { listings: ['min_to_subway', 'building_age_yrs', 'submarket'] },
      });
      const source = rowsOf(streeteasy ?? '');
      const rows = source.map(
        (row): Plain => ({
          place: row.neighborhood?.trim() ?? '',
          price: Number(row.rent),
          beds: Number(row.bedrooms),
          has: {
            nofee: row.no_fee === '1',
            roofdeck: row.has_roofdeck === '1',
            laundryInUnit: row.has_washer_dryer === '1',
            patio: row.has_patio === '1',
          },
        }),
      );
      await compare(server, key, rows);
      const crowded = source.filter((row) => row.building_id === source[0]?.building_id);
      const ofBuilding = await allPages(server, key, `&buildingId=${source[0]?.building_id}`);
      expect(ofBuilding.sort()).toEqual(crowded.map((row) => Number(row.rental_id)).sort());
    });
  });
});

const PERCHWELL = '162 listings of Perchwell';
const perchwell = sharedData('perchwell/perchwell_listings_response.json.gz', PERCHWELL);

describe.skipIf(perchwell === undefined)(PERCHWELL, () => {
  forAnyDatabase('through a mapping', (database) => {
    const server = serverFor(database);
    it('count as the file does, by status, and are all reachable by id', async () => {
      await server.addTenant('perchwell');
      const key = await server.addKey('perchwell');
      const rejects = join(temporaryFolder(), 'rejects.ndjson');
      expect(
        await takeMapped(server, 'perchwell', perchwell ?? '', 'perchwell-listings', rejects),
      ).toEqual({
        listings: { read: 162, written: 162, rejected: 0 },
        rejects: null,
        ignored: expect.anything(),
        remarks: { listings: { 'with an empty status, which no search finds': 145 } },
      });
      const { listings } = JSON.parse(unpacked(perchwell ?? '')) as {
        listings: {
          id: number;
          listing_details: { listing_type: string; status: string; current_price: number };
          media: { original_image_list?: string[] };
          unit_details: { full_baths: number; half_baths: number };
        }[];
      };
      const withStatus = (type: string, status: string) =>
        listings.filter(
          ({ listing_details: details }) =>
            details.listing_type === type && details.status === status,
        ).length;
      const total = async (status: number) =>
        ((await server.get(key, `/properties?status=${status}`)) as Counted).TOTAL_COUNT;
      expect(await total(1)).toBe(withStatus('S', 'Active'));
      expect(await total(2)).toBe(withStatus('R', 'Active'));
      expect(await total(22)).toBe(withStatus('R', 'Rented'));
      for (const { id, listing_details, media, unit_details } of listings) {
        const [record] = (await server.get(key, `/properties/${id}`)) as Record<string, unknown>[];
        expect(record).toMatchObject({
          main_id: id,
          financials_price: listing_details.current_price,
          main_images: media.original_image_list?.length ?? 0,
          essentials_bath: unit_details.full_baths + unit_details.half_baths / 2,
        });
      }
    });
  });
});
