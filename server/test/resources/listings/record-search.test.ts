import { beforeAll, expect, it } from 'vitest';
import {
  ListingSearchRecord,
  ListingShortRecord,
} from '../../../src/resources/listings/listing.schema.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { type AnswerRecord, detail, search } from '../../search/asking.js';
import { openMarket } from '../../search/market.js';
import { BY_SEPARATE_FLAGS, PHOTO_SIZES } from './fully-told.js';

const person = (role: string) =>
  ['email', 'id', 'image', 'name', 'phone'].map((field) => `agents_${role}_${field}`);

/** The fields of the detail record that a search leaves out. */
const DETAIL_ONLY = [
  'access_note',
  'concession',
  'cyof',
  'extra_cooling',
  'floorplan_image',
  'main_description',
  'op',
];

/** The flat fields that a search adds to them. */
const SEARCH_ONLY = [
  'available_date',
  'built',
  'city',
  'date_update',
  'extras_webtitle',
  'families',
  'iscompany',
  'ismls',
  'lease_term_max',
  'lease_term_min',
];

const RANDOM = [
  ...person('agent'),
  ...person('coagent'),
  'essentials_bath',
  'essentials_beds',
  'essentials_rooms',
  'essentials_size',
  'essentials_type',
  'essentials_units',
  'extras_featured',
  'extras_nofee',
  'extras_openhouse',
  'financials_price',
  'main_address',
  'main_id',
  'main_image',
  'main_neighborhood',
  'main_status',
];

/** Fields that only stand on records of which they were told, or that a flag asked for. */
const OCCASIONAL = [
  'essentials_video2',
  'partnerVideo',
  'photos',
  'openhouse',
  'openhouseend',
  'openhouse2',
  'openhouseend2',
  'hitcounter',
  'labels',
  'essentials_available_iso',
  'essentials_date_iso',
  'openhouse_iso',
  'openhouseend_iso',
  'openhouse2_iso',
  'openhouseend2_iso',
  ...BY_SEPARATE_FLAGS,
  ...PHOTO_SIZES,
];

forEachDatabase('The record of a search', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const listed = async (id: number, query = ''): Promise<AnswerRecord> => {
    const { TOTAL_COUNT, LISTINGS } = await search(server, held.key, `id=${id}&${query}`);
    expect(TOTAL_COUNT).toBe(1);
    return LISTINGS[0] ?? {};
  };
  beforeAll(async () => {
    held.key = await openMarket(server);
  });

  it('is the detail record without what is for the page alone, and some flat fields', async () => {
    const whole = await detail(server, held.key, 136);
    const shared = Object.entries(whole).filter(([name]) => !DETAIL_ONLY.includes(name));
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(DETAIL_ONLY));
    expect(await listed(136)).toEqual({
      ...Object.fromEntries(shared),
      available_date: '',
      built: 1928,
      city: 'New York',
      date_update: 'November, 01 2026 12:00:00',
      extras_webtitle: '',
      families: 1,
      iscompany: 1,
      ismls: 0,
      lease_term_max: 12,
      lease_term_min: 6,
    });
  });

  it('has its fields, and no others, on every listing', async () => {
    const whole = Object.keys(await detail(server, held.key, 101));
    const names = [...whole.filter((name) => !DETAIL_ONLY.includes(name)), ...SEARCH_ONLY].sort();
    const { LISTINGS } = await search(server, held.key, 'status=1,2,11,12,19,21,22&perPage=200');
    expect(LISTINGS.length).toBeGreaterThan(60);
    for (const record of LISTINGS) expect(Object.keys(record).sort()).toEqual(names);
    const known = Object.keys(ListingSearchRecord.properties);
    expect(known.sort()).toEqual([...names, 'main_description', ...OCCASIONAL].sort());
  });

  it('has the title of its page, which an import sets and clears', async () => {
    const titled = async (record: object) => {
      await server.put('acme', 'listings', [{ main_id: 136, ...record }]);
      return (await listed(136)).extras_webtitle;
    };
    expect(await titled({ extras_webtitle: 'Sunny Two-Bedroom ☀' })).toBe('Sunny Two-Bedroom ☀');
    expect(await titled({ main_apt: '4B' })).toBe('Sunny Two-Bedroom ☀');
    expect(await detail(server, held.key, 136)).not.toHaveProperty('extras_webtitle');
    expect(await titled({ extras_webtitle: '' })).toBe('');
  });

  it('prefers what the building knows', async () => {
    expect(await listed(128)).toMatchObject({
      main_zipcode: '10128-1234',
      city: 'Yonkers',
      built: 1930,
      families: 1,
      essentials_units: 12,
      essentials_subway: 'ACE',
      extras_latitude: 40.75,
      extras_longitude: -73.99,
    });
    // Where the building knows nothing, the listing does.
    expect(await listed(204)).toMatchObject({
      main_zipcode: '10011',
      city: 'New York',
      built: 2020,
      families: 4,
    });
  });

  it('gives the text of the availability twice, and the lease as it was told', async () => {
    expect(await listed(141)).toMatchObject({
      available_date: '12/01/2026',
      essentials_available: '12/01/2026',
      lease_term_min: 0,
      lease_term_max: 0,
    });
  });

  it('adds what the flags ask for', async () => {
    expect(await listed(101, 'addDescription=true')).toMatchObject({
      main_description: 'Listing 101',
    });
    expect(await listed(159, 'addPhotos=true')).toMatchObject({
      photos: 'https://portico.test/media/acme/a.jpg|https://pictures.test/b.jpg',
      main_image: 'https://portico.test/media/acme/a.jpg',
      main_images: 2,
    });
    expect(await listed(149, 'addOpenHouse=true')).toMatchObject({
      openhouse: '2026-11-21 11:00:00',
      openhouseend: '2026-11-21 12:30:00',
      openhouse2: '',
      openhouseend2: '',
    });
    expect(await listed(154, 'addHitCounter=true')).toMatchObject({ hitcounter: 7 });
    expect(await listed(154, 'addLabels=true')).toMatchObject({
      labels: 'Sponsor Unit,Waterfront',
    });
    expect(await listed(158, 'addCustomValues=true')).toMatchObject({ custom_Zone: 'Line: 4' });
    const bare = Object.keys(await listed(101));
    const added = {
      addDescription: ['main_description'],
      addPhotos: ['photos'],
      addOpenHouse: ['openhouse', 'openhouse2', 'openhouseend', 'openhouseend2'],
      addHitCounter: ['hitcounter'],
      addLabels: ['labels'],
      addCustomValues: [],
    };
    for (const [flag, names] of Object.entries(added)) {
      const record = await listed(101, `${flag}=true`);
      const more = Object.keys(record).filter((name) => !bare.includes(name));
      expect([flag, more.sort()]).toEqual([flag, names]);
    }
  });

  it('adds to each record of a page its own', async () => {
    const { LISTINGS } = await search(
      server,
      held.key,
      'perPage=200&addCustomValues=1&addLabels=1&addHitCounter=1&addPhotos=1',
    );
    const told = LISTINGS.map((record) =>
      Object.entries(record).flatMap(([name, value]) =>
        /^custom_|^labels$|^photos$|^hitcounter$/.test(name) && value !== '' && value !== 0
          ? [`${record.main_id} ${name} ${value}`]
          : [],
      ),
    );
    expect(told.flat().sort()).toEqual([
      '154 hitcounter 7',
      '154 labels Sponsor Unit,Waterfront',
      '155 labels Waterfront',
      '156 custom_Zone North',
      '157 custom_Owner North',
      '158 custom_Zone Line: 4',
      '159 photos https://portico.test/media/acme/a.jpg|https://pictures.test/b.jpg',
    ]);
  });

  it('of a random draw has 25 fields, those of the detail record', async () => {
    expect(RANDOM).toHaveLength(25);
    // `ismls` is there where a draw looked into a feed: feeds-searched.test.ts.
    const { ismls: _, ...always } = ListingShortRecord.properties;
    expect(Object.keys(always).sort()).toEqual([...RANDOM].sort());
    const drawn = (await server.get(held.key, '/properties/random/200')) as AnswerRecord[];
    for (const record of drawn) expect(Object.keys(record).sort()).toEqual([...RANDOM].sort());
    const whole = await detail(server, held.key, 131);
    expect(drawn.find((record) => record.main_id === 131)).toEqual(
      Object.fromEntries(RANDOM.map((name) => [name, whole[name]])),
    );
  });
});
