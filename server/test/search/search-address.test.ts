import { beforeAll, expect, it } from 'vitest';
import { conditionsOf } from '../../src/search/listing.source-filters.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';
import { detail, found, search } from './asking.js';

const place = (id: number, house: string, street: string, apt = '') =>
  aListing({
    main_id: id,
    main_house: house,
    main_street: street,
    main_apt: apt,
    main_neighborhood: 'Gramercy',
    main_cross: 'Cross Avenue',
  });

const listings = [
  place(1, '12', 'Main Street', '4B'),
  place(2, '120', 'Main Street'),
  place(3, '5', 'O\'Brien "Quoted" Way'),
  place(4, '6', '100% Lane'),
  place(5, '7', 'Under_Score Row'),
  place(6, '8', 'Back\\Slash Alley'),
  place(7, '9', 'Straße der Rosen 🌹'),
  place(8, '10', 'ÉCOLE Road'),
  aListing({
    main_id: 9,
    main_hide_address: 1,
    main_house: '777',
    main_street: 'Secret Boulevard',
    main_apt: 'PH9',
    main_cross: 'Park & Lexington Avenues',
    main_neighborhood: 'Murray Hill',
  }),
  aListing({
    main_id: 10,
    main_house: '',
    main_street: '',
    main_apt: '',
    main_cross: 'Nowhere Street',
    main_neighborhood: '',
  }),
];
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

forEachDatabase('The address filter', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const at = (address: string) => found(server, held.key, `address=${encodeURIComponent(address)}`);
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', listings);
    held.key = await server.addKey('acme');
  });

  it('is ten conditions at the most, of words that none of the others holds', async () => {
    const conditions = (address: string) =>
      conditionsOf({ address }, { now: 0, nowMinute: 0, timeZone: 'UTC' }).flatMap(
        ({ parameters }) => parameters,
      );
    expect(conditions('main MAIN main, ain m 12 1')).toEqual(['%main%', '%12%']);
    const letters = Array.from({ length: 66 }, (_, at) => (at + 40).toString(36)).join(' ');
    expect(conditions(letters)).toHaveLength(10);
    const words = 'a1 b2 c3 d4 e5 f6 g7 h8 i9 street avenue j0 k1';
    expect(conditions(words)).toHaveLength(10);
    expect(conditions(words).slice(0, 3)).toEqual(['%street%', '%avenue%', '%a1%']);
    expect(await at(`12 main street 4b gramercy ${'gramercy '.repeat(10)}`)).toEqual([1]);
    // The shortest are not looked for.
    expect(await at('12 main street 4b gramercy ra mer cy reet stre er gr ee xx')).toEqual([]);
    expect(await at('ain str mai ree tre eet ramer ercy merc gra main street gramercy')).toEqual([
      1, 2,
    ]);
  });

  it('finds every word anywhere in the displayed address, in any letter case', async () => {
    const asked = [
      ['main', [1, 2]],
      ['MAIN street', [1, 2]],
      ['street   12 main', [1, 2]],
      ['120', [2]],
      ['12 main street, 4b, gramercy', [1]],
      ['4b,main', [1]],
      ['ain 2', [1, 2]],
      ['main lane', []],
      ['gramercy', [1, 2, 3, 4, 5, 6, 7, 8]],
      ['straße', [7]],
      ['école', [8]],
      ['ÉCOLE', [8]],
      ['Columbus', []],
      // Cross streets are not part of an address that is shown whole.
      ['Cross', []],
      ['Nowhere', []],
      [' , ', ALL],
      ['  ', ALL],
    ] as const;
    for (const [address, ids] of asked)
      expect([address, await at(address)]).toEqual([address, ids]);
  });

  it('takes no sign for anything but itself', async () => {
    const asked = [
      ['%', [4]],
      ['100%', [4]],
      ['1%0', []],
      ['_', [5]],
      ['r_s', [5]],
      ['m_in', []],
      ['\\', [6]],
      ['k\\s', [6]],
      ['\\%', []],
      ["'", [3]],
      ["o'brien", [3]],
      ['"quoted"', [3]],
      ["' or 1=1 --", []],
      ['🌹', [7]],
      ['🌺', []],
      ['\0', []],
      ['main\0', []],
      ['main\0 street', []],
      ['*', []],
      ['[a-z]', []],
      ['?', []],
      ['$1', []],
      ['\ud83c', []],
    ] as const;
    for (const [address, ids] of asked) {
      const query = new URLSearchParams({ address }).toString();
      expect([address, await found(server, held.key, query)]).toEqual([address, ids]);
    }
  });

  it('finds a hidden listing by what is displayed of it, and by nothing else', async () => {
    const asked = [
      ['park', [9]],
      ['lexington avenues', [9]],
      ['murray hill lexington', [9]],
      ['777', []],
      ['7777', []],
      ['secret', []],
      ['boulevard', []],
      ['ph9', []],
      ['9', [7]],
      ['park 777', []],
    ] as const;
    for (const [address, ids] of asked)
      expect([address, await at(address)]).toEqual([address, ids]);
  });

  it('and no record tell the house number of a hidden listing', async () => {
    const [record] = (await search(server, held.key, 'id=9&addDescription=true')).LISTINGS;
    for (const read of [record, await detail(server, held.key, 9)]) {
      expect(read).toMatchObject({
        main_address: 'Park & Lexington Avenues, Murray Hill',
        main_house: '',
        main_hide_address: 1,
        main_street: 'Secret Boulevard',
      });
      expect(JSON.stringify(read)).not.toContain('777');
    }
    const drawn = await server.get(held.key, '/properties/random/50');
    expect(JSON.stringify(drawn)).not.toMatch(/777|Secret|PH9/);
  });

  it('follows a listing that is hidden or shown from now on', async () => {
    await server.put('acme', 'listings', [{ main_id: 9, main_hide_address: 0 }]);
    expect(await at('777 secret ph9 murray')).toEqual([9]);
    expect(await at('lexington')).toEqual([]);
    await server.put('acme', 'listings', [{ main_id: 9, main_hide_address: 1 }]);
    expect(await at('777')).toEqual([]);
    expect(await at('lexington')).toEqual([9]);
  });

  it('is not made good for by coordinates, where the client has them rounded', async () => {
    await server.addTenant('coarse', { coarsen_hidden: 1 });
    const key = await server.addKey('coarse');
    const spot = { extras_latitude: 40.77694, extras_longitude: -73.97963 };
    await server.put('coarse', 'listings', [
      aListing({ main_id: 1, main_hide_address: 1, ...spot }),
      aListing({ main_id: 2, ...spot }),
    ]);
    const rounded = { extras_latitude: 40.78, extras_longitude: -73.98 };
    for (const [id, shown] of [
      [1, rounded],
      [2, spot],
    ] as const) {
      expect(await detail(server, key, id)).toMatchObject(shown);
      expect((await search(server, key, `id=${id}`)).LISTINGS).toMatchObject([shown]);
    }
    await server.put('acme', 'listings', [{ main_id: 9, ...spot }]);
    expect(await detail(server, held.key, 9)).toMatchObject(spot);
  });

  it.each(['label', 'city', 'customValue'])('like %s, takes any text', async (name) => {
    for (const text of ['\0', "'", '%', '_', '\\', '"', '🌹', 'a:\0', ':', '::', '9'.repeat(20)]) {
      const query = new URLSearchParams({ [name]: text }).toString();
      expect([text, await found(server, held.key, query)]).toEqual([text, []]);
    }
  });
});
