import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { paramReader } from '../../src/api/read-params.js';
import { pointsOf } from '../../src/search/cluster.js';
import { findListings } from '../../src/search/listing.search.js';
import { conditionsOf } from '../../src/search/listing.source-filters.js';
import { searchParams } from '../../src/search/params/listing.params.js';
import { fillPoints } from '../../src/store/tenant/listing-steps.js';
import { writeTo } from '../../src/store/tenant/write.js';
import { forEachDatabase } from '../rig/databases.js';
import { aBuilding, aListing } from '../rig/makers.js';
import { repeats } from '../rig/part.js';
import { NOON, serverFor } from '../rig/server.js';
import { found } from './asking.js';
import { coarsened, isIn, metresBetween, placed, type Spot, six, star, wkt } from './places.js';

const QUERIES = repeats(500, 10_000);

/** Hidden listings in a few squares of a hundredth of a degree, and the same moved within their squares. */
const hidden: readonly Spot[] = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  latitude: six(40.7 + (at % 8) / 100 + (((at * 37) % 99) - 49) / 10_100),
  longitude: six(-74 + Math.floor(at / 8) / 100 + (((at * 53) % 99) - 49) / 10_100),
}));
const elsewhere: readonly Spot[] = hidden.map((spot) => ({
  ...spot,
  latitude: six(coarsened(spot).latitude - (spot.latitude - coarsened(spot).latitude) / 2),
  longitude: six(coarsened(spot).longitude + 0.003),
}));
const open: readonly Spot[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 101,
  latitude: six(40.7 + (at * 7) / 3000),
  longitude: six(-74 + (at * 11) / 5000),
}));
/** What anybody may learn. */
const shown = [...hidden.map(coarsened), ...open];

const record = (spot: Spot, hide: 0 | 1) =>
  aListing({ main_id: spot.id, main_hide_address: hide, ...placed(spot) });

/** Something round the true place of a hidden listing, from a step to some kilometres wide. */
const size = fc.oneof(
  fc.double({ min: 0.00001, max: 0.001, noNaN: true }),
  fc.double({ min: 0.001, max: 0.05, noNaN: true }),
);
const shift = fc.double({ min: -0.5, max: 0.5, noNaN: true });
const place = fc.record({
  spot: fc.constantFrom(...hidden),
  size,
  shift: fc.tuple(shift, shift),
  radii: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 }),
});
type Place = typeof place extends fc.Arbitrary<infer Each> ? Each : never;

const middleOf = ({ spot, size, shift: [down, right] }: Place) => ({
  latitude: six(spot.latitude + down * size),
  longitude: six(spot.longitude + right * size),
});

/** The question, and what may be found; undefined where that hangs on the last digit. */
const questions: readonly ((
  of: Place,
) => { ask: Record<string, string>; ids: number[] } | undefined)[] = [
  (of) => {
    const { latitude, longitude } = middleOf(of);
    const [west, east] = [six(longitude - of.size), six(longitude + of.size)];
    const [south, north] = [six(latitude - of.size), six(latitude + of.size)];
    const holds = (spot: Spot) =>
      spot.latitude >= south &&
      spot.latitude <= north &&
      spot.longitude >= west &&
      spot.longitude <= east;
    return { ask: { bbox: [west, south, east, north].join() }, ids: idsThat(holds) };
  },
  (of) => {
    const middle = middleOf(of);
    const within = Math.max(of.size * 111, 0.002).toFixed(3);
    const metres = Number(within) * 1000;
    const far = (spot: Spot) => metresBetween(middle, spot);
    if (shown.some((spot) => Math.abs(far(spot) - metres) < 0.5)) return undefined;
    const ask = { near: `${middle.latitude},${middle.longitude}`, within: `${within}km` };
    return { ask, ids: idsThat((spot) => far(spot) <= metres) };
  },
  (of) => {
    const corners = star(middleOf(of), of.radii, of.size);
    return { ask: { polygon: wkt(corners) }, ids: idsThat((spot) => isIn(corners, spot)) };
  },
];
const idsThat = (holds: (spot: Spot) => boolean) => shown.filter(holds).map(({ id }) => id);

const read = paramReader(searchParams);

forEachDatabase('A hidden address', (database) => {
  const server = serverFor(database);
  const keys = { one: '', other: '' };
  const databaseOf = async (tenant: string) => {
    const opened = await server.services.tenants.tenant(tenant);
    if (opened === undefined) throw new Error(`There is no client ${tenant}.`);
    return opened.database;
  };

  beforeAll(async () => {
    for (const [name, spots] of [
      ['one', hidden],
      ['other', elsewhere],
    ] as const) {
      // Records show coarsened coordinates here, so that whole answers can be compared.
      await server.addTenant(name, { title: 'Same', coarsen_hidden: 1 });
      keys[name] = await server.addKey(name);
      const records = [
        ...spots.map((spot) => record(spot, 1)),
        ...open.map((spot) => record(spot, 0)),
      ];
      await server.put(name, 'listings', records);
    }
  });

  it(`tells ${QUERIES} boxes, circles and polygons no more than its coarsened point does`, async () => {
    const opened = await databaseOf('one');
    const context = { now: 0, nowMinute: 0, timeZone: 'America/New_York' };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...questions), place, async (question, of) => {
        const wanted = question(of);
        if (wanted === undefined) return;
        const params = read(wanted.ask);
        const conditions = conditionsOf(params, context);
        const filter = { statuses: params.status, neighborhoods: [], conditions };
        const page = { sort: 'date', descending: true, offset: 0, limit: 200 } as const;
        const { total, matches } = await findListings(opened, { ...filter, ...page });
        const ids = matches.map(({ id }) => id);
        expect([wanted.ask, total, ids]).toEqual([wanted.ask, wanted.ids.length, wanted.ids]);
      }),
      { numRuns: QUERIES },
    );
  }, 300_000);

  it('gives the same answers wherever in its square it is: totals, orders, clusters', async () => {
    const ask = async (key: string, query: string) =>
      JSON.stringify(await server.get(key, `/properties?${query}`));
    const rest = fc.record({ sort: fc.boolean(), cluster: fc.integer({ min: 8, max: 24 }) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...questions), place, rest, async (question, of, more) => {
        const { latitude, longitude } = middleOf(of);
        const sorted = more.sort ? { sort: 'distance', near: `${latitude},${longitude}` } : {};
        const asked = {
          ...sorted,
          ...question(of)?.ask,
          cluster: `${more.cluster}`,
          perPage: '200',
        };
        const query = String(new URLSearchParams(asked));
        const [one, other] = [await ask(keys.one, query), await ask(keys.other, query)];
        expect(one.replaceAll('/media/one/', '/media/other/')).toBe(other);
      }),
      { numRuns: 150 },
    );
  });

  it('counts at once: when it is hidden, shown, or its building moves', async () => {
    const at = { id: 500, latitude: 41.2341, longitude: -73.1239 };
    const exact = 'bbox=-73.1239,41.2341,-73.1239,41.2341';
    const coarse = 'bbox=-73.12,41.23,-73.12,41.23';
    const expectAt = async (exactly: number[], coarsely: number[]) => {
      expect(await found(server, keys.one, exact)).toEqual(exactly);
      expect(await found(server, keys.one, coarse)).toEqual(coarsely);
    };
    await server.put('one', 'listings', [record(at, 0)]);
    await expectAt([500], []);
    await server.put('one', 'listings', [{ main_id: 500, main_hide_address: 1 }]);
    await expectAt([], [500]);
    const building = (told: object) =>
      server.put('one', 'buildings', [aBuilding({ id: 9, ...told })]);
    await building({ latitude: 50, longitude: 5 });
    await server.put('one', 'listings', [{ main_id: 500, essentials_building: 9 }]);
    await expectAt([], []);
    await building({ latitude: 41.2341, longitude: -73.1239 });
    await expectAt([], [500]);
    await server.put('one', 'listings', [{ main_id: 500, main_hide_address: 0 }]);
    await expectAt([500], []);
  });

  it('is coarsened by the step that fills the points, and after an earlier program has written', async () => {
    const opened = await databaseOf('other');
    const points = async () => {
      const filter = { statuses: [2], neighborhoods: [], conditions: [] };
      const rows = await pointsOf(opened, filter);
      return rows.sort((one, other) => one.id - other.id);
    };
    const before = await points();
    expect(before).toHaveLength(hidden.length + open.length);
    const forget = () =>
      opened.write(async (transaction) => {
        const none = {
          latitude: null,
          longitude: null,
          globe_x: null,
          globe_y: null,
          globe_z: null,
        };
        await transaction.updateTable('listing_search').set(none).execute();
      });
    await forget();
    expect(await points()).toEqual([]);
    await opened.write((transaction) => fillPoints(transaction as never));
    expect(await points()).toEqual(before);
    // An earlier program steps the revision and knows nothing of entries and points.
    await forget();
    await opened.write(async (transaction) => {
      await transaction
        .updateTable('revision')
        .set((eb) => ({ number: eb('number', '+', 7) }))
        .execute();
    });
    await writeTo(opened, async () => {});
    expect(await points()).toEqual(before);
  });

  it('has a tag that holds until it moves', async () => {
    const url = `/properties?bbox=-75,40,-73,42&cluster=9&apiKey=${keys.other}`;
    server.clock.advance(60_000 - ((server.clock.now() - NOON) % 60_000));
    const ask = async (tag = '') => {
      server.clock.advance(1100);
      const headers = { 'x-forwarded-proto': 'https', 'if-none-match': tag };
      return server.app.inject({ url, headers });
    };
    const first = await ask();
    expect((await ask(String(first.headers.etag))).statusCode).toBe(304);
    await server.put('other', 'listings', [record({ ...(hidden[0] as Spot), latitude: 41.5 }, 1)]);
    const after = await ask(String(first.headers.etag));
    expect(after.statusCode).toBe(200);
    expect(after.json().CLUSTERS).not.toEqual(first.json().CLUSTERS);
  });
});
