import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { type Place, portico, porticoJson } from '../portico.js';

forEachDatabase('client and feed commands', ({ kind, dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: { PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl },
  };
  const failure = (message: string) => ({ error: { code: 'failed', message } });

  test('a first list is empty, in words and as JSON', async () => {
    const { code, stdout } = await portico(place, 'client', 'list');
    expect([code, stdout]).toEqual([0, 'No clients. Make one with `portico client add`.\n']);
    expect((await porticoJson(place, 'client', 'list')).json).toEqual({ clients: [] });
    expect((await porticoJson(place, 'feed', 'list')).json).toEqual({ feeds: [] });
  });

  test('client add makes the entry and the database, and prints the name', async () => {
    const run = await porticoJson(place, 'client', 'add', 'acme');
    expect([run.code, run.json, run.stderr]).toEqual([0, { client: 'acme' }, '']);
    const file = join(dataFolder, 'data', 'clients', 'acme.sqlite');
    expect(existsSync(file)).toBe(kind === 'sqlite');
    if (kind === 'sqlite') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('client add takes every setting, and client list prints it', async () => {
    const settings = ['--title', 'Brown & Söhne', '--timezone', 'Europe/Berlin'];
    const switches = [
      '--fold-repeat-leads',
      '--coarsen-hidden',
      '--press-link',
      '/agents/{id}/press',
    ];
    const run = await portico(place, 'client', 'add', 'brown-2', ...settings, ...switches);
    expect([run.code, run.stdout]).toEqual([0, 'Made the client brown-2.\n']);
    const { json } = await porticoJson(place, 'client', 'list');
    const tenants = json.clients as Record<string, unknown>[];
    const asMade = {
      ...{ listingPage: '', unsubscribePage: '', passwordPage: '', confirmPage: '' },
      ...{ site: {}, database: null, mls: null, rls: null, listings: 0, keys: 0 },
    };
    expect(
      tenants.map(({ created, ...rest }) => [Number.isNaN(Date.parse(`${created}`)), rest]),
    ).toEqual([
      [
        false,
        {
          client: 'acme',
          title: 'acme',
          timezone: 'America/New_York',
          foldRepeatLeads: false,
          coarsenHidden: false,
          leadRecipients: ['agent'],
          leadCopies: [],
          listingsLink: '',
          pressLink: '',
          searchWithMeLink: '',
          testimonialLink: '',
          ...asMade,
        },
      ],
      [
        false,
        {
          client: 'brown-2',
          title: 'Brown & Söhne',
          timezone: 'Europe/Berlin',
          foldRepeatLeads: true,
          coarsenHidden: true,
          leadRecipients: ['agent'],
          leadCopies: [],
          listingsLink: '',
          pressLink: '/agents/{id}/press',
          searchWithMeLink: '',
          testimonialLink: '',
          ...asMade,
        },
      ],
    ]);
    const { stdout } = await portico(place, 'client', 'list');
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(
      /^NAME {5}TITLE {10}TIME ZONE {9}MLS {2}RLS {2}LISTINGS {2}KEYS {2}CREATED$/,
    );
    expect(lines[2]).toMatch(
      /^brown-2 {2}Brown & Söhne {2}Europe\/Berlin {15}0 {9}0 {5}\d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
  });

  test('a name is taken once, by a client or a feed', async () => {
    const taken = failure('There is already a client or feed named acme.');
    const tenant = await porticoJson(place, 'client', 'add', 'acme');
    expect([tenant.code, tenant.json]).toEqual([1, taken]);
    expect(tenant.stderr).toBe('portico: There is already a client or feed named acme.\n');
    const feed = await porticoJson(place, 'feed', 'add', 'acme', '--kind', 'mls');
    expect([feed.code, feed.json]).toEqual([1, taken]);
  });

  test('client set changes what it is told to and nothing else', async () => {
    const run = await porticoJson(place, 'client', 'set', 'brown-2', '--no-fold-repeat-leads');
    expect(run.code).toBe(0);
    expect(run.json).toMatchObject({
      title: 'Brown & Söhne',
      timezone: 'Europe/Berlin',
      foldRepeatLeads: false,
      coarsenHidden: true,
    });
    const second = ['--title', 'Brown', '--timezone', 'UTC', '--no-coarsen-hidden'];
    const { json } = await porticoJson(place, 'client', 'set', 'brown-2', ...second);
    expect(json).toMatchObject({
      title: 'Brown',
      timezone: 'UTC',
      foldRepeatLeads: false,
      coarsenHidden: false,
    });
  });

  test('client set takes the recipients of leads, and says what it does not take', async () => {
    const set = (...options: string[]) => porticoJson(place, 'client', 'set', 'acme', ...options);
    const roles = ['--lead-recipients', ' office,Agent,coagent,agent'];
    const run = await set(...roles, '--lead-copies', 'a@acme.example, b@localhost');
    expect(run.json).toMatchObject({
      leadRecipients: ['agent', 'coagent', 'office'],
      leadCopies: ['a@acme.example', 'b@localhost'],
    });
    const wrong = async (...options: string[]) => {
      const { code, json } = await set(...options);
      return [code, (json.error as { message: string }).message];
    };
    expect(await wrong('--lead-recipients', 'agent,boss')).toEqual([
      2,
      '--lead-recipients: "boss" is not one of agent, coagent, office.',
    ]);
    expect(await wrong('--lead-copies', 'a@acme.example,b@')).toEqual([
      2,
      '--lead-copies: "b@" is not an email address.',
    ]);
    const many = Array.from({ length: 21 }, (_, at) => `a${at}@acme.example`).join();
    expect(await wrong('--lead-copies', many)).toEqual([
      2,
      '--lead-copies: 21 addresses are too many; at most 20 are accepted.',
    ]);
    const { json } = await set('--lead-recipients', 'agent', '--lead-copies', '');
    expect(json).toMatchObject({ leadRecipients: ['agent'], leadCopies: [] });
  });

  test('client set takes what a website shows, one by one, and says what it does not take', async () => {
    const set = (...changes: string[]) =>
      porticoJson(
        place,
        ...['client', 'set', 'acme', ...changes.flatMap((change) => ['--site', change])],
      );
    const { json } = await set('city= Chicago ', 'phone=(312) 555-0100', 'latitude=41.88');
    expect(json.site).toEqual({ city: 'Chicago', phone: '(312) 555-0100', latitude: 41.88 });
    const page = 'https://www.acme.example/privacy';
    const more = await set(`privacy_page=${page}`, 'phone=', 'fair_housing=We are fair.');
    expect(more.json.site).toEqual({
      ...{ city: 'Chicago', latitude: 41.88 },
      ...{ privacy_page: page, fair_housing: 'We are fair.' },
    });
    const wrong = async (change: string) => {
      const refused = await set(change);
      return [refused.code, (refused.json.error as { message: string }).message];
    };
    const names =
      'city, tagline, about, phone, email, address, latitude, longitude, zoom, privacy_page, accessibility_page, fair_housing';
    expect(await wrong('town=Chicago')).toEqual([
      2,
      `--site: "town" is not a setting of the website. Accepted: ${names}.`,
    ]);
    for (const [change, words] of [
      ['city', '"city" is not name=value.'],
      ['latitude=91', 'latitude: "91" is not a number from -90 to 90.'],
      ['zoom=near', 'zoom: "near" is not a number from 1 to 20.'],
      ['email=nobody', 'email: "nobody" is not an email address.'],
      ['phone=call us', 'phone: "call us" is not a telephone number.'],
      ['privacy_page=javascript:alert(1)', 'is not an http or https URL.'],
      ['fair_housing=javascript:alert(1)', 'is not an http or https URL.'],
      [`tagline=${'a'.repeat(161)}`, 'is longer than 160 characters.'],
      ['about=one\ntwo', 'holds a line break or another control character.'],
    ] as const) {
      const [code, message] = await wrong(change);
      expect([code, String(message)]).toEqual([2, expect.stringContaining(words)]);
    }
    const cleared = await set('city=', 'latitude=', 'privacy_page=', 'fair_housing=');
    expect(cleared.json.site).toEqual({});
  });

  test('client set takes patterns of links, and takes them back', async () => {
    const pattern = 'https://www.example.com/{firstname}-{lastname}/{id}';
    const links = ['--listings-link', pattern, '--press-link', ''];
    const { json } = await porticoJson(place, 'client', 'set', 'brown-2', ...links);
    expect(json).toMatchObject({ listingsLink: pattern, pressLink: '', testimonialLink: '' });
    const wrong = ['--testimonial-link', 'javascript:alert({id})'];
    const refused = await porticoJson(place, 'client', 'set', 'brown-2', ...wrong);
    expect(refused.code).toBe(2);
    expect(JSON.stringify(refused.json)).toContain('is not an address');
  });

  test('client set takes pages that emails link to, and takes them back', async () => {
    const set = (...options: string[]) =>
      porticoJson(place, 'client', 'set', 'brown-2', ...options);
    const passwordPage = 'https://www.example.com/new-password?token={token}';
    const confirmPage = 'http://localhost:3000/confirm?email={email}&code={code}';
    const pages = ['--password-page', passwordPage, '--confirm-page', confirmPage];
    expect((await set(...pages)).json).toMatchObject({ passwordPage, confirmPage });
    for (const [option, page, words] of [
      ['--password-page', 'https://www.example.com/new-password', 'lacks {token}'],
      ['--password-page', 'http://www.example.com/{token}', 'is not an https URL'],
      ['--password-page', '/new-password?token={token}', 'is not an https URL'],
      ['--confirm-page', 'https://www.example.com/{code}', 'lacks {email}'],
      [
        '--confirm-page',
        'https://x.example/{email}/{code}/{token}',
        'accepted are {email}, {code}',
      ],
    ] as const) {
      const refused = await set(option, page);
      expect([refused.code, JSON.stringify(refused.json)]).toEqual([
        2,
        expect.stringContaining(words),
      ]);
    }
    expect((await set('--password-page', '')).json).toMatchObject({
      passwordPage: '',
      confirmPage,
    });
  });

  describe('feeds', () => {
    beforeAll(async () => {
      for (const [name, feedKind] of [
        ['onekey', 'mls'],
        ['rebny', 'rls'],
        ['garden-state', 'mls'],
      ] as const) {
        const run = await porticoJson(place, 'feed', 'add', name, '--kind', feedKind);
        expect([run.code, run.json]).toEqual([0, { feed: name }]);
      }
    });

    test('are attached by kind, one of each, and detached again', async () => {
      const mls = await porticoJson(place, 'client', 'attach', 'acme', 'onekey');
      expect([mls.code, mls.json]).toEqual([0, { client: 'acme', feed: 'onekey', kind: 'mls' }]);
      await portico(place, 'client', 'attach', 'acme', 'rebny');
      const instead = await portico(place, 'client', 'attach', 'acme', 'garden-state');
      expect(instead.stdout).toBe(
        'The client acme reads the feed garden-state in place of onekey.\n',
      );
      const list = async () => (await porticoJson(place, 'client', 'list')).json.clients;
      expect(await list()).toMatchObject([{ mls: 'garden-state', rls: 'rebny' }, {}]);
      const { json } = await porticoJson(place, 'feed', 'list');
      expect(json.feeds).toMatchObject([
        { feed: 'garden-state', kind: 'mls', clients: ['acme'] },
        { feed: 'onekey', kind: 'mls', clients: [] },
        { feed: 'rebny', kind: 'rls', clients: ['acme'] },
      ]);

      const wrong = await porticoJson(place, 'client', 'detach', 'acme', 'onekey');
      expect([wrong.code, wrong.json]).toEqual([
        1,
        failure('The feed onekey is not attached to the client acme.'),
      ]);
      expect((await portico(place, 'client', 'detach', 'acme', 'garden-state')).code).toBe(0);
      expect(await list()).toMatchObject([{ mls: null, rls: 'rebny' }, {}]);
    });

    test('can be given another title and zone', async () => {
      const { code, json } = await porticoJson(
        place,
        ...['feed', 'set', 'rebny', '--title', 'REBNY', '--timezone', 'America/Chicago'],
      );
      const changed = { feed: 'rebny', title: 'REBNY', timezone: 'America/Chicago' };
      expect([code, json]).toMatchObject([0, { ...changed, kind: 'rls', clients: ['acme'] }]);
      const list = await porticoJson(place, 'feed', 'list');
      expect(list.json.feeds).toContainEqual(json);
      const one = await porticoJson(place, 'feed', 'set', 'rebny', '--timezone', 'UTC');
      expect(one.json).toMatchObject({ title: 'REBNY', timezone: 'UTC' });

      for (const [expected, ...args] of [
        [2, 'rebny'],
        [2, 'rebny', '--title', ' '],
        [2, 'rebny', '--timezone', 'Chicago'],
        [1, 'acme', '--title', 'X'],
        [1, 'nothing', '--title', 'X'],
      ] as const) {
        const refused = await porticoJson(place, 'feed', 'set', ...args);
        expect([args, refused.code]).toEqual([args, expected]);
      }
    });

    test('are no clients, and clients are no feeds', async () => {
      const feed = await porticoJson(place, 'client', 'attach', 'rebny', 'onekey');
      expect([feed.code, feed.json]).toEqual([1, failure('rebny is a feed, not a client.')]);
      const tenant = await porticoJson(place, 'client', 'attach', 'acme', 'brown-2');
      expect([tenant.code, tenant.json]).toEqual([1, failure('brown-2 is a client, not a feed.')]);
      const key = await porticoJson(place, 'key', 'add', 'onekey');
      expect([key.code, key.json]).toEqual([1, failure('onekey is a feed, not a client.')]);
      const { json } = await porticoJson(place, 'client', 'list');
      expect(json.clients).toHaveLength(2);
    });
  });

  test('an unknown client or feed is a failure', async () => {
    const noTenant = failure('There is no client named nobody. See `portico client list`.');
    const noFeed = failure('There is no feed named nothing. See `portico feed list`.');
    for (const [expected, ...args] of [
      [noTenant, 'client', 'set', 'nobody', '--title', 'X'],
      [noTenant, 'client', 'attach', 'nobody', 'onekey'],
      [noFeed, 'client', 'attach', 'acme', 'nothing'],
      [noTenant, 'key', 'add', 'nobody'],
      [noTenant, 'key', 'list', 'nobody'],
    ] as const) {
      const run = await porticoJson(place, ...args);
      expect([run.code, run.json]).toEqual([1, expected]);
    }
  });

  test.skipIf(databaseUrl === undefined)('a client can have a database of its own', async () => {
    const sqlite: Place = { folder: join(dataFolder), environment: { PORTICO_DATA: 'other' } };
    const run = await porticoJson(sqlite, 'client', 'add', 'own', '--database', `${databaseUrl}`);
    expect([run.code, run.json]).toEqual([0, { client: 'own' }]);
    const password = new URL(`${databaseUrl}`).password;
    expect(password).not.toBe('');
    const list = await porticoJson(sqlite, 'client', 'list');
    expect(list.json.clients).toMatchObject([
      { client: 'own', database: `${databaseUrl}`.replace(password, '***') },
    ]);
    expect(existsSync(join(dataFolder, 'other', 'clients', 'own.sqlite'))).toBe(false);
    expect(existsSync(join(dataFolder, 'other', 'directory.sqlite'))).toBe(true);
    // Made at once on that server, and the URL is nowhere to be read.
    const client = new pg.Client({ connectionString: `${databaseUrl}` });
    await client.connect();
    const { rows } = await client.query('select number::int from client_own.revision');
    await client.end();
    // It begins at 1, and the step that takes house numbers out of addresses adds one.
    expect(rows).toEqual([{ number: 2 }]);
    for (const file of readdirSync(join(dataFolder, 'other')).filter((name) =>
      /sqlite/.test(name),
    )) {
      const bytes = readFileSync(join(dataFolder, 'other', file), 'latin1');
      expect([file, bytes.includes(password), bytes.includes('postgres:/')]).toEqual([
        file,
        false,
        false,
      ]);
    }
    const key = randomBytes(32).toString('base64');
    const elsewhere = {
      ...sqlite,
      environment: { ...sqlite.environment, PORTICO_SECRET_KEY: key },
    };
    const unreadable = await porticoJson(elsewhere, 'client', 'list');
    expect(unreadable.json.clients).toMatchObject([
      { client: 'own', database: '(sealed under another secret key)' },
    ]);
    const moved = await porticoJson(elsewhere, 'client', 'move', 'own', 'sqlite');
    expect([moved.code, JSON.stringify(moved.json)]).toEqual([
      1,
      expect.stringContaining('PORTICO_SECRET_KEY'),
    ]);
  });

  test('a client whose database cannot be made is not listed', async () => {
    const url = 'postgres://someone:hunter2@127.0.0.1:1/none';
    const run = await porticoJson(place, 'client', 'add', 'broken', '--database', url);
    expect(run.code).toBe(1);
    expect(run.json).toMatchObject({ error: { code: 'failed' } });
    expect(run.stdout + run.stderr).toContain('--database names 127.0.0.1:1/none: ');
    expect(run.stdout + run.stderr).toContain('ECONNREFUSED');
    expect(run.stdout + run.stderr).not.toContain('hunter2');
    const { json } = await porticoJson(place, 'client', 'list');
    expect(json.clients).not.toContainEqual(expect.objectContaining({ client: 'broken' }));
  });
});
