import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing, type ImportRecord } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { type AnswerRecord, detail, found, search } from '../../search/asking.js';
import { AGENTS, BUILDINGS, FLAGS, TOLD } from './fully-told.js';

forEachDatabase('An import of listings', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const put = (...records: ImportRecord[]) => server.put('acme', 'listings', records);
  const read = (id: number) => detail(server, held.key, id, FLAGS);
  const neighborhoods = async () =>
    ((await server.get(held.key, '/neighborhoods')) as AnswerRecord[]).map(
      ({ cat_id, cat_name, parent, sort }) => [cat_id, cat_name, parent, sort],
    );
  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'neighborhoods', [{ cat_id: 40, cat_name: 'SoHo', sort: 6 }]);
    await server.put('acme', 'buildings', BUILDINGS);
    await server.put('acme', 'agents', AGENTS);
    held.key = await server.addKey('acme');
  });

  it('keeps what a later record of the same id does not tell', async () => {
    await put(TOLD);
    const before = await read(7);
    await put({ main_id: 7 });
    expect(await read(7)).toEqual(before);
    const nulls = Object.fromEntries(Object.keys(TOLD).map((name) => [name, null]));
    await put({ ...nulls, main_id: 7 });
    expect(await read(7)).toEqual(before);
    await put({ main_id: 7, financials_price: 10, essentials_beds: 0 });
    expect(await read(7)).toEqual({ ...before, financials_price: 10, essentials_beds: 0 });
    expect(await found(server, held.key, 'status=11&priceMax=10')).toEqual([7]);
  });

  it('takes every single field by itself', async () => {
    await put(TOLD);
    const before = await read(7);
    // Told one after another, in any order, the fields make the same listing as together.
    for (const [name, value] of Object.entries(TOLD).reverse()) {
      if (name !== 'concession') await put({ main_id: 9, [name]: name === 'main_id' ? 9 : value });
    }
    expect(await read(9)).toEqual({ ...before, main_id: 9 });
  });

  it('takes back what it answered, and nothing changes', async () => {
    await put({ ...TOLD, photos: ['rooms/hall.jpg', 'https://pictures.test/x%20Floor Plan.png'] });
    const whole = await read(7);
    const listed = (await search(server, held.key, `id=7&addDescription=1&${FLAGS}`)).LISTINGS;
    await put(whole);
    expect(await read(7)).toEqual(whole);
    await put(listed[0] ?? {});
    expect(await read(7)).toEqual(whole);
    expect((await search(server, held.key, `id=7&addDescription=1&${FLAGS}`)).LISTINGS).toEqual(
      listed,
    );
  });

  it('takes values as a spreadsheet has them', async () => {
    await put({
      main_id: '11',
      main_status: ' for rent ',
      main_category: '6',
      main_hide_address: 'no',
      essentials_beds: '2.5',
      essentials_pets: 'PETS ok',
      essentials_type: 'coop',
      essentials_size: '900',
      essentials_date: '2026-11-19T08:00:00-05:00',
      essentials_openhouse_by_appointment_only: 'by appointment ONLY',
      extra_cooling: 2,
      extras_featured: 'Y',
      extras_nofee: 'true',
      financials_price: ' 3500 ',
      agents_coagent_id: '',
      amenities: 'Doorman, Roof Deck,laundry_in_unit',
      labels: 'One, Two,',
      photos: 'a.jpg|b.jpg',
      lease_term_min: '',
      idx: -1,
      main_zipcode: 10013,
      op: 2,
    });
    expect(await read(11)).toMatchObject({
      main_id: 11,
      main_status: 'For Rent',
      main_category: 6,
      main_hide_address: 0,
      essentials_beds: 2.5,
      essentials_pets: 'Pets OK',
      essentials_type: 'Coop',
      essentials_size: 900,
      essentials_date: 'November, 19 2026 08:00:00',
      essentials_openhouse_by_appointment_only: 'By Appointment Only',
      extra_cooling: 'Window/Wall',
      extras_featured: 1,
      extras_nofee: 1,
      financials_price: 3500,
      agents_coagent_id: '',
      labels: 'One,Two',
      main_images: 2,
      idx: 1,
      main_zipcode: '10013',
      op: '2',
    });
    const [amenities] = (await server.get(held.key, '/properties/amenities/11')) as AnswerRecord[];
    const has = Object.entries(amenities ?? {}).filter(([, there]) => there === 1);
    expect(has.map(([name]) => name)).toEqual(['doorman', 'laundryinunit', 'nofee', 'roofdeck']);
  });

  it('finds the neighborhood by its name, and makes it where there is none', async () => {
    const before = await neighborhoods();
    expect(before).toEqual([[40, 'SoHo', 0, 6]]);
    await put(
      { main_id: 21, main_neighborhood: 'soho' },
      { main_id: 22, main_neighborhood: ' NoHo ' },
      { main_id: 23, main_neighborhood: 'Tribeca' },
      { main_id: 24, main_neighborhood: 'NoHo' },
      { main_id: 25, main_neighborhood: '' },
    );
    expect(await neighborhoods()).toEqual([
      [40, 'SoHo', 0, 6],
      [41, 'NoHo', 0, 7],
      [42, 'Tribeca', 0, 8],
    ]);
    const names: unknown[] = [];
    for (const id of [21, 22, 23, 24, 25]) names.push((await read(id)).main_neighborhood);
    expect(names).toEqual(['SoHo', 'NoHo', 'Tribeca', 'NoHo', '']);
    await put({ main_id: 22, main_status: 'For Sale' });
    expect(await found(server, held.key, 'status=1&cat=41')).toEqual([22]);
    await put({ main_id: 22, main_neighborhood: '' });
    expect(await found(server, held.key, 'status=1&cat=41')).toEqual([]);
    expect(await read(22)).toMatchObject({ main_neighborhood: '' });
  });

  it('keeps the house number of a hidden address that a record cannot tell', async () => {
    await put(aListing({ main_id: 31, main_hide_address: 1, main_house: '777' }));
    const answered = await read(31);
    expect(answered.main_house).toBe('');
    await put(answered);
    await put({ main_id: 31, main_hide_address: 0 });
    expect(await read(31)).toMatchObject({ main_house: '777' });
    // Where the address is shown, an empty house number is told.
    await put({ main_id: 31, main_hide_address: 0, main_house: '' });
    expect(await read(31)).toMatchObject({ main_house: '' });
  });

  it('knows no fee and furnished as one fact, told as a flag or as an amenity', async () => {
    const facts = async () => {
      const { extras_nofee, extras_furnished } = await read(32);
      const [{ nofee, furnished } = {}] = (await server.get(
        held.key,
        '/properties/amenities/32',
      )) as AnswerRecord[];
      expect([nofee, furnished]).toEqual([extras_nofee, extras_furnished]);
      return [nofee, furnished];
    };
    await put({ main_id: 32, extras_nofee: 1 });
    expect(await facts()).toEqual([1, 0]);
    await put({ main_id: 32, extras_furnished: 1, extras_nofee: 0 });
    expect(await facts()).toEqual([0, 1]);
    await put({ main_id: 32, amenities: ['nofee', 'pool'] });
    expect(await facts()).toEqual([1, 0]);
    await put({ main_id: 32, amenities: ['pool'], extras_furnished: 1 });
    expect(await facts()).toEqual([0, 1]);
    // What a list names is there, whatever the flag beside it says.
    await put({ main_id: 32, amenities: ['furnished'], extras_furnished: 0 });
    expect(await facts()).toEqual([0, 1]);
    await put({ main_id: 32, extras_furnished: 0 });
    expect(await facts()).toEqual([0, 0]);
    await put({ main_id: 32, main_status: 'For Rent' });
    expect(await found(server, held.key, 'extras=furnished&id=32')).toEqual([]);
  });

  it('replaces labels as a whole, and custom values one by one', async () => {
    await put({
      main_id: 33,
      main_status: 'Sold',
      labels: ['Red', 'Blue'],
      custom_A: '1',
      custom_B: '2',
    });
    await put({ main_id: 33, labels: ['blue', 'Green', 'green'], custom_B: '', custom_C: '3' });
    const record = await read(33);
    expect(record.labels).toBe('Blue,Green');
    expect(record).toMatchObject({ custom_A: '1', custom_C: '3' });
    expect(record).not.toHaveProperty('custom_B');
    expect(await found(server, held.key, 'status=19&label=red')).toEqual([]);
    expect(await found(server, held.key, 'status=19&label=GREEN')).toEqual([33]);
    expect(await found(server, held.key, 'status=19&customValue=B:2')).toEqual([]);
    // In one order on every database, whatever its own is.
    await put({ main_id: 33, labels: ['zoo', 'apple', 'Élan', 'Banana', 'ba nana'] });
    expect(await read(33)).toMatchObject({ labels: 'Banana,apple,ba nana,zoo,Élan' });
    await put({ main_id: 33, labels: [] });
    expect(await read(33)).toMatchObject({ labels: '' });
  });

  it('takes names of custom values as they are, and finds them in any letter case', async () => {
    await put({
      main_id: 34,
      main_status: 'Sold',
      custom_Größe: 'x',
      custom_ÉTAGE: 'y',
      'custom_with space: and colon': 'z',
    });
    expect(await read(34)).toMatchObject({
      custom_Größe: 'x',
      custom_ÉTAGE: 'y',
      'custom_with space: and colon': 'z',
    });
    for (const asked of ['Größe:x', 'größe:x', 'GRößE:x', 'ÉTAGE:y', 'y', 'z']) {
      const query = `status=19&customValue=${encodeURIComponent(asked)}`;
      expect([asked, await found(server, held.key, query)]).toEqual([asked, [34]]);
    }
  });

  it('takes what is looked up as long as it may be, whatever the letters', async () => {
    // Emails of three bytes each that no compression makes shorter.
    const long = Array.from({ length: 500 }, (_, index) =>
      String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
    ).join('');
    const record = { main_id: 36, main_neighborhood: long, city: long, ulid: long, labels: [long] };
    await put({ ...record, [`custom_${long}`]: long.repeat(10), main_street: long.repeat(10) });
    expect(await read(36)).toMatchObject({
      main_neighborhood: long,
      labels: long,
      [`custom_${long}`]: long.repeat(10),
      main_street: long.repeat(10),
    });
  });

  it('replaces the photos of a record as a whole, in its order', async () => {
    const photos = async () =>
      ((await server.get(held.key, '/properties/photos/35')) as AnswerRecord[]).map((photo) => [
        String(photo.filename).replace(/^.*\//, ''),
        photo.name,
        photo.sort,
      ]);
    await put({
      main_id: 35,
      photos: ['b.jpg', { filename: 'a.jpg', name: 'A' }, { filename: 'c.jpg', sort: 0 }],
    });
    expect(await photos()).toEqual([
      ['b.jpg', '', 0],
      ['c.jpg', '', 0],
      ['a.jpg', 'A', 1],
    ]);
    await put({ main_id: 35, main_status: 'Sold' });
    expect(await photos()).toHaveLength(3);
    await put({ main_id: 35, photos: [{ filename: 'plans/FLOOR_plan.gif', sort: 4 }] });
    expect(await photos()).toEqual([['FLOOR_plan.gif', '', 4]]);
    expect(await read(35)).toMatchObject({
      main_images: 1,
      main_image: 'https://portico.test/media/acme/plans/FLOOR_plan.gif',
      floorplan_image: 'https://portico.test/media/acme/plans/FLOOR_plan.gif',
    });
    await put({ main_id: 35, photos: [] });
    expect(await read(35)).toMatchObject({ main_images: 0, main_image: '', floorplan_image: '' });
  });
});
