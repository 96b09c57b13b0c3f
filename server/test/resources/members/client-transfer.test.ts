import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runExport } from 'portico-importer/export.js';
import { runImport } from 'portico-importer/import.js';
import { beforeAll, expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';
import { PASSWORD, Website } from './website.js';

const DAY = 24 * 60 * 60 * 1000;

forEachDatabase('clients and deals that are imported', (database) => {
  const server = serverFor(database);
  const sites = new Map<string, Website>();
  const site = (name: string) => {
    const found = sites.get(name);
    if (found === undefined) throw new Error(`There is no website of ${name}.`);
    return found;
  };
  const recordOf = async (name: string, id: number) =>
    (await site(name).get<Record<string, unknown>[]>(`/clients/${id}`))[0] ?? {};
  const activeOf = async (name: string, id: number) => (await recordOf(name, id)).active;
  const opened = async (name: string) => {
    const tenant = await server.services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no client ${name}.`);
    return tenant;
  };
  const resources = async (name: string) => {
    const tenant = await opened(name);
    return importResources(tenant.database, tenant.settings.time_zone, server.clock);
  };
  /** Imports records as one batch, and answers what was refused of it. */
  type Resource = 'clients' | 'deals' | 'favorites' | 'trails';
  const write = async (name: string, resource: Resource, records: object[]) => {
    const target = (await resources(name)).get(resource);
    if (target === undefined) throw new Error(`There is no import of ${resource}.`);
    const { refused } = await target.write(
      records.map((record) => target.parse(record as Record<string, unknown>)),
    );
    return refused.map(({ index, problem }) => [index, problem.field, problem.message]);
  };
  const exported = async (name: string, format: 'ndjson' | 'csv') => {
    const { database: from, settings } = await opened(name);
    const folder = join(temporaryFolder(), 'export');
    const written = exportResources(from, settings.time_zone, server.clock);
    const counts = await runExport({
      resources: written,
      folder,
      format,
      gzip: false,
      timeZone: 'America/New_York',
    });
    return { folder, counts };
  };
  const fileOf = (folder: string, resource: string, format: string) =>
    readFileSync(join(folder, `${resource}.${format}`), 'utf8');

  beforeAll(async () => {
    for (const name of ['acme', 'ndjson', 'csv', 'moves', 'active', 'visited', 'empty']) {
      const website = new Website(server, name);
      await website.open();
      sites.set(name, website);
    }
  });

  it('come back from an export as they were, but without passwords', async () => {
    await server.put('acme', 'agents', [
      { id: 3, firstname: 'Ann', lastname: 'Able', email: 'ann@example.com' },
    ]);
    await server.put('acme', 'clients', [
      {
        id: 5,
        firstName: '=cmd',
        lastName: 'O\'Hara, "the" buyer',
        email: 'lead@example.com',
        type: ['buyer', 'CLIENTOWNER'],
        phone: '+1 212 555 0100',
        agent_id: '3',
        dob: '',
        date_create: '11/01/2026 08:09',
        date_update: 'November, 02 2026 10:11:12',
        address: 'Line one\nline two',
        zip: '00501',
      },
      {
        id: 6,
        email: 'lapsed@example.com',
        verify: '-code',
        verified: 1,
        last_login: '2026-01-01',
      },
      { id: 7 },
    ]);
    const member = await site('acme').registerVerified({ email: 'Member@Example.com' });
    await site('acme').register({ email: 'unverified@example.com' });
    await server.put('acme', 'deals', [
      {
        id: 2,
        client_id: 6,
        listing_id: 9,
        address: 'A',
        price: 1.5,
        status: 'S',
        date: '2026-02-03',
      },
      { id: 1, client_id: 5 },
    ]);
    const paths = ['/clients/5', '/clients/6', '/clients/7', `/clients/${member.id}`];
    const lists = ['asc', 'desc'].flatMap((order) =>
      ['true', 'false'].map((verified) => ({ order, verified, includeDealInfo: true })),
    );
    const read = async (name: string) => {
      const answers: unknown[] = [];
      for (const path of paths) answers.push(await site(name).get(path));
      for (const fields of lists) answers.push(await site(name).get('/clients/list', fields));
      return answers;
    };
    const original = await read('acme');
    expect(original[0]).toMatchObject([
      {
        type: 'Buyer,clientOwner,',
        agent_name: 'Ann Able',
        date_create: '2026-11-01 08:09:00',
        date_update: '2026-11-02 10:11:12',
        address: 'Line one\nline two',
        zip: '00501',
      },
    ]);
    for (const format of ['ndjson', 'csv'] as const) {
      const { folder, counts } = await exported('acme', format);
      expect(counts).toMatchObject({ clients: 5, deals: 2 });
      expect(fileOf(folder, 'clients', format)).not.toMatch(/argon2|password|login_key/i);
      const summary = await runImport({
        sources: [folder],
        resources: await resources(format),
        rejects: join(temporaryFolder(), 'rejects.ndjson'),
      });
      expect(summary).toMatchObject({
        clients: { read: 5, written: 5, rejected: 0 },
        deals: { read: 2, written: 2, rejected: 0 },
      });
      expect(await read(format)).toEqual(original);
      const again = await exported(format, format);
      for (const resource of ['clients', 'deals']) {
        expect(fileOf(again.folder, resource, format)).toBe(fileOf(folder, resource, format));
      }
      // Codes came along, passwords did not.
      const { email, verifyCode } = member;
      const account = (path: string, fields: object) =>
        site(format).get(`/account/${path}`, { email, ...fields });
      expect(await account('getVerifiedStatus', { password: PASSWORD })).toMatchObject({
        STATUS_CODE: '259',
      });
      expect(await account('verifyAccount', { verifyCode })).toMatchObject({ STATUS_CODE: '100' });
    }
  });

  it('keep what a record does not tell, the password above all', async () => {
    const { id, email } = await site('acme').registerVerified({ email: 'keeps@example.com' });
    const before = await recordOf('acme', id);
    const update = { id, phone: '212-555-0199', status: 'Inactive', agent_name: 'X', deal_id: 4 };
    expect(await write('acme', 'clients', [update])).toEqual([]);
    expect(await recordOf('acme', id)).toEqual({ ...before, phone: '212-555-0199' });
    const status = () =>
      site('acme').get('/account/getVerifiedStatus', { email, password: PASSWORD });
    expect(await status()).toMatchObject({ STATUS_CODE: '100', ITEM: [{ active: 1 }] });
    // Another address, told in an import, is the one to log in with.
    await write('acme', 'clients', [{ id, email: 'Moved@Example.com' }]);
    expect(await status()).toMatchObject({ STATUS_CODE: '259' });
    expect(
      await site('acme').get('/account/getVerifiedStatus', {
        email: 'moved@example.com',
        password: PASSWORD,
      }),
    ).toMatchObject({ STATUS_CODE: '100' });
  });

  it('are active as their records tell', async () => {
    const told = (id: number, fields: object) => ({ id, verify: `code ${id}`, ...fields });
    const recent = '2026-11-01 12:00:00';
    const old = '2026-06-01 12:00:00';
    await write('active', 'clients', [
      told(1, { active: 1 }),
      told(2, { active: 1, last_login: recent }),
      told(3, { active: 1, last_login: old }),
      told(4, { active: 0 }),
      told(5, { active: 0, last_login: recent }),
      told(6, { active: 0, last_login: old }),
      told(7, { last_login: recent }),
      told(8, { verified: 1, last_login: recent }),
      told(9, { verified: 0, active: 1, last_login: recent }),
    ]);
    const verified = await site('active').get<{ CLIENTS: { id: number; active: number }[] }>(
      '/clients/list',
      { verified: true },
    );
    const states = verified.CLIENTS.map(({ id, active }) => [id, active]).sort();
    // Who was active once and has lapsed is verified still; who is told to be active is.
    expect(states).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
      [6, 0],
      [8, 1],
    ]);
    // 120 days after the import, or after the login that was told.
    server.clock.advance(110 * DAY);
    expect([await activeOf('active', 1), await activeOf('active', 2)]).toEqual([1, 0]);
    server.clock.advance(11 * DAY);
    expect(await activeOf('active', 1)).toBe(0);
    // Told again to be active, of a login that is long ago: from now on.
    await write('active', 'clients', [{ id: 1, active: 1 }]);
    expect(await activeOf('active', 1)).toBe(1);
    await write('active', 'clients', [{ id: 1, active: 0 }]);
    expect(await activeOf('active', 1)).toBe(0);
  });

  it('keep a login that is not over when they are imported as active again', async () => {
    const { db } = (await opened('active')).database;
    const loginOf = async () =>
      (
        await db
          .selectFrom('client')
          .select('last_login_at as at')
          .where('id', '=', 20)
          .executeTakeFirstOrThrow()
      ).at;
    await write('active', 'clients', [{ id: 20, verify: 'x', active: 1 }]);
    const first = await loginOf();
    expect(first).toBe(Math.floor(server.clock.now() / 1000) * 1000);
    server.clock.advance(5 * DAY);
    await write('active', 'clients', [{ id: 20, active: 1 }]);
    expect(await loginOf()).toBe(first);
    // A record that says there was no login says nothing of since when.
    server.clock.advance(120 * DAY);
    await write('active', 'clients', [{ id: 20, active: 1, last_login: '' }]);
    expect(await loginOf()).toBe(Math.floor(server.clock.now() / 1000) * 1000);
    expect(await activeOf('active', 20)).toBe(1);
  });

  it('are refused one by one where two members would share an address', async () => {
    await write('moves', 'clients', [
      { id: 1, email: 'a@example.com', verify: 'x' },
      { id: 2, email: 'b@example.com', verify: 'x' },
      { id: 3, email: 'a@example.com' },
    ]);
    const taken = (email: string, holder: number) =>
      `"${email}" was given; client ${holder} is registered with that address`;
    expect(
      await write('moves', 'clients', [
        { id: 4, email: 'A@Example.com', verify: 'x', firstName: 'refused' },
        { id: 5, email: 'c@example.com', verify: 'x' },
        { id: 6, email: 'C@example.com', verify: 'x', firstName: 'refused' },
        { id: 7, verify: 'x' },
        { id: 8, verify: 'x' },
      ]),
    ).toEqual([
      [0, 'email', taken('A@Example.com', 1)],
      [2, 'email', taken('C@example.com', 5)],
    ]);
    expect(await recordOf('moves', 4)).toEqual({});
    // A client becomes a member, whose address another one has by now.
    expect(await write('moves', 'clients', [{ id: 3, verify: 'x' }])).toEqual([
      [0, 'email', taken('a@example.com', 1)],
    ]);
    // Members may pass their addresses on, in whatever order they come.
    expect(
      await write('moves', 'clients', [
        { id: 1, email: 'b@example.com' },
        { id: 2, email: 'd@example.com' },
        { id: 3, verify: 'x' },
      ]),
    ).toEqual([]);
    // Whoever is refused keeps the address, so that it is missing to the one who counted on it.
    expect(
      await write('moves', 'clients', [
        { id: 3, email: 'b@example.com', phone: '3' },
        { id: 1, email: 'd@example.com', phone: '1' },
        { id: 2, email: 'c@example.com', phone: '2' },
        { id: 7, phone: '7' },
      ]),
    ).toEqual([
      [2, 'email', taken('c@example.com', 5)],
      [1, 'email', taken('d@example.com', 2)],
      [0, 'email', taken('b@example.com', 1)],
    ]);
    const emails: unknown[] = [];
    for (const id of [1, 2, 3]) emails.push((await recordOf('moves', id)).email);
    expect(emails).toEqual(['b@example.com', 'd@example.com', 'a@example.com']);
    expect((await recordOf('moves', 7)).phone).toBe('7');
  });

  it('are refused where a value is none', async () => {
    const target = (await resources('acme')).get('clients');
    const parse = (record: object) => target?.parse({ id: 1, ...record });
    expect(() => parse({ id: 0 })).toThrow('accepted is a whole number from 1');
    expect(() => parse({ type: 'Buyer,Friend' })).toThrow(/^"Friend" was given; accepted is tags/);
    expect(() => parse({ last_login: 'yesterday' })).toThrow('accepted is a date');
    // As `flags` of a mapping does: a number that counts something says yes.
    expect(parse({ active: '2' })).toEqual(parse({ active: 1 }));
    expect(() => parse({ active: 'maybe' })).toThrow('accepted is 1 or 0');
    expect(() => parse({ agent_id: 'Ann' })).toThrow('"Ann" was given');
    const deals = (await resources('acme')).get('deals');
    expect(() => deals?.parse({ id: 1, price: 'high' })).toThrow('accepted is a number');
  });

  it('take their favourites and trails along, as often as they are imported', async () => {
    await server.put(
      'visited',
      'listings',
      [1, 2, 7].map((main_id) => aListing({ main_id })),
    );
    const nora = await site('visited').registerVerified({ email: 'nora@example.com' });
    const emile = await site('visited').register({ email: 'emile@example.com' });
    // Other numbers than an empty database would give.
    await write('visited', 'clients', [{ id: 700, email: 'jun@example.com', verify: 'x' }]);
    await write('visited', 'favorites', [
      { clientID: nora.id, listingID: 7, listingOf: 'MLS' },
      { clientID: nora.id, listingID: '8', listingOf: 'rls' },
      { clientID: 700, listingID: 7 },
    ]);
    for (const [clientID, listingID] of [
      [nora.id, 2],
      [nora.id, 1],
      [emile.id, 1],
    ]) {
      await site('visited').post('/clients/favoriteListing/', { clientID, listingID });
    }
    for (const fields of [
      { trailKey: 1, userIP: '2001:db8::7' },
      { trailKey: 5, listingID: 2, pageURL: '?id=2&q="x",y', comment: 'Line one\nline 2 🏠' },
      { trailKey: 12, pageURL: '=cmd' },
    ]) {
      server.clock.advance(123);
      const path = '/clients/insertClientTrail/';
      await site('visited').post(path, { clientID: nora.id, ...fields });
    }
    const read = async (name: string) => {
      const { db } = (await opened(name)).database;
      const favorites: unknown[] = [];
      for (const clientID of [nora.id, emile.id, 700]) {
        const path = '/clients/ListFavoriteListingID/';
        favorites.push(await site(name).post(path, { clientID }));
      }
      const trails = await db.selectFrom('client_trail').selectAll().orderBy('id').execute();
      return { favorites, trails, nora: await recordOf(name, nora.id) };
    };
    const original = await read('visited');
    expect(original.favorites).toMatchObject([
      { LISTINGIDS: [1, 2], MLSLISTINGIDS: [7], RLSLISTINGIDS: [8] },
      { LISTINGIDS: [1], MLSLISTINGIDS: [], RLSLISTINGIDS: [] },
      { LISTINGIDS: [7], MLSLISTINGIDS: [], RLSLISTINGIDS: [] },
    ]);
    expect(original.trails).toHaveLength(3);
    for (const [to, format] of [
      ['empty', 'ndjson'],
      ['csv', 'csv'],
    ] as const) {
      const { folder, counts } = await exported('visited', format);
      expect(counts).toMatchObject({ favorites: 6, trails: 3 });
      for (let times = 0; times < 2; times += 1) {
        const summary = await runImport({
          sources: [folder],
          resources: await resources(to),
          rejects: join(temporaryFolder(), 'rejects.ndjson'),
        });
        expect(summary).toMatchObject({
          favorites: { read: 6, written: 6, rejected: 0 },
          trails: { read: 3, written: 3, rejected: 0 },
        });
        expect(await read(to)).toEqual(original);
      }
    }
    // What comes after an import gets a number of its own.
    const path = '/clients/insertClientTrail/';
    const next = await site('empty').post(path, { clientID: nora.id, trailKey: 2 });
    expect(next.CLIENTTRAILID).toBeGreaterThan(original.trails.at(-1)?.id ?? 0);
  });

  it('leave favourites and trails of nobody behind, and leave tags as they are', async () => {
    await write('acme', 'clients', [{ id: 810, verify: 'x' }]);
    const revision = async () =>
      (await opened('acme')).database.db
        .selectFrom('revision')
        .select('number')
        .executeTakeFirstOrThrow();
    const before = await revision();
    expect(
      await write('acme', 'favorites', [
        { clientID: 999_999, listingID: 1 },
        { clientID: 810, listingID: 1 },
      ]),
    ).toEqual([[0, 'clientID', '999999 was given; accepted is the number of a client']]);
    const keys = '1, 2, 5, 6, 7, 9, 10, 11, 12, 13';
    expect(
      await write('acme', 'trails', [
        { id: 50, clientID: 810, trailKey: 2 },
        { id: 51, trailKey: 2 },
        { id: 52, clientID: 810 },
        { id: 53, clientID: 999_999 },
      ]),
    ).toEqual([
      [1, 'clientID', '0 was given; accepted is the number of a client'],
      [2, 'trailKey', `nothing was given; accepted is ${keys}`],
      [3, 'clientID', '999999 was given; accepted is the number of a client'],
    ]);
    // An update keeps what it does not tell.
    expect(await write('acme', 'trails', [{ id: 50, comment: 'later' }])).toEqual([]);
    const { db } = (await opened('acme')).database;
    const trails = await db.selectFrom('client_trail').selectAll().execute();
    expect(trails).toMatchObject([{ id: 50, client_id: 810, trail_key: 2, comment: 'later' }]);
    expect(await revision()).toEqual(before);
    const all = await resources('acme');
    const parse = (resource: Resource, record: object) => all.get(resource)?.parse({ ...record });
    const favorite = { clientID: 810, listingID: 1 };
    expect(() => parse('favorites', { ...favorite, listingID: 0 })).toThrow('accepted is a whole');
    expect(() => parse('favorites', { listingID: 1 })).toThrow('accepted is a whole');
    expect(() => parse('favorites', { ...favorite, listingOf: 'idx' })).toThrow('own, mls, rls');
    expect(() => parse('trails', { id: 1, trailKey: 3 })).toThrow(keys);
    expect(() => parse('trails', { id: 2 ** 52 + 1 })).toThrow('from 1 to 4503599627370496');
  });

  it('have deals, which are refused without their client', async () => {
    await write('acme', 'clients', [{ id: 800, verify: 'x' }]);
    expect(
      await write('acme', 'deals', [
        { id: 80, client_id: 800, status: 'Offer', price: '100' },
        { id: 81, client_id: 999_999 },
        { id: 82 },
      ]),
    ).toEqual([
      [1, 'client_id', '999999 was given; accepted is the number of a client'],
      [2, 'client_id', '0 was given; accepted is the number of a client'],
    ]);
    // An update keeps what it does not tell.
    expect(await write('acme', 'deals', [{ id: 80, status: 'Closed' }])).toEqual([]);
    const page = await site('acme').get('/clients/list', { id: 800, includeDealInfo: true });
    expect(page).toMatchObject({
      CLIENTS: [{ deal_id: 80, deal_status: 'Closed', deal_price: 100, deal_date: '' }],
    });
  });
});
