import { beforeAll, expect, it } from 'vitest';
import { FEW_IDS, MOST_CLUSTERS, MOST_IDS } from '../../src/search/cluster.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';
import { found } from './asking.js';
import { placed, type Spot, six } from './places.js';

interface Cluster {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly count: number;
  readonly priceMin: number;
  readonly priceMax: number;
  readonly ids?: readonly number[];
}

/** A tower of 230 homes, and 900 homes spread over a city. */
const TOWER = { latitude: 40.7484, longitude: -73.9857 };
const spots: readonly Spot[] = Array.from({ length: 1130 }, (_, at) =>
  at < 230
    ? { id: at + 1, ...TOWER }
    : {
        id: at + 1,
        latitude: six(40.6 + ((at * 7919) % 1009) / 4000),
        longitude: six(-74.1 + ((at * 104_729) % 997) / 3000),
      },
);
const price = ({ id }: Spot) => 1000 + ((id * 37) % 500) * 10;

/** The cell of a web map, by the formula of its tiles. */
function cellOf({ latitude, longitude }: Spot, depth: number): string {
  const across = 2 ** depth;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return `${depth}/${Math.floor(((longitude + 180) / 360) * across)}/${Math.floor(y * across)}`;
}

function clustersAt(depth: number, of: readonly Spot[]): Map<string, Spot[]> {
  const cells = new Map<string, Spot[]>();
  for (const spot of of) {
    const cell = cellOf(spot, depth);
    cells.set(cell, [...(cells.get(cell) ?? []), spot]);
  }
  return cells;
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

forEachDatabase('Clusters', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const ask = async (query: string) =>
    (await server.get(held.key, `/properties?${query}`)) as {
      TOTAL_COUNT: number;
      LISTINGS: unknown[];
      CLUSTERS?: Cluster[];
    };
  beforeAll(async () => {
    await server.addTenant('acme');
    held.key = await server.addKey('acme');
    await server.put('acme', 'listings', [
      ...spots.map((spot) =>
        aListing({ main_id: spot.id, ...placed(spot), financials_price: price(spot) }),
      ),
      aListing({ main_id: 2000, extras_latitude: undefined, extras_longitude: undefined }),
    ]);
  });

  it('are the cells of a map, with counts, prices, means and the ids of small ones', async () => {
    for (const zoom of [0, 5, 9, 10, 11]) {
      const { CLUSTERS = [], TOTAL_COUNT } = await ask(`cluster=${zoom}&perPage=3`);
      expect(TOTAL_COUNT).toBe(spots.length + 1);
      const cells = clustersAt(zoom + 2, spots);
      expect(CLUSTERS.map(({ id }) => id).sort()).toEqual([...cells.keys()].sort());
      for (const { id, lat, lng, count, priceMin, priceMax, ids } of CLUSTERS) {
        const cell = cells.get(id) ?? [];
        expect([count, priceMin, priceMax]).toEqual([
          cell.length,
          Math.min(...cell.map(price)),
          Math.max(...cell.map(price)),
        ]);
        expect(lat).toBeCloseTo(mean(cell.map(({ latitude }) => latitude)), 5);
        expect(lng).toBeCloseTo(mean(cell.map(({ longitude }) => longitude)), 5);
        expect(ids).toEqual(count > FEW_IDS ? undefined : cell.map((spot) => spot.id));
      }
      const counts = CLUSTERS.map(({ count }) => count);
      expect(counts).toEqual([...counts].sort((one, other) => other - one));
    }
  });

  it('take part of the filters and places, and no part of the page', async () => {
    const filter = 'bbox=-74,40.6,-73.9,40.8&priceMin=3000&cluster=8';
    const matches = spots.filter(
      (spot) =>
        spot.longitude >= -74 &&
        spot.longitude <= -73.9 &&
        spot.latitude <= 40.8 &&
        price(spot) >= 3000,
    );
    const first = await ask(filter);
    expect(first.CLUSTERS?.reduce((sum, { count }) => sum + count, 0)).toBe(matches.length);
    expect((await ask(`${filter}&page=7&perPage=2&sort=size`)).CLUSTERS).toEqual(first.CLUSTERS);
    const alone = await ask(`${filter}&list=false`);
    expect(alone).toEqual({ ...first, LISTINGS: [] });
    expect(await ask('list=false&id=3')).toEqual({ TOTAL_COUNT: 1, LISTINGS: [] });
    expect((await ask('addLabels=true&cluster=8')).CLUSTERS).toEqual(
      (await ask('cluster=8')).CLUSTERS,
    );
  });

  it('are never more than a map can show', async () => {
    const { CLUSTERS = [] } = await ask('cluster=16');
    expect(CLUSTERS.length).toBeLessThanOrEqual(MOST_CLUSTERS);
    expect(CLUSTERS.length).toBeGreaterThan(MOST_CLUSTERS / 4);
    const depth = Number(CLUSTERS[0]?.id.split('/')[0]);
    expect(new Set(CLUSTERS.map(({ id }) => id))).toEqual(new Set(clustersAt(depth, spots).keys()));
    expect(CLUSTERS.reduce((sum, { count }) => sum + count, 0)).toBe(spots.length);
    for (const { count, ids } of CLUSTERS)
      expect(ids?.length).toBe(count > FEW_IDS ? undefined : count);
  });

  it('lead to every home of a tower', async () => {
    const around = `bbox=${TOWER.longitude - 0.001},${TOWER.latitude - 0.001},${TOWER.longitude + 0.001},${TOWER.latitude + 0.001}`;
    const [far] = (await ask(`${around}&cluster=18`)).CLUSTERS ?? [];
    expect(far).toMatchObject({ count: 230, lat: TOWER.latitude, lng: TOWER.longitude });
    expect(far?.ids).toBeUndefined();
    const [close] = (await ask(`${around}&cluster=24`)).CLUSTERS ?? [];
    expect(close?.ids).toEqual(Array.from({ length: MOST_IDS }, (_, at) => at + 1));
    const spot = `bbox=${far?.lng},${far?.lat},${far?.lng},${far?.lat}`;
    expect((await ask(`${spot}&list=false`)).TOTAL_COUNT).toBe(230);
    expect(await found(server, held.key, `${spot}&priceMax=4000`)).toEqual(
      spots.filter((each) => each.id <= 230 && price(each) <= 4000).map(({ id }) => id),
    );
  });
});
