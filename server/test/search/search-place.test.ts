import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { aBuilding, aListing } from '../rig/makers.js';
import { statementsOf } from '../rig/queries.js';
import { serverFor } from '../rig/server.js';
import { found, pageOf, search } from './asking.js';
import {
  type Corners,
  geoJson,
  isIn,
  metresBetween,
  placed,
  type Spot,
  six,
  star,
  wkt,
} from './places.js';

const NEW_YORK = { latitude: 40.75, longitude: -73.98 };

/** Points round New York, some of them at one spot, spread by a plain sequence. */
const spots: readonly Spot[] = Array.from({ length: 900 }, (_, index) => {
  const at = index % 9 === 0 ? 0 : index;
  return {
    id: index + 1,
    latitude: six(NEW_YORK.latitude + (((at * 7919) % 1000) - 500) / 4000 + at / 1e6),
    longitude: six(NEW_YORK.longitude + (((at * 104_729) % 997) - 498) / 4000),
  };
});
const price = ({ id }: Spot) => 1000 + ((id * 37) % 500) * 10;
const beds = ({ id }: Spot) => id % 5;

const degrees = (bound: number) => fc.double({ min: -bound, max: bound, noNaN: true });
const near = fc.record({
  latitude: degrees(0.15).map((by) => six(NEW_YORK.latitude + by)),
  longitude: degrees(0.15).map((by) => six(NEW_YORK.longitude + by)),
});
const further = fc.record({
  bedsMin: fc.constantFrom(0, 0, 2),
  sort: fc.constantFrom('price', 'size', 'date'),
  page: fc.integer({ min: 1, max: 4 }),
  perPage: fc.integer({ min: 1, max: 200 }),
});
type Further = typeof further extends fc.Arbitrary<infer Each> ? Each : never;

forEachDatabase('A search by place', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    await server.addTenant('acme');
    held.key = await server.addKey('acme');
    const records = spots.map((spot) =>
      aListing({
        main_id: spot.id,
        ...placed(spot),
        financials_price: price(spot),
        essentials_size: price(spot),
        essentials_beds: beds(spot),
      }),
    );
    await server.put('acme', 'listings', [
      ...records,
      aListing({ main_id: 2000, ...placed({ latitude: 0, longitude: 0 }) }),
    ]);
  });

  const expectMatches = async (
    place: Record<string, string>,
    holds: (spot: Spot) => boolean,
    { bedsMin, sort, page, perPage }: Further,
  ) => {
    const texts = { ...place, sort, bedsMin: `${bedsMin}`, page: `${page}`, perPage: `${perPage}` };
    const { TOTAL_COUNT, LISTINGS } = await search(
      server,
      held.key,
      String(new URLSearchParams(texts)),
    );
    const matches = spots.filter((spot) => holds(spot) && beds(spot) >= bedsMin);
    expect(TOTAL_COUNT).toBe(matches.length);
    const order = sort === 'date' ? () => 0 : price;
    matches.sort((one, other) => order(other) - order(one) || one.id - other.id);
    const ids = matches.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
    expect(LISTINGS.map((listing) => listing.main_id)).toEqual(ids);
  };

  it('finds what a box holds, edges too', async () => {
    await fc.assert(
      fc.asyncProperty(near, near, further, async (one, other, rest) => {
        const [west, east] = [one.longitude, other.longitude].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const [south, north] = [one.latitude, other.latitude].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const holds = ({ latitude, longitude }: Spot) =>
          latitude >= south && latitude <= north && longitude >= west && longitude <= east;
        await expectMatches({ bbox: [west, south, east, north].join() }, holds, rest);
      }),
      { numRuns: 60 },
    );
    const { id, latitude, longitude } = spots[3] as Spot;
    const edges = [longitude, latitude, longitude, latitude].join();
    expect(await found(server, held.key, `bbox=${edges}`)).toEqual([id]);
  });

  it('finds what lies within a distance', async () => {
    await fc.assert(
      fc.asyncProperty(
        near,
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        further,
        async (place, far, rest) => {
          const within = far.toFixed(3);
          const metres = Number(within) * 1609.344;
          // Half a metre is more than rounding moves a point.
          if (spots.some((spot) => Math.abs(metresBetween(place, spot) - metres) < 0.5)) return;
          const texts = { near: `${place.latitude},${place.longitude}`, within: `${within}mi` };
          await expectMatches(texts, (spot) => metresBetween(place, spot) <= metres, rest);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds what lies in a concave polygon, and not in its hole', async () => {
    const radii = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), {
      minLength: 5,
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(
        near,
        radii,
        fc.boolean(),
        fc.boolean(),
        further,
        async (middle, radii, holed, asJson, rest) => {
          const outer = star(middle, radii, 0.1);
          const hole = star(
            middle,
            [0.5, 0.4, 0.5, 0.3, 0.5].map((each) => each * Math.min(...radii)),
            0.1,
          );
          const rings: Corners[] = holed ? [outer, hole] : [outer];
          const polygon = asJson ? JSON.stringify(geoJson(...rings)) : wkt(...rings);
          const holds = (spot: Spot) => isIn(outer, spot) && !(holed && isIn(hole, spot));
          await expectMatches({ polygon }, holds, rest);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('sorts by distance, equal ones by id, whatever the order says', async () => {
    await fc.assert(
      fc.asyncProperty(
        near,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('', 'asc', 'desc'),
        async (place, page, order) => {
          const texts = { near: `${place.latitude},${place.longitude}`, sort: 'distance', order };
          const query = `${new URLSearchParams(texts)}&perPage=50&page=${page}`;
          const { TOTAL_COUNT, LISTINGS } = await search(server, held.key, query);
          // The listing without coordinates is none of them.
          expect(TOTAL_COUNT).toBe(spots.length);
          const metres = (spot: Spot) => metresBetween(place, spot);
          const sorted = [...spots].sort(
            (one, other) => metres(one) - metres(other) || one.id - other.id,
          );
          const page50 = sorted.slice(50 * (page - 1), 50 * page);
          const byId = new Map(spots.map((spot) => [spot.id, metres(spot)]));
          LISTINGS.forEach(({ main_id }, at) => {
            // Rounding moves a point by less than a metre.
            expect(
              Math.abs((byId.get(Number(main_id)) ?? 0) - metres(page50[at] as Spot)),
            ).toBeLessThan(1);
          });
        },
      ),
      { numRuns: 20 },
    );
    const first = spots[0] as Spot;
    const atFirst = `near=${first.latitude},${first.longitude}&sort=distance&perPage=100`;
    expect(await pageOf(server, held.key, atFirst)).toEqual(
      spots.filter(({ id }) => id % 9 === 1).map(({ id }) => id),
    );
  });

  it('asks the database three times at the most', async () => {
    for (const query of [
      'bbox=-75,40,-73,41',
      'bbox=-73.98,40.75,-73.97,40.76',
      'near=40.75,-73.98&within=5km&sort=distance&page=2',
      'near=40.75,-73.98&sort=distance',
      `polygon=${wkt(star(NEW_YORK, [1, 0.5, 1, 0.5], 0.2))}&sort=date`,
      'bbox=-75,40,-73,41&cluster=12&list=false',
    ]) {
      const ask = () => search(server, held.key, query);
      expect((await statementsOf(server, 'acme', ask)).length, query).toBeLessThanOrEqual(3);
    }
  });

  it('takes all of it in the body of a POST, where GeoJSON may stand as it is', async () => {
    const ask = async (payload: object | string, type: string) => {
      server.clock.advance(1100);
      const headers = { 'x-forwarded-proto': 'https', 'content-type': type };
      const url = `/properties/search?apiKey=${held.key}`;
      const answer = await server.app.inject({ method: 'POST', url, headers, payload });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers.etag).toBeUndefined();
      return answer.json();
    };
    const outer = star(
      NEW_YORK,
      Array.from({ length: 496 }, (_, at) => 0.4 + (at % 7) / 10),
      0.1,
    );
    const hole = star(NEW_YORK, [0.3, 0.3, 0.2, 0.3], 0.1);
    const rest = { bedsMin: '2', perPage: '7', cluster: '12', sort: 'size' };
    const texts = { ...rest, polygon: wkt(outer, hole) };
    const wanted = await search(server, held.key, String(new URLSearchParams(texts)));
    expect(wanted.TOTAL_COUNT).toBeGreaterThan(50);
    expect(
      await ask(String(new URLSearchParams(texts)), 'application/x-www-form-urlencoded'),
    ).toEqual(wanted);
    const body = { ...rest, bedsMin: 2, perPage: 7, cluster: 12, polygon: geoJson(outer, hole) };
    expect(await ask(body, 'application/json')).toEqual(wanted);
    const feature = { type: 'Feature', properties: {}, geometry: body.polygon };
    expect(await ask({ ...body, polygon: feature }, 'application/json')).toEqual(wanted);
    const box = { bbox: [-74, 40.7, -73.95, 40.8], near: [40.75, -73.98], within: '9km' };
    expect(await ask(box, 'application/json')).toEqual(
      await search(server, held.key, `bbox=${box.bbox}&near=${box.near}&within=9km`),
    );
    for (const [name, value] of Object.entries({
      polygon: { type: 'Point', coordinates: [1, 2] },
      bbox: { west: 1 },
      near: [1],
      cluster: [[1]],
    })) {
      const refused = await ask({ [name]: value }, 'application/json');
      expect(refused).toMatchObject({
        STATUS: 'Error',
        STATUS_CODE: '256',
        LISTINGS: [],
        TOTAL_COUNT: 0,
      });
      expect(refused.MESSAGE).toMatch(new RegExp(`^${name}: `));
    }
  });

  it('names the parameter that another one needs', async () => {
    for (const [query, name] of [
      ['within=1km', 'within'],
      ['sort=distance', 'sort'],
      ['near=40,-73', 'near'],
      ['near=40,-73&sort=price', 'near'],
    ]) {
      for (const path of ['/properties?', '/properties/random/3?']) {
        if (path.includes('random') && query?.startsWith('sort')) continue;
        const answer = await server.get(held.key, `${path}${query}`);
        expect(answer).toMatchObject({
          STATUS_CODE: '256',
          MESSAGE: expect.stringMatching(`^${name}: `),
        });
      }
    }
  });
});

forEachDatabase('A place at the edges of the map', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const ids = (fields: Record<string, string>) =>
    found(server, held.key, String(new URLSearchParams(fields)));
  beforeAll(async () => {
    await server.addTenant('acme');
    held.key = await server.addKey('acme');
    const at = (main_id: number, longitude: number, latitude: number) =>
      aListing({ main_id, ...placed({ latitude, longitude }) });
    await server.put('acme', 'listings', [
      at(1, 179.5, -16.5),
      at(2, -179.5, -16.5),
      at(3, 180, -17),
      at(4, -180, -17.5),
      at(5, 10, 89.9),
      at(6, -170, 89.9),
      at(7, 1, 1),
      at(8, 2, 2),
      at(9, 1.5, 1),
      aListing({ main_id: 10, extras_latitude: undefined, extras_longitude: undefined }),
      aListing({ main_id: 11, extras_latitude: 1, extras_longitude: undefined }),
    ]);
  });

  it('is over the date line in every spelling of it', async () => {
    for (const bbox of ['179,-18,-179,-16', '179,-18,181,-16', '-181,-18,-179,-16']) {
      expect([bbox, await ids({ bbox })]).toEqual([bbox, [1, 2, 3, 4]]);
    }
    expect(await ids({ bbox: '179,-18,180,-16' })).toEqual([1, 3, 4]);
    expect(await ids({ bbox: '-180,-18,-179,-16' })).toEqual([2, 3, 4]);
    expect(await ids({ bbox: '-179.4,-18,179.4,-16' })).toEqual([]);
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    for (const bbox of ['-180,-90,180,90', '-200,-90,160,90', '-500,-90,500,90']) {
      expect([bbox, await ids({ bbox })]).toEqual([bbox, all]);
    }
    for (const polygon of [
      'POLYGON((179 -18,181 -18,181 -16,179 -16,179 -18))',
      'POLYGON((179 -18,-179 -18,-179 -16,179 -16,179 -18))',
      'polygon ((-179 -18, 179 -18, 179 -16, -179 -16))',
      'POLYGON((-181 -18,-179 -18,-179 -16,-181 -16,-181 -18))',
      'MULTIPOLYGON(((179 -18,180 -18,180 -16,179 -16)),((-180 -18,-179 -18,-179 -16,-180 -16)))',
    ]) {
      expect([polygon, await ids({ polygon })]).toEqual([polygon, [1, 2, 3, 4]]);
    }
    const holed =
      'POLYGON((179 -18,181 -18,181 -16,179 -16),(179.9 -17.6,180.1 -17.6,180.1 -16.9,179.9 -16.9))';
    expect(await ids({ polygon: holed })).toEqual([1, 2]);
    expect(await ids({ near: '-17,-180', within: '70km' })).toEqual([3, 4]);
    expect(await ids({ near: '-17,179.99', within: '90km' })).toEqual([1, 2, 3, 4]);
  });

  it('is round a pole', async () => {
    expect(await ids({ near: '90,0', within: '12km' })).toEqual([5, 6]);
    expect(await ids({ near: '89.95,10', within: '7km' })).toEqual([5]);
    expect(await ids({ bbox: '-180,89,180,90' })).toEqual([5, 6]);
  });

  it('is as thin as a line or a point', async () => {
    expect(await ids({ bbox: '1,1,1,1' })).toEqual([7]);
    expect(await ids({ bbox: '1,1,2,1' })).toEqual([7, 9]);
    expect(await ids({ polygon: 'POLYGON((1 1,2 2,1 1,2 2))' })).toEqual([7, 8]);
    expect(await ids({ polygon: 'POLYGON((0 1,3 1,2 1,0 1))' })).toEqual([7, 9]);
    expect(await ids({ polygon: 'POLYGON((1 1,1 1,1 1,1 1))' })).toEqual([7]);
    expect(await ids({ near: '1,1', within: '0.001km' })).toEqual([7]);
  });

  it('has its edges and corners within, and those of a hole without', async () => {
    expect(await ids({ polygon: 'POLYGON((1 1,2 1,2 2,1 2,1 1))' })).toEqual([7, 8, 9]);
    expect(await ids({ polygon: 'POLYGON((0 0,3 0,3 3,0 3),(1 1,2 1,2 2,1 2))' })).toEqual([]);
    expect(
      await ids({ polygon: 'POLYGON((0 0,3 0,3 3,0 3),(1.4 0.9,1.6 0.9,1.6 1.1,1.4 1.1))' }),
    ).toEqual([7, 8]);
    // What goes round twice is within, as what goes round once.
    expect(await ids({ polygon: 'POLYGON((0 0,3 0,3 3,0 3,0 0,3 0,3 3,0 3))' })).toEqual([7, 8, 9]);
  });

  it('is what the building says, for listings in one', async () => {
    await server.put('acme', 'buildings', [aBuilding({ id: 1, latitude: 5, longitude: 5 })]);
    await server.put('acme', 'listings', [
      aListing({ main_id: 12, essentials_building: 1, ...placed({ latitude: 6, longitude: 6 }) }),
    ]);
    expect(await ids({ bbox: '5,5,5,5' })).toEqual([12]);
    await server.put('acme', 'buildings', [aBuilding({ id: 1, latitude: 7, longitude: 7 })]);
    expect(await ids({ bbox: '5,5,6,6' })).toEqual([]);
    expect(await ids({ bbox: '7,7,7,7' })).toEqual([12]);
    await server.put('acme', 'listings', [aListing({ main_id: 12, essentials_building: 0 })]);
    expect(await ids({ bbox: '6,6,8,8' })).toEqual([]);
  });

  it('narrows a draw, too', async () => {
    const drawn = (await server.get(held.key, '/properties/random/9?bbox=1,1,2,2')) as {
      main_id: number;
    }[];
    expect(drawn.map(({ main_id }) => main_id).sort()).toEqual([7, 8, 9]);
  });
});
