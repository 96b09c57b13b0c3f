import { describe, expect, it } from 'vitest';
import {
  generateAgents,
  generateBuildings,
  generateListings,
  generateNeighborhoods,
  generateOffices,
} from '../../../src/operator/demo/benchmark/index.js';
import { agency, offenders, TODAY, WALL_TODAY, wallTime } from './agency-under-test.js';

const OPTIONS = { seed: 11, today: TODAY, count: 4000 };
const listings = [...generateListings(OPTIONS)];
const buildings = new Map([...generateBuildings(OPTIONS)].map((b) => [b.id, b]));
const neighborhoods = [...generateNeighborhoods()];

describe('streams for benchmarks', () => {
  it('yield what was asked for, a tenth of it on the market', () => {
    expect(listings).toHaveLength(4000);
    expect(buildings.size).toBe(200);
    expect(neighborhoods.filter((n) => n.parent > 0).length).toBe(200);
    expect(neighborhoods.filter((n) => n.parent === 0)).toHaveLength(5);
    const onMarket = listings.filter((l) => l.main_status.startsWith('For ')).length;
    expect(onMarket).toBeGreaterThan(320);
    expect(onMarket).toBeLessThan(480);
    expect(
      offenders(listings, (l) =>
        ['For Sale', 'For Rent', 'Sold', 'Rented'].includes(l.main_status),
      ),
    ).toEqual([]);
    const all = [...generateListings({ ...OPTIONS, count: 50, onMarketShare: 1 })];
    expect(all.every((l) => l.main_status.startsWith('For '))).toBe(true);
  });

  it('begin at once, however many there are, and keep nothing back', () => {
    const million = generateListings({ ...OPTIONS, count: 1_000_000 });
    const first = [million.next(), million.next()].map(({ value }) => value?.main_id);
    expect(first).toEqual([1, 2]);
    expect(million.return().done).toBe(true);
    const houses = generateBuildings({ seed: 11, count: 1_000_000 });
    expect(houses.next().value?.id).toBe(1);
  });

  it('repeat themselves for the same seed', () => {
    expect([...generateListings(OPTIONS)].slice(0, 500)).toEqual(listings.slice(0, 500));
    expect([...generateListings({ ...OPTIONS, seed: 12 })][7]).not.toEqual(listings[7]);
    expect([...generateBuildings(OPTIONS)]).toEqual([...buildings.values()]);
  });

  it('agree with their companions', () => {
    const names = new Map(neighborhoods.map((n) => [n.cat_id, n.cat_name]));
    const agents = new Set([...generateAgents(OPTIONS)].map((a) => a.id));
    const offices = new Set([...generateOffices()].map((o) => o.id));
    expect(
      offenders(listings, (l) => {
        const b = buildings.get(l.essentials_building);
        return (
          b !== undefined &&
          names.get(b.cat) === l.main_neighborhood &&
          b.zip === l.main_zipcode &&
          b.latitude === l.extras_latitude &&
          b.address === `${l.main_house} ${l.main_street}` &&
          b.location === l.main_cross &&
          b.units === l.essentials_units &&
          Number(l.essentials_floor) <= b.stories &&
          agents.has(l.agents_agent_id)
        );
      }),
    ).toEqual([]);
    expect(offenders(generateAgents(OPTIONS), (a) => offices.has(a.office))).toEqual([]);
    expect(new Set(neighborhoods.map((n) => n.cat_name)).size).toBe(neighborhoods.length);
    const ids = new Set(neighborhoods.map((n) => n.cat_id));
    expect(offenders(neighborhoods, (n) => n.parent === 0 || ids.has(n.parent))).toEqual([]);
  });

  it('have the fields of an ordinary listing', () => {
    const [sample] = agency.listings;
    const fields = Object.keys(sample ?? {})
      .filter((name) => !name.startsWith('custom_'))
      .sort();
    expect(
      offenders(listings, (l) => JSON.stringify(Object.keys(l).sort()) === JSON.stringify(fields)),
    ).toEqual([]);
    const building = Object.keys(agency.buildings[0] ?? {}).sort();
    expect(
      offenders(
        buildings.values(),
        (b) => JSON.stringify(Object.keys(b).sort()) === JSON.stringify(building),
      ),
    ).toEqual([]);
  });

  it('are coherent enough to sort and search', () => {
    const sale = (status: string): boolean => status === 'For Sale' || status === 'Sold';
    expect(
      offenders(
        listings,
        (l) => sale(l.main_status) || (l.financials_taxes === 0 && l.financials_maintenance === 0),
      ),
    ).toEqual([]);
    expect(
      offenders(listings, (l) => l.financials_price > (sale(l.main_status) ? 50_000 : 600)),
    ).toEqual([]);
    expect(offenders(listings, (l) => wallTime(l.essentials_date) <= WALL_TODAY)).toEqual([]);
    expect(new Set(listings.map((l) => l.main_neighborhood)).size).toBeGreaterThan(100);
    expect(new Set(listings.map((l) => l.main_description)).size).toBeGreaterThan(3000);
    expect(new Set(listings.map((l) => l.ulid)).size).toBe(4000);
  });

  it('carry photographs when asked to', () => {
    const pictured = [...generateListings({ ...OPTIONS, count: 20, photos: 6 })];
    expect(
      offenders(
        pictured,
        (l) =>
          l.photos?.length === 6 && l.main_images === 6 && l.main_image === l.photos[0]?.filename,
      ),
    ).toEqual([]);
    const known = new Set([...agency.pictures()].map((f) => f.path));
    expect(pictured.flatMap((l) => l.photos ?? []).filter((p) => !known.has(p.filename))).toEqual(
      [],
    );
  });
});
