import { describe, expect, it } from 'vitest';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';
import { isIn, metresBetween, type Spot, star, wkt } from '../search/places.js';
import { rentHopFor } from './renthop.js';

/*
 * What the interface finds of real rentals by place is held against counts made from the file alone.
 */

const RENTHOP = 'places of 39,473 rentals of RentHop';
const renthop = sharedData('renthop/renthop_listings.csv.gz', RENTHOP);

describe.skipIf(renthop === undefined)(RENTHOP, () => {
  forAnyDatabase('in boxes, circles and polygons', (database) => {
    const server = serverFor(database);
    it('count as the file does', async () => {
      await server.addTenant('renthop');
      const key = await server.addKey('renthop');
      const { rows } = rentHopFor(database.kind, renthop ?? '');
      const spots = rows.map((row): Spot & { readonly beds: number } => ({
        id: Number(row.listing_id),
        latitude: Number(row.latitude),
        longitude: Number(row.longitude),
        beds: Number(row.bedrooms),
      }));
      await server.put(
        'renthop',
        'listings',
        spots.map(({ id, latitude, longitude, beds }) => ({
          main_id: id,
          main_status: 'For Rent',
          extras_latitude: latitude,
          extras_longitude: longitude,
          essentials_beds: beds,
        })),
      );
      const count = async (fields: Record<string, string>) => {
        const query = new URLSearchParams({ ...fields, list: 'false' });
        const answer = await server.get(key, `/properties?${query}`);
        return (answer as { TOTAL_COUNT: number }).TOTAL_COUNT;
      };
      const amount = (holds: (spot: (typeof spots)[number]) => boolean) =>
        spots.filter(holds).length;
      for (let at = 0; at < 40; at += 1) {
        const middle = spots[(at * 977) % spots.length] as Spot;
        const size = 0.002 * 1.15 ** at;
        const [west, east] = [middle.longitude - size, middle.longitude + size].map((each) =>
          each.toFixed(6),
        );
        const [south, north] = [middle.latitude - size, middle.latitude + size].map((each) =>
          each.toFixed(6),
        );
        const inBox = ({ latitude, longitude }: Spot) =>
          latitude >= Number(south) &&
          latitude <= Number(north) &&
          longitude >= Number(west) &&
          longitude <= Number(east);
        const bbox = [west, south, east, north].join();
        expect([bbox, await count({ bbox })]).toEqual([bbox, amount(inBox)]);
        expect(await count({ bbox, bedsMin: '2' })).toBe(
          amount((spot) => inBox(spot) && spot.beds >= 2),
        );
        // The file has four digits of a degree, so that no rental stands within a metre of these circles' edges by chance alone.
        const metres = size * 80_000 + 0.137;
        const far = (spot: Spot) => metresBetween(middle, spot);
        const near = {
          near: `${middle.latitude},${middle.longitude}`,
          within: `${(metres / 1000).toFixed(6)}km`,
        };
        const [least, most] = [
          amount((spot) => far(spot) <= metres - 0.5),
          amount((spot) => far(spot) <= metres + 0.5),
        ];
        const circle = await count(near);
        expect(circle).toBeGreaterThanOrEqual(least);
        expect(circle).toBeLessThanOrEqual(most);
        // Odd digits keep corners and edges off the rentals.
        const off = {
          latitude: middle.latitude + 0.000013,
          longitude: middle.longitude + 0.000017,
        };
        const outer = star(
          off,
          Array.from({ length: 3 + at * 12 }, (_, each) => 0.4 + ((each * 7) % 10) / 17),
          size,
        );
        const hole = star(off, [0.31, 0.17, 0.29, 0.19], size);
        const polygon = wkt(outer, hole);
        const inside = (spot: Spot) => isIn(outer, spot) && !isIn(hole, spot);
        expect([polygon, await count({ polygon })]).toEqual([polygon, amount(inside)]);
      }
      const [first = { id: 0 }] = [...spots].sort(
        (one, other) =>
          metresBetween(one, spots[7] as Spot) - metresBetween(other, spots[7] as Spot) ||
          one.id - other.id,
      );
      const { latitude, longitude } = spots[7] as Spot;
      const nearest = await server.get(
        key,
        `/properties?near=${latitude},${longitude}&sort=distance&perPage=1`,
      );
      expect((nearest as { LISTINGS: { main_id: number }[] }).LISTINGS[0]?.main_id).toBe(first.id);
    }, 300_000);
  });
});
