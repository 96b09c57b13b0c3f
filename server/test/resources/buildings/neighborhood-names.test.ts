import { expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

type Answer = readonly Record<string, unknown>[];

forEachDatabase('neighborhoods that listings named first', (database) => {
  const server = serverFor(database);

  it('make way for records: no listing changes its neighborhood', async () => {
    await server.addTenant('acme');
    const key = await server.addKey('acme');
    const listing = (main_id: number, main_neighborhood: string) => ({
      main_id,
      main_status: 'For Rent',
      main_neighborhood,
      essentials_building: main_id,
    });
    await server.put('acme', 'listings', [
      listing(1, 'Noho'),
      listing(2, 'Soho'),
      listing(3, 'Nolita'),
    ]);
    const makeshift = (await server.get(key, '/neighborhoods')) as Answer;
    expect(makeshift.map((row) => [row.cat_id, row.cat_name])).toEqual([
      [1, 'Noho'],
      [2, 'Soho'],
      [3, 'Nolita'],
    ]);
    // 1 is somebody else’s, 2 and 3 change places, and Noho has a number of its own.
    await server.put('acme', 'neighborhoods', [
      { cat_id: 1, cat_name: 'Chelsea' },
      { cat_id: 2, cat_name: 'NOLITA' },
      { cat_id: 3, cat_name: 'SoHo' },
    ]);
    const names = async () =>
      Promise.all(
        [1, 2, 3].map(async (id) => {
          const [record] = (await server.get(key, `/properties/${id}`)) as Answer;
          return record?.main_neighborhood;
        }),
      );
    expect(await names()).toEqual(['Noho', 'SoHo', 'NOLITA']);
    const found = async (cat: number) => {
      const page = (await server.get(key, `/properties?cat=${cat}`)) as { LISTINGS: Answer };
      return page.LISTINGS.map((row) => row.main_id);
    };
    expect([await found(1), await found(2), await found(3), await found(4)]).toEqual([
      [],
      [3],
      [2],
      [1],
    ]);
    const [building] = (await server.get(key, '/buildings/2')) as Answer;
    expect(building?.cat).toBe(3);
    // A record of the name takes the last makeshift number over.
    await server.put('acme', 'neighborhoods', [{ cat_id: 40, cat_name: 'Noho' }]);
    expect([await found(4), await found(40)]).toEqual([[], [1]]);
    expect(await names()).toEqual(['Noho', 'SoHo', 'NOLITA']);
  });

  it('a house number that is hidden later leaves the building that the listing made', async () => {
    await server.addTenant('hidden');
    const key = await server.addKey('hidden');
    const address = { main_house: '77', main_street: 'Oak Street', main_cross: 'Elm & Ash' };
    await server.put('hidden', 'listings', [
      { main_id: 1, main_status: 'For Rent', essentials_building: 50, ...address },
    ]);
    const building = async () => {
      const [record] = (await server.get(key, '/buildings/50')) as Answer;
      return [record?.house, record?.address];
    };
    expect(await building()).toEqual(['77', 'Oak Street']);
    await server.put('hidden', 'listings', [{ main_id: 1, main_hide_address: 1 }]);
    expect(await building()).toEqual(['', '']);
  });
});
