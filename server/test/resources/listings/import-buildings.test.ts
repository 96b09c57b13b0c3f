import { beforeAll, expect, it } from 'vitest';
import { exportResources } from '../../../src/changes/transfers.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing, type ImportRecord } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { detail, found, search } from '../../search/asking.js';

forEachDatabase('Listings and their buildings', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const put = (...records: ImportRecord[]) => server.put('acme', 'listings', records);
  const exported = async (kind: string, key: string, id: number): Promise<ImportRecord> => {
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    const all = exportResources(tenant.database, 'America/New_York', server.clock);
    const records = all.find(({ name }) => name === kind)?.records();
    for await (const record of records ?? []) if (record[key] === id) return record;
    throw new Error(`There is no ${id} among the ${kind}.`);
  };
  const building = (id: number) => exported('buildings', 'id', id);
  const exportedListing = (id: number) => exported('listings', 'main_id', id);
  const listed = async (id: number) => (await search(server, held.key, `id=${id}`)).LISTINGS[0];
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'neighborhoods', [{ cat_id: 4, cat_name: 'Gramercy' }]);
    held.key = await server.addKey('acme');
  });

  it('make a building out of what the first listing tells of it', async () => {
    await put(
      aListing({
        main_id: 1,
        essentials_building: 10,
        main_house: '8',
        main_street: 'Irving Place',
        main_cross: 'East 15th & 16th Streets',
        main_neighborhood: 'Gramercy',
        main_zipcode: '10003',
        city: 'New York',
        state: 'NY',
        built: 1899,
        families: 6,
        essentials_units: 18,
        essentials_subway: '456L',
        extras_latitude: 40.735,
        extras_longitude: -73.988,
      }),
    );
    expect(await building(10)).toMatchObject({
      id: 10,
      status: 1,
      address: 'Irving Place',
      house: '8',
      location: 'East 15th & 16th Streets',
      cat: 4,
      zip: '10003',
      city: 'New York',
      state: 'NY',
      built: 1899,
      families: 6,
      units: 18,
      subwayline: '4,5,6,L',
      latitude: 40.735,
      longitude: -73.988,
      doorman: 0,
      parking: 0,
    });
  });

  it('keep it up to date, for its other listings too', async () => {
    await put({ main_id: 2, main_status: 'For Rent', essentials_building: 10 });
    expect(await listed(2)).toMatchObject({
      city: 'New York',
      built: 1899,
      families: 6,
      main_zipcode: '10003',
      essentials_units: 18,
      essentials_subway: '456L',
      extras_latitude: 40.735,
      extras_longitude: -73.988,
    });
    expect(await found(server, held.key, 'zipcode=10003')).toEqual([1, 2]);
    await put({ main_id: 2, main_zipcode: '10010', built: 1901 });
    expect(await building(10)).toMatchObject({ zip: '10010', built: 1901, city: 'New York' });
    expect(await found(server, held.key, 'zipcode=10010&yearBuiltMin=1900')).toEqual([1, 2]);
    expect(await detail(server, held.key, 1)).toMatchObject({ main_zipcode: '10010' });
  });

  it('take house and street from it where they name none', async () => {
    const shown = async (id: number) => {
      const reads = [await detail(server, held.key, id), await listed(id)];
      expect(reads[0]?.main_address).toBe(reads[1]?.main_address);
      const { main_address, main_house, main_street } = reads[0] ?? {};
      return [main_address, main_house, main_street];
    };
    await server.put('acme', 'buildings', [{ id: 20, house: '533', address: 'Washington AVENUE' }]);
    await put(
      { main_id: 20, main_status: 'For Rent', essentials_building: 20, main_apt: '2A' },
      { main_id: 21, main_status: 'For Rent', essentials_building: 20, main_house: '535' },
      { main_id: 22, main_status: 'For Rent', essentials_building: 20, main_street: 'Dean Street' },
      {
        main_id: 23,
        main_status: 'For Rent',
        essentials_building: 20,
        main_hide_address: 1,
        main_cross: 'Dean & Pacific Streets',
      },
    );
    expect(await shown(20)).toEqual(['533 Washington AVENUE, 2A', '533', 'Washington AVENUE']);
    expect(await shown(21)).toEqual(['535 Washington AVENUE', '535', 'Washington AVENUE']);
    expect(await shown(22)).toEqual(['Dean Street', '', 'Dean Street']);
    expect(await shown(23)).toEqual(['Dean & Pacific Streets', '', '']);
    const at = (address: string) => found(server, held.key, `address=${address}`);
    expect(await at('533 washington')).toEqual([20]);
    expect(await at('washington')).toEqual([20, 21]);
    expect(await at('dean')).toEqual([22, 23]);

    // A change of the building is a change of its listings.
    await server.put('acme', 'buildings', [{ id: 20, house: '9', address: '9 Park Place' }]);
    expect(await shown(20)).toEqual(['9 Park Place, 2A', '9', 'Park Place']);
    expect(await shown(21)).toEqual(['535 Park Place', '535', 'Park Place']);
    expect([await at('washington'), await at('9 park')]).toEqual([[], [20]]);
    await put({ main_id: 23, main_hide_address: 0 }, { main_id: 20, main_hide_address: 1 });
    expect([await at('park place'), await shown(20)]).toEqual([
      [21, 23],
      ['', '', ''],
    ]);
    // What is taken from the building is not the listing's own.
    expect(await exportedListing(20)).toMatchObject({ main_house: '', main_street: '' });
  });

  it('take a street of blanks for none when the building moves', async () => {
    await server.put('acme', 'buildings', [{ id: 25, house: '1', address: 'Old Road' }]);
    await put({
      main_id: 25,
      main_status: 'For Rent',
      essentials_building: 25,
      main_street: '\u00a0\t\u3000',
    });
    await server.put('acme', 'buildings', [{ id: 25, house: '2', address: 'New Road' }]);
    expect(await found(server, held.key, 'address=2 new road')).toEqual([25]);
    expect(await found(server, held.key, 'address=old road')).toEqual([]);
  });

  it('take house and street from a building that other listings made', async () => {
    await put(
      { main_id: 30, main_status: 'For Rent', essentials_building: 30 },
      {
        main_id: 31,
        main_status: 'For Rent',
        essentials_building: 30,
        main_house: '4',
        main_street: 'Bond Street',
      },
    );
    expect(await listed(30)).toMatchObject({ main_address: '4 Bond Street' });
    expect(await found(server, held.key, 'address=bond')).toEqual([30, 31]);
    // Neighbours on one street are two houses.
    await put({
      main_id: 32,
      essentials_building: 30,
      main_street: 'Bond Street',
      main_house: '6',
      main_hide_address: 1,
    });
    expect(await building(30)).toMatchObject({ house: '4', address: 'Bond Street' });
    await put({ main_id: 31, main_hide_address: 1 });
    expect(await building(30)).toMatchObject({ house: '', address: '' });
    expect(await found(server, held.key, 'address=bond')).toEqual([]);
  });

  it('do not tell a hidden address through it', async () => {
    await put(
      aListing({ main_id: 3, essentials_building: 11, main_hide_address: 1, main_house: '777' }),
    );
    expect(await building(11)).toMatchObject({ address: '', house: '', zip: '10023' });
  });

  it('leave a building alone that came as a record of its own', async () => {
    await server.put('acme', 'buildings', [
      aBuilding({
        id: 12,
        zip: '10001',
        city: '',
        built: 0,
        families: 2,
        units: 0,
        subwayline: '',
      }),
    ]);
    await put(
      aListing({
        main_id: 4,
        essentials_building: 12,
        main_zipcode: '99999',
        city: 'Yonkers',
        built: 1950,
        families: 9,
        essentials_units: 3,
        essentials_subway: 'G',
      }),
    );
    expect(await building(12)).toMatchObject({ zip: '10001', city: '', built: 0, families: 2 });
    // What the building leaves open, the listing tells for itself.
    expect(await listed(4)).toMatchObject({
      main_zipcode: '10001',
      city: 'Yonkers',
      built: 1950,
      families: 2,
      essentials_units: 3,
      essentials_subway: 'G',
    });
    expect(await found(server, held.key, 'zipcode=10001&city=yonkers&yearBuiltMin=1950')).toEqual([
      4,
    ]);
    expect(await found(server, held.key, 'zipcode=99999')).toEqual([]);
    expect(await found(server, held.key, 'familiesMin=9')).toEqual([]);
  });

  it('leave the building that was made of them once it comes as a record', async () => {
    await server.put('acme', 'buildings', [{ id: 10, zip: '10099', name: 'The Irving' }]);
    expect(await building(10)).toMatchObject({ name: 'The Irving', zip: '10099', built: 1901 });
    expect(await found(server, held.key, 'zipcode=10099')).toEqual([1, 2]);
    await put({ main_id: 1, main_zipcode: '10003', built: 1700 });
    expect(await building(10)).toMatchObject({ zip: '10099', built: 1901 });
    expect(await listed(1)).toMatchObject({ main_zipcode: '10099', built: 1901 });
  });

  it('are found by what changes in their building and neighborhood, at once', async () => {
    await put(aListing({ main_id: 5, essentials_building: 13, main_neighborhood: 'Gramercy' }));
    const before = await found(server, held.key, 'address=gramercy');
    expect(before).toContain(5);
    const change = (told: ImportRecord) => server.put('acme', 'buildings', [{ id: 13, ...told }]);
    const none = async (query: string) => expect(await found(server, held.key, query)).toEqual([]);
    const five = async (query: string) => expect(await found(server, held.key, query)).toEqual([5]);

    for (const [told, query] of [
      [{ pool: 1 }, 'buildingFeatures=pool'],
      [{ parking: 8 }, 'parking=8'],
      [{ zip: '11201' }, 'zipcode=11201'],
      [{ city: 'Kingston' }, 'city=kingston'],
      [{ built: 1777 }, 'yearBuiltMin=1&yearBuiltMax=1777'],
      [{ families: 77 }, 'familiesMin=77'],
    ] as const) {
      await none(query);
      await change(told);
      await five(query);
    }
    await change({ pool: 0, parking: 0 });
    await none('buildingFeatures=pool');
    await none('parking=8');

    await server.put('acme', 'neighborhoods', [{ cat_id: 4, cat_name: 'Kips Bay' }]);
    await none('address=gramercy');
    expect(await found(server, held.key, 'address=kips%20bay')).toEqual(before);
    expect(await detail(server, held.key, 5)).toMatchObject({ main_neighborhood: 'Kips Bay' });
    // The name is free again, and makes a neighborhood of its own.
    await put({ main_id: 5, main_neighborhood: 'Gramercy' });
    await five('address=gramercy');
    expect(await found(server, held.key, 'cat=4')).toEqual(before.filter((id) => id !== 5));
  });

  it('move from one to the other', async () => {
    await server.put('acme', 'buildings', [
      aBuilding({ id: 21, zip: '10021', valet: 1 }),
      aBuilding({ id: 22, zip: '10022', wifi: 1 }),
    ]);
    await put(aListing({ main_id: 6, essentials_building: 21 }));
    expect(await found(server, held.key, 'zipcode=10021&buildingId=21')).toEqual([6]);
    await put({ main_id: 6, essentials_building: 22 });
    expect(await found(server, held.key, 'buildingId=21')).toEqual([]);
    expect(await found(server, held.key, 'zipcode=10022&buildingId=22')).toEqual([6]);
    expect(await server.get(held.key, '/properties/amenities/6')).toMatchObject([
      { valet: 0, wifi: 1 },
    ]);
    await put({ main_id: 6, essentials_building: 0 });
    expect(await found(server, held.key, 'zipcode=10023')).toContain(6);
    expect(await server.get(held.key, '/properties/amenities/6')).toMatchObject([
      { valet: 0, wifi: 0 },
    ]);
  });
});
