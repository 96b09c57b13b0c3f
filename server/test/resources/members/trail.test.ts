import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, type BodyKind, DONE, refused, Website } from './website.js';

const PATH = '/clients/insertClientTrail/';
/** Every key, with what a call with it needs beside the member. */
const KEYS: readonly [key: number, needs: object][] = [
  [1, { userIP: '192.0.2.7' }],
  [2, {}],
  [5, { listingID: 1 }],
  [6, {}],
  [7, {}],
  [9, {}],
  [10, {}],
  [11, {}],
  [12, {}],
  [13, {}],
];

forEachDatabase('POST /clients/insertClientTrail/', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const told = { clientID: 0 };
  const insert = (fields: Record<string, unknown>, kind?: BodyKind) =>
    site.post(PATH, fields, kind);
  const entry = async (id: number | undefined) => {
    const { db } = await site.database();
    return db
      .selectFrom('client_trail')
      .selectAll()
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow();
  };
  const failed = (code: string, message: unknown) => ({
    ...refused(code, message),
    CLIENTTRAILID: 0,
  });

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await site.open({ mls_feed: 'onekey' });
    await server.put('acme', 'listings', [aListing({ main_id: 1 })]);
    await server.put('onekey', 'listings', [aListing({ main_id: 7 })]);
    await server.put('acme', 'clients', [{ id: 900, email: 'lead@example.com' }]);
    told.clientID = (await site.register()).id;
  });

  it.each(BODY_KINDS)('records every key, told in a %s', async (kind) => {
    let last = 0;
    for (const [trailKey, needs] of KEYS) {
      const answer = await insert({ ...told, trailKey, ...needs }, kind);
      expect(answer).toEqual({ ...DONE, CLIENTTRAILID: answer.CLIENTTRAILID });
      expect(answer.CLIENTTRAILID).toBeGreaterThan(last);
      last = answer.CLIENTTRAILID ?? 0;
      expect(await entry(last)).toMatchObject({ client_id: told.clientID, trail_key: trailKey });
    }
  });

  it.each(BODY_KINDS)('stores what is told, told in a %s', async (kind) => {
    const comment = ' Two lines\nof "comment", <b>as</b> they are; é 🏠 ';
    const pageURL = '?cat=4&priceMax=5000&type=Condo%2CCoop';
    const answer = await insert(
      { ...told, trailKey: 5, listingID: 1, userIP: '2001:db8::1', comment, pageURL },
      kind,
    );
    expect(await entry(answer.CLIENTTRAILID)).toEqual({
      id: answer.CLIENTTRAILID,
      client_id: told.clientID,
      trail_key: 5,
      listing_id: 1,
      user_ip: '2001:db8::1',
      comment: comment.trim(),
      page_url: pageURL,
      created_at: server.clock.now(),
    });
    const bare = await insert({ ...told, trailKey: 12 }, kind);
    expect(await entry(bare.CLIENTTRAILID)).toMatchObject({
      listing_id: 0,
      user_ip: '',
      comment: '',
      page_url: '',
    });
  });

  it('notes a login with the member who logged in, and with nobody else', async () => {
    const { db } = await site.database();
    const logins = async () =>
      db.selectFrom('client').select(['id', 'last_login_at as at']).orderBy('id').execute();
    await site.registerVerified({ email: 'logs.in@example.com' });
    const { id } = await site.registerVerified({ email: 'logs.in.too@example.com' });
    const before = await logins();
    expect(before.length).toBeGreaterThan(2);
    server.clock.advance(86_400_000);
    for (const trailKey of [2, 12, 13]) await insert({ clientID: id, trailKey });
    expect(await logins()).toEqual(before);
    await insert({ clientID: id, trailKey: 1, userIP: '192.0.2.7' });
    const now = server.clock.now();
    expect(await logins()).toEqual(
      before.map((member) => (member.id === id ? { id, at: now } : member)),
    );
  });

  it('knows listings of the client and of its feeds', async () => {
    for (const listingID of [1, 7]) {
      expect(await insert({ ...told, trailKey: 5, listingID })).toMatchObject(DONE);
      expect(await insert({ ...told, trailKey: 6, listingID })).toMatchObject(DONE);
    }
    // 0 is none.
    expect(await insert({ ...told, trailKey: 6, listingID: 0 })).toMatchObject(DONE);
  });

  it.each(BODY_KINDS)('answers the first code that applies, told in a %s', async (kind) => {
    const keys = 'accepted is one of 1, 2, 5, 6, 7, 9, 10, 11, 12, 13.';
    const address = 'accepted is an IPv4 or IPv6 address.';
    const unknown = 'Listing 404 does not exist.';
    const { clientID } = told;
    const cases: [Record<string, unknown>, string, unknown][] = [
      [{ clientID, trailKey: 5, listingID: 404 }, '254', unknown],
      [{ clientID, trailKey: 6, listingID: 404 }, '254', unknown],
      [{ trailKey: 'x', listingID: 404 }, '254', unknown],
      [{}, '255', 'clientID is required.'],
      [{ trailKey: 2 }, '255', 'clientID is required.'],
      [{ clientID }, '255', 'trailKey is required.'],
      [{ clientID, trailKey: 1 }, '255', 'userIP is required.'],
      [{ clientID, trailKey: 5 }, '255', 'listingID is required.'],
      [{ clientID, trailKey: 5, listingID: 0 }, '255', 'listingID is required.'],
      [{ clientID: 404, trailKey: 1 }, '255', 'userIP is required.'],
      [{ clientID, trailKey: 3 }, '256', `trailKey: "3" was given; ${keys}`],
      [{ clientID, trailKey: '01x' }, '256', `trailKey: "01x" was given; ${keys}`],
      [{ clientID, trailKey: 1, userIP: '1.2.3' }, '256', `userIP: "1.2.3" was given; ${address}`],
      [{ clientID, trailKey: 2, userIP: 'home' }, '256', `userIP: "home" was given; ${address}`],
      [
        { clientID, trailKey: 1, userIP: 'fe80::1%eth0' },
        '256',
        `userIP: "fe80::1%eth0" was given; ${address}`,
      ],
      [
        { clientID, trailKey: 5, listingID: -1 },
        '256',
        'listingID: "-1" was given; accepted is a whole number, 0 or more.',
      ],
      [
        { clientID, trailKey: 10, comment: 'x'.repeat(10_001) },
        '256',
        expect.stringMatching(/accepted is text of at most 10000 characters\.$/),
      ],
      [
        { clientID, trailKey: 12, pageURL: 'x'.repeat(4_001) },
        '256',
        expect.stringMatching(/accepted is text of at most 4000 characters\.$/),
      ],
      [{ clientID, trailKey: 10, comment: 'a\0b' }, '256', expect.stringMatching(/^comment: /)],
      [{ clientID: 404, trailKey: 2 }, '257', 'Member 404 does not exist.'],
      [{ clientID: 900, trailKey: 2 }, '257', 'Member 900 does not exist.'],
    ];
    const { db } = await site.database();
    const count = async () =>
      (
        await db
          .selectFrom('client_trail')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
      ).total;
    const before = await count();
    for (const [fields, code, message] of cases) {
      expect([fields, await insert(fields, kind)]).toEqual([fields, failed(code, message)]);
    }
    expect(await count()).toBe(before);
  });

  it('leaves entity tags as they are, as no tagged read shows it', async () => {
    const tagOf = async () => (await site.send({ url: site.url('/properties') })).headers.etag;
    // From the beginning of a minute, as tags of searches change with it.
    server.clock.advance(60_000 - (server.clock.now() % 60_000));
    const before = await tagOf();
    expect(before).toMatch(/^".+"$/);
    await insert({ ...told, trailKey: 1, userIP: '192.0.2.1' });
    await site.post('/clients/favoriteListing/', { ...told, listingID: 1 });
    await site.post('/clients/Update', { ...told, firstname: 'Nia' });
    await site.register({ email: 'tags@example.com' });
    expect(await tagOf()).toBe(before);
  });
});
