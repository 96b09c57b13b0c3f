import { beforeAll, describe, expect, it } from 'vitest';
import { isoDate } from '../../src/lib/dates.js';
import { histogramOf } from '../../src/search/facet.kinds.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing, anAgent } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';
import { type AnswerRecord, detail, found, search } from './asking.js';

const HOMES = ['Apartment', 'House', 'Townhouse', 'Condo', 'Coop', 'Condop', 'N/A'];
const OTHERS = ['Building', 'Commercial', 'Office', 'Retail', 'Investment', 'Development', 'Land'];

forEachDatabase('More to ask of a search', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'agents', [
      anAgent({ id: 1, office: 3 }),
      anAgent({ id: 2, office: 4, email: 'two@example.com' }),
    ]);
    const types = [...HOMES, ...OTHERS].map((essentials_type, at) =>
      aListing({ main_id: at + 1, essentials_type, essentials_beds: 0 }),
    );
    await server.put('acme', 'listings', [
      ...types,
      aListing({ main_id: 20, essentials_type: 'Office', essentials_beds: 2 }),
      aListing({ main_id: 21, agents_agent_id: 1, agents_coagent_id: 2, essentials_beds: 1.5 }),
      aListing({
        main_id: 22,
        agents_listingagent_id: 2,
        essentials_beds: 3,
        essentials_available: '12/01/2026',
        essentials_date: 'July, 04 2026 09:30:15',
        openhouse: '2026-11-21 11:00:00',
        openhouseend: '2026-11-21 12:30:00',
        custom_Zone: 'North',
      }),
    ]);
    held.key = await server.addKey('acme');
  });

  it('finds studios, and neither offices nor land', async () => {
    expect(await found(server, held.key, 'beds=0')).toEqual(HOMES.map((_, at) => at + 1));
    expect(await found(server, held.key, 'beds=0&type=Office')).toEqual([]);
    expect(await found(server, held.key, 'beds=0,2,1.5&type=Office,N/A')).toEqual([7, 20, 21]);
    expect((await found(server, held.key, 'bedsMax=0')).length).toBe(17);
  });

  it('finds the listings of an office by each of their agents', async () => {
    expect(await found(server, held.key, 'office=3')).toEqual([21]);
    expect(await found(server, held.key, 'office=4')).toEqual([21, 22]);
    await server.put('acme', 'agents', [{ id: 2, office: 3 }]);
    expect(await found(server, held.key, 'office=4')).toEqual([]);
    await server.put('acme', 'agents', [{ id: 2, office: 4 }]);
  });

  it('answers the fields that are named, in their order, and no others', async () => {
    const listings = async (query: string) =>
      (await search(server, held.key, `id=22&${query}`)).LISTINGS;
    const [listing] = await listings(
      'fields=financials_price,MAIN_ID,labels,essentials_beds,main_id',
    );
    expect(JSON.stringify(listing)).toBe(
      '{"financials_price":3000,"main_id":22,"essentials_beds":3}',
    );
    expect(await listings('fields=custom_Zone,photos')).toEqual([{}]);
    expect(await listings('fields=custom_Zone&fields=main_id&addCustomValues=true')).toEqual([
      { custom_Zone: 'North', main_id: 22 },
    ]);
    expect(await listings('fields=')).toEqual(await listings(''));
    const drawn = await server.get(held.key, '/properties/random/1?fields=main_id,idx&beds=3');
    expect(drawn).toEqual([{ main_id: 22 }]);
  });

  it('adds ISO 8601 twins to dates', async () => {
    const iso = (record: AnswerRecord = {}) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => name.endsWith('_iso')));
    const twins = {
      essentials_available_iso: '2026-12-01',
      essentials_date_iso: '2026-07-04T09:30:15-04:00',
    };
    const openHouses = {
      openhouse_iso: '2026-11-21T11:00:00-05:00',
      openhouseend_iso: '2026-11-21T12:30:00-05:00',
      openhouse2_iso: '',
      openhouseend2_iso: '',
    };
    const { LISTINGS } = await search(server, held.key, 'id=22&addIso=true');
    expect(iso(LISTINGS[0])).toEqual(twins);
    const whole = await detail(server, held.key, 22, 'addIso=true&addOpenHouse=true');
    expect(iso(whole)).toEqual({ ...twins, ...openHouses });
    expect(iso(await detail(server, held.key, 22))).toEqual({});
    expect(iso(await detail(server, held.key, 21, 'addIso=1'))).toMatchObject({
      essentials_available_iso: '',
    });
  });

  it('orders similar listings by place, bedrooms, price and id, on every page', async () => {
    await server.addTenant('likes');
    const key = await server.addKey('likes');
    const like = (main_id: number, told: object) =>
      aListing({
        main_id,
        financials_price: 1000,
        essentials_beds: 2,
        main_neighborhood: 'SoHo',
        ...told,
      });
    await server.put('likes', 'listings', [
      like(1, {}),
      like(2, { main_neighborhood: 'Harlem' }),
      like(3, { essentials_beds: 3 }),
      like(4, { financials_price: 1250 }),
      like(5, { financials_price: 750 }),
      like(6, { financials_price: 1010 }),
      like(7, { financials_price: 1251 }),
      like(8, { essentials_beds: 3.5 }),
      like(9, { essentials_type: 'Office' }),
      like(10, { main_status: 'Rented' }),
      like(11, { main_status: 'For Sale' }),
      like(12, { essentials_beds: 1.5, essentials_type: 'Condo' }),
      like(13, { financials_price: 0 }),
      like(14, { financials_price: 0, main_neighborhood: 'Harlem' }),
    ]);
    const similar = async (query: string) => {
      const { TOTAL_COUNT, LISTINGS } = await search(server, key, query);
      return [TOTAL_COUNT, ...LISTINGS.map(({ main_id }) => main_id)];
    };
    const all = [6, 6, 4, 5, 12, 3, 2];
    expect(await similar('similar=1')).toEqual(all);
    // One that is let resembles what is for rent, and the order is its own.
    expect(await similar('similar=10&sort=size&order=asc&status=22')).toEqual([
      7,
      1,
      ...all.slice(1),
    ]);
    expect(await similar('similar=1&perPage=2&page=2')).toEqual([6, 5, 12]);
    expect(await similar('similar=1&priceMax=1000')).toEqual([4, 5, 12, 3, 2]);
    // What has no price resembles at any price.
    expect((await similar('similar=13'))[0]).toBe(9);
    expect(await similar('similar=11')).toEqual([0]);
    expect(await similar('similar=99')).toEqual([0]);
  });
});

describe('A histogram', () => {
  const of = (...numbers: number[]) => histogramOf(new Map(numbers.map((number) => [number, 1])));
  it('has bins for one number, for cents, and for neighbors', () => {
    expect(of(1500)).toEqual({ min: 1500, max: 1500, bins: [{ from: 1500, to: 1500, count: 1 }] });
    expect(of(0.5)).toEqual({ min: 0, max: 1, bins: expect.any(Array) });
    expect(of(0.5).bins.map(({ count }) => count)).toEqual([1, 0]);
    expect(of(0, -3)).toEqual({ min: 0, max: 0, bins: [] });
    const { bins } = of(7, 8, 9.5);
    expect(bins.map(({ from, to, count }) => [from, to, count])).toEqual([
      [7, 7, 1],
      [8, 8, 1],
      [9, 9, 1],
      [10, 10, 0],
    ]);
  });

  it('reaches over a billion in 24 bins that begin at round numbers', () => {
    const { bins } = of(1, 2_000_000_000);
    expect(bins).toHaveLength(24);
    for (const { from } of bins) expect(String(from)).toMatch(/^\d{1,3}0*$/);
  });
});

describe('A moment as ISO 8601', () => {
  it('has the offset of its zone', () => {
    const noon = Date.UTC(2026, 10, 20, 17);
    expect(isoDate(noon, 'America/New_York')).toBe('2026-11-20T12:00:00-05:00');
    expect(isoDate(noon, 'Asia/Kolkata')).toBe('2026-11-20T22:30:00+05:30');
    expect(isoDate(noon, 'UTC')).toBe('2026-11-20T17:00:00+00:00');
  });
});
