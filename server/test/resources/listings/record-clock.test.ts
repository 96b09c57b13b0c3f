import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { NOON, serverFor } from '../../rig/server.js';
import { type AnswerRecord, detail, found, search } from '../../search/asking.js';

forEachDatabase('Dates of listings', (database) => {
  const server = serverFor(database);
  const keys = { newYork: '', berlin: '', kathmandu: '' };
  /** Moments beside changes of the clock, and how three places write them. */
  const moments = [
    ['2026-11-20T17:00:00Z', 'November, 20 2026 12:00:00', 'November, 20 2026 18:00:00'],
    ['2026-03-08T06:59:59Z', 'March, 08 2026 01:59:59', 'March, 08 2026 07:59:59'],
    ['2026-03-08T07:00:00Z', 'March, 08 2026 03:00:00', 'March, 08 2026 08:00:00'],
    ['2026-11-01T05:30:00Z', 'November, 01 2026 01:30:00', 'November, 01 2026 06:30:00'],
    ['2026-11-01T06:30:00Z', 'November, 01 2026 01:30:00', 'November, 01 2026 07:30:00'],
    ['2026-11-01T07:30:00Z', 'November, 01 2026 02:30:00', 'November, 01 2026 08:30:00'],
    ['2026-01-01T04:59:59Z', 'December, 31 2025 23:59:59', 'January, 01 2026 05:59:59'],
    ['2024-02-29T12:00:00+05:00', 'February, 29 2024 02:00:00', 'February, 29 2024 08:00:00'],
    ['', '', ''],
  ] as const;

  beforeAll(async () => {
    const records = moments.map(([moment], index) =>
      aListing({ main_id: index + 1, essentials_date: moment }),
    );
    for (const [name, zone] of [
      ['newYork', 'America/New_York'],
      ['berlin', 'Europe/Berlin'],
      ['kathmandu', 'Asia/Kathmandu'],
    ] as const) {
      const tenant = name.toLowerCase();
      await server.addTenant(tenant, { time_zone: zone });
      await server.put(tenant, 'listings', records);
      keys[name] = await server.addKey(tenant);
    }
  });

  it("are written in text, by the clock of the client's zone", async () => {
    for (const [index, [, newYork, berlin]] of moments.entries()) {
      for (const [key, text] of [
        [keys.newYork, newYork],
        [keys.berlin, berlin],
      ] as const) {
        const record = await detail(server, key, index + 1);
        expect(record.essentials_date).toBe(text);
        const [listed] = (await search(server, key, `id=${index + 1}`)).LISTINGS;
        expect(listed).toMatchObject({ essentials_date: text, date_update: text });
      }
    }
    const mountain = await detail(server, keys.kathmandu, 1);
    expect(mountain.essentials_date).toBe('November, 20 2026 22:45:00');
  });

  it('are compared by the same clock', async () => {
    const since = (key: string, minute: string) => found(server, key, `updatedSince=${minute}`);
    expect(await since(keys.newYork, '11/20/2026T12:00')).toEqual([1]);
    expect(await since(keys.newYork, '11/20/2026T12:01')).toEqual([]);
    expect(await since(keys.berlin, '11/20/2026T18:00')).toEqual([1]);
    expect(await since(keys.berlin, '11/20/2026T12:01')).toEqual([1]);
    expect(await since(keys.berlin, '11/20/2026T18:01')).toEqual([]);
    expect(await since(keys.kathmandu, '11/20/2026T22:45')).toEqual([1]);
    // An hour that is there twice is meant the first time.
    expect(await since(keys.newYork, '11/01/2026T01:30')).toEqual([1, 4, 5, 6]);
    expect(await since(keys.newYork, '11/01/2026T02:00')).toEqual([1, 6]);
  });
});

forEachDatabase('Open houses', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const house = (start: string, end: string, start2 = '', end2 = '') => ({
    openhouse: start,
    openhouseend: end,
    openhouse2: start2,
    openhouseend2: end2,
  });
  const listings = [
    aListing({ main_id: 1 }),
    aListing({ main_id: 2, ...house('2026-11-20 13:00:00', '2026-11-20 14:00:00') }),
    aListing({ main_id: 3, ...house('2026-11-20 13:30:00', '') }),
    aListing({
      main_id: 4,
      ...house(
        '2026-11-20 10:00:00',
        '2026-11-20 11:00:00',
        '2026-11-20 15:00',
        '2026-11-20 16:00',
      ),
    }),
    aListing({
      main_id: 5,
      ...house('2026-11-20 10:00:00', '2026-11-20 11:00:00'),
      essentials_openhouse_by_appointment_only: 'By Appointment Only',
    }),
    // Told in the other order.
    aListing({ main_id: 6, ...house('', '', '11/20/2026 13:00', '11/20/2026 14:00') }),
  ];

  /** Moves the clock to a minute of 20 November in New York. */
  const moveTo = (hour: number, minute: number, day = 20) => {
    const then = NOON + ((day - 20) * 24 * 60 + (hour - 12) * 60 + minute) * 60_000;
    server.clock.advance(then - server.clock.now());
  };

  const ways = ['extras=openhouse', 'apartmentFeatures=Open%20House'];

  /** Which listings say that they have an open house; searches and draws must agree. */
  const open = async (): Promise<number[]> => {
    const { LISTINGS } = await search(server, held.key, 'order=asc');
    const saying = LISTINGS.filter((record) => record.extras_openhouse === 1);
    const ids = saying.map((record) => Number(record.main_id));
    for (const way of ways) expect(await found(server, held.key, way)).toEqual(ids);
    const drawn = await server.get(held.key, '/properties/random/50?extras=openhouse');
    const records = drawn as AnswerRecord[];
    expect(records.map((record) => Number(record.main_id)).sort()).toEqual(ids);
    expect(records.every((record) => record.extras_openhouse === 1)).toBe(true);
    for (const id of [1, 2, 3, 4, 5, 6]) {
      const { extras_openhouse } = await detail(server, held.key, id);
      expect(extras_openhouse).toBe(ids.includes(id) ? 1 : 0);
    }
    return ids;
  };

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'listings', listings);
    held.key = await server.addKey('acme');
  });

  it('lie ahead, go on, and have passed as the clock moves', async () => {
    expect(await open()).toEqual([2, 3, 4, 5, 6]);
    moveTo(13, 15);
    expect(await open()).toEqual([2, 3, 4, 5, 6]);
    // Without an end it has passed when it has begun.
    moveTo(13, 31);
    expect(await open()).toEqual([2, 4, 5, 6]);
    moveTo(13, 59);
    expect(await open()).toEqual([2, 4, 5, 6]);
    moveTo(14, 1);
    expect(await open()).toEqual([4, 5]);
    moveTo(16, 1);
    expect(await open()).toEqual([5]);
    moveTo(12, 0, 300);
    expect(await open()).toEqual([5]);
  });

  it('are told of as by appointment only while they are', async () => {
    const words = 'essentials_openhouse_by_appointment_only';
    expect((await detail(server, held.key, 5))[words]).toBe('By Appointment Only');
    expect((await detail(server, held.key, 4))[words]).toBe('');
    await server.put('acme', 'listings', [{ main_id: 5, [words]: '' }]);
    expect(await detail(server, held.key, 5)).toMatchObject({ [words]: '', extras_openhouse: 0 });
  });
});
