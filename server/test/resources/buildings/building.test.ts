import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';
import { EMPTY_RECORD, FLAGS, FULL_RECORD, INCLUDED } from './building-records.js';

forEachDatabase('the record of a building', (database) => {
  const server = serverFor(database);
  let key = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  const read = (id: number) => server.get(key, `/buildings/${id}`);
  const put = (...records: object[]) => server.put('acme', 'buildings', records);

  it('is an array of one object with all its fields', async () => {
    await put({ id: 1 });
    const [record, ...others] = (await read(1)) as object[];
    expect(others).toEqual([]);
    expect(record).toEqual({ ...EMPTY_RECORD, id: 1 });
  });

  it('is an empty array where there is no building', async () => {
    expect(await read(999)).toEqual([]);
    expect(await server.get(key, '/buildings/photos/999')).toEqual([]);
  });

  it('reads back whole, in the old encodings', async () => {
    const flags = Object.fromEntries([...FLAGS, ...INCLUDED].map((name) => [name, 1]));
    await put({ ...FULL_RECORD, ...flags });
    expect(await read(7)).toEqual([{ ...EMPTY_RECORD, ...FULL_RECORD, ...flags }]);
  });

  it.each([...FLAGS, ...INCLUDED])('keeps the flag %s apart from the others', async (name) => {
    await put({ id: 2, [name]: 1 });
    expect(await read(2)).toEqual([{ ...EMPTY_RECORD, id: 2, [name]: 1 }]);
    await put({ id: 2, [name]: 0 });
    expect(await read(2)).toEqual([{ ...EMPTY_RECORD, id: 2 }]);
  });

  it('keeps -1 where a flag of old is true, and where a cooling has no type', async () => {
    await put({ id: 3, heating: 1, newdevelopment: true, cooling: -1 });
    expect(await read(3)).toMatchObject([{ heating: -1, newdevelopment: -1, cooling: -1 }]);
  });

  it('keeps what an update does not tell', async () => {
    await put({ id: 4, name: 'Old', built: 1900, doorman: 1, heat: 1 }, { id: 5, name: 'Other' });
    await put({ id: 4, name: 'New', gas: 1 });
    expect(await read(4)).toEqual([
      { ...EMPTY_RECORD, id: 4, name: 'New', built: 1900, doorman: 1, heat: 1, gas: 1 },
    ]);
    expect(await read(5)).toEqual([{ ...EMPTY_RECORD, id: 5, name: 'Other' }]);
  });

  describe('prices', () => {
    const listing = (id: number, building: number, status: string, price: number) => ({
      main_id: id,
      essentials_building: building,
      main_status: status,
      financials_price: price,
    });

    beforeAll(async () => {
      await put({ id: 20 }, { id: 21 }, { id: 22 }, { id: 23, minrent: 1, maxbuy: 2 });
      await server.put('acme', 'listings', [
        listing(201, 20, 'For Rent', 3000),
        listing(202, 20, 'For Rent', 4500.5),
        listing(203, 20, 'For Rent', 3500),
        listing(204, 20, 'For Sale', 900_000),
        listing(205, 20, 'Rented', 100),
        listing(206, 20, 'Sold', 9_000_000),
        listing(207, 20, 'In Contract', 9_000_001),
        listing(208, 20, 'App. Pending', 50),
        listing(209, 20, 'Offer In', 9_000_002),
        listing(210, 20, 'For Rent', 0),
        listing(211, 21, 'For Sale', 500_000),
        listing(212, 21, 'For Sale', 700_000),
        listing(213, 22, 'Rented', 2000),
      ]);
    });

    it('span what is on the market now, rents and sales apart', async () => {
      expect(await read(20)).toMatchObject([
        { minrent: 3000, maxrent: 4501, minbuy: 900_000, maxbuy: 900_000 },
      ]);
      expect(await read(21)).toMatchObject([
        { minrent: 0, maxrent: 0, minbuy: 500_000, maxbuy: 700_000 },
      ]);
    });

    it('are 0 where nothing is on the market, whatever a record told', async () => {
      const none = { minrent: 0, maxrent: 0, minbuy: 0, maxbuy: 0 };
      expect(await read(22)).toMatchObject([none]);
      expect(await read(23)).toMatchObject([none]);
    });

    it('follow a listing that leaves the market', async () => {
      await server.put('acme', 'listings', [{ main_id: 212, main_status: 'Sold' }]);
      expect(await read(21)).toMatchObject([{ minbuy: 500_000, maxbuy: 500_000 }]);
    });
  });

  describe('photos', () => {
    const photo = (building_id: number, filename: string, rest: object = {}) => ({
      building_id,
      filename,
      ...rest,
    });

    beforeAll(async () => {
      await put({ id: 30 }, { id: 31 });
      await server.put('acme', 'building-photos', [
        photo(30, 'lobby & hall.jpg', { name: 'Lobby', sort: 2 }),
        photo(30, 'buildings/30/front.jpg', { sort: 1 }),
        photo(30, 'https://img.example.test/roof.jpg', { name: 'Roof', sort: 2 }),
        photo(31, 'lobby & hall.jpg', { sort: 1 }),
      ]);
    });

    it('come in their order, equal ones as they came in, with absolute URLs', async () => {
      expect(await server.get(key, '/buildings/photos/30')).toEqual([
        {
          filename: 'https://portico.test/media/acme/buildings/30/front.jpg',
          name: '',
          sort: 1,
        },
        {
          filename: 'https://portico.test/media/acme/lobby%20%26%20hall.jpg',
          name: 'Lobby',
          sort: 2,
        },
        { filename: 'https://img.example.test/roof.jpg', name: 'Roof', sort: 2 },
      ]);
    });

    it('are counted on the record', async () => {
      expect(await read(30)).toMatchObject([{ imgcount: 3 }]);
      expect(await read(31)).toMatchObject([{ imgcount: 1 }]);
    });

    it('are updated by their file, and added behind the others', async () => {
      await server.put('acme', 'building-photos', [
        photo(31, 'garden.jpg', { sort: 1 }),
        photo(31, 'lobby & hall.jpg', { name: 'Now named', sort: 1 }),
      ]);
      expect(await server.get(key, '/buildings/photos/31')).toEqual([
        {
          filename: 'https://portico.test/media/acme/lobby%20%26%20hall.jpg',
          name: 'Now named',
          sort: 1,
        },
        { filename: 'https://portico.test/media/acme/garden.jpg', name: '', sort: 1 },
      ]);
    });

    it('keep what an update does not tell', async () => {
      await server.put('acme', 'building-photos', [photo(31, 'garden.jpg', { name: 'Garden' })]);
      await server.put('acme', 'building-photos', [photo(31, 'garden.jpg')]);
      expect(await server.get(key, '/buildings/photos/31')).toMatchObject([
        { name: 'Now named' },
        { name: 'Garden', sort: 1 },
      ]);
    });

    it('of a building that is not there are refused by name', async () => {
      await expect(
        server.put('acme', 'building-photos', [
          photo(30, 'a.jpg', { sort: 9 }),
          photo(77, 'b.jpg'),
        ]),
      ).rejects.toThrow('"77" was given; accepted is the id of a building that exists');
      expect(await read(30)).toMatchObject([{ imgcount: 4 }]);
      expect(await server.get(key, '/buildings/photos/77')).toEqual([]);
    });
  });

  it('takes two statements, its photos one', async () => {
    expect(await statementsOf(server, 'acme', () => read(20))).toHaveLength(2);
    const photos = () => server.get(key, '/buildings/photos/30');
    expect(await statementsOf(server, 'acme', photos)).toHaveLength(1);
  });
});
