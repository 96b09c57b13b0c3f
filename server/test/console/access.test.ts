import { beforeAll, expect, test } from 'vitest';
import { consoleRoutes } from '../../src/console/console-server.js';
import { ACTIONS } from '../../src/console/roles.js';
import { forAnyDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { type Browser, consoleFor } from './console.js';

/** Who may do what, once more and by hand: a change of the one without the other fails. */
const EVERYBODY = ['owner', 'operator', 'viewer', 'acme: editor', 'acme: viewer', 'other: editor'];
const OF_ACME = ['owner', 'operator', 'viewer', 'acme: editor', 'acme: viewer'];
const EDITORS = ['owner', 'operator', 'acme: editor'];
const INSTALLATION = ['owner', 'operator', 'viewer'];
const OPERATORS = ['owner', 'operator'];

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'GET /api/session': EVERYBODY,
  'GET /api/sessions': EVERYBODY,
  'DELETE /api/sessions': EVERYBODY,
  'DELETE /api/sessions/:id': EVERYBODY,
  'PUT /api/password': EVERYBODY,
  'POST /api/session/proof': EVERYBODY,
  'POST /api/second-factor': EVERYBODY,
  'POST /api/second-factor/confirm': EVERYBODY,
  'POST /api/second-factor/remove': EVERYBODY,
  'GET /api/people': INSTALLATION,
  'GET /api/clients': INSTALLATION,
  'GET /api/audit': INSTALLATION,
  'GET /api/status': INSTALLATION,
  'POST /api/clients': OPERATORS,
  'GET /api/clients/:client/settings': INSTALLATION,
  'PUT /api/clients/:client/settings': OPERATORS,
  'GET /api/feeds/:feed/settings': INSTALLATION,
  'PUT /api/feeds/:feed/settings': OPERATORS,
  'GET /api/partners': INSTALLATION,
  'POST /api/partners': OPERATORS,
  'DELETE /api/partners/:prefix': OPERATORS,
  'GET /api/pulls': INSTALLATION,
  'POST /api/pulls/try': OPERATORS,
  'POST /api/pulls': OPERATORS,
  'GET /api/pulls/:name/:source': INSTALLATION,
  'DELETE /api/pulls/:name/:source': OPERATORS,
  'POST /api/pulls/:name/:source/pause': OPERATORS,
  'POST /api/pulls/:name/:source/resume': OPERATORS,
  'GET /api/clients/:client/keys': INSTALLATION,
  'POST /api/clients/:client/keys': OPERATORS,
  'POST /api/clients/:client/keys/:id/rotate': OPERATORS,
  'DELETE /api/clients/:client/keys/:id': OPERATORS,
  'PUT /api/people/:id': OPERATORS,
  'DELETE /api/people/:id': OPERATORS,
  'POST /api/people/:id/reset': OPERATORS,
  'POST /api/invitations': OPERATORS,
  'DELETE /api/invitations/:id': OPERATORS,
  'GET /api/brokerages/:client': OF_ACME,
  'GET /api/brokerages/:client/kinds': OF_ACME,
  'GET /api/brokerages/:client/today': OF_ACME,
  'GET /api/brokerages/:client/imports': OF_ACME,
  'GET /api/brokerages/:client/outbox': OF_ACME,
  'GET /api/brokerages/:client/leads/:id/story': OF_ACME,
  'GET /api/brokerages/:client/audit': ['owner', 'operator', 'viewer', 'acme: editor'],
  'POST /api/brokerages/:client/outbox/held/release': EDITORS,
  'POST /api/brokerages/:client/outbox/held/discard': EDITORS,
  'POST /api/brokerages/:client/outbox/emails/:id': EDITORS,
  'POST /api/brokerages/:client/outbox/webhooks/:receiver/:id': EDITORS,
  'GET /api/brokerages/:client/:kind': OF_ACME,
  'GET /api/brokerages/:client/:kind/:id': OF_ACME,
  'POST /api/brokerages/:client/person/file': EDITORS,
  'POST /api/brokerages/:client/person/erase': EDITORS,
  'POST /api/brokerages/:client/imports/draft': EDITORS,
  'POST /api/brokerages/:client/imports/try': EDITORS,
  'POST /api/brokerages/:client/imports/run': EDITORS,
  'GET /api/brokerages/:client/imports/run/:id': EDITORS,
  'POST /api/brokerages/:client/pictures': EDITORS,
  'POST /api/brokerages/:client/:kind/export': OF_ACME,
  'POST /api/brokerages/:client/:kind': EDITORS,
  'PUT /api/brokerages/:client/:kind/:id': EDITORS,
  'DELETE /api/brokerages/:client/:kind/:id': EDITORS,
};

/** The routes that nobody need be signed in for. */
const OPEN = [
  'POST /api/sign-in',
  'POST /api/sign-out',
  'POST /api/links/open',
  'POST /api/links/accept',
];

/** What anybody may load: the app, and pictures of records. */
const FILES = /^GET \/(?:media\/|assets\/|\*$|index\.html$)/;

const GATED = Object.keys(ALLOWED).map((name) => name.split(' ') as [string, string]);

test('gives each route an action that there is, and asks only open ones for nothing', () => {
  for (const { method, path, action } of consoleRoutes) {
    expect(Object.keys(ACTIONS)).toContain(action);
    const name = `${method} ${path}`;
    expect([name, action === 'open']).toEqual([name, OPEN.includes(name)]);
  }
});

forAnyDatabase('access to the console', (database) => {
  const routes = new Set<string>();
  const console = consoleFor(database, undefined, ({ method, url }) => {
    // A HEAD is its GET without a body.
    for (const each of [method].flat()) routes.add(`${each === 'HEAD' ? 'GET' : each} ${url}`);
  });
  const people = new Map<string, Browser>();

  test('the table names every route that the server has', () => {
    const names = [...routes].filter((name) => !FILES.test(name));
    expect(names.toSorted()).toEqual([...Object.keys(ALLOWED), ...OPEN].toSorted());
  });

  beforeAll(async () => {
    for (const name of ['acme', 'other']) {
      await console.server.addTenant(name);
      await console.server.put(name, 'listings', [aListing({ main_id: 1 })]);
    }
    for (const role of EVERYBODY) {
      const email = `${role.replace(': ', '-')}@example.com`;
      people.set(role, await console.person(email, role));
    }
  });

  /** Asks with nothing that the route could do anything with, so that the walk changes nothing. */
  async function ask(browser: Browser, method: string, path: string): Promise<number> {
    const url = path
      .replace(':client', 'acme')
      .replace(':kind', 'listings')
      .replace(':receiver', 'ep_none')
      // A record that there is, as one that there is not is answered like one of others.
      .replace(':id', path.includes(':kind') ? '1' : '999999999');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    // To end all others would end what the walk goes on with.
    const answer = await browser.call(method as 'GET', url, body);
    return answer.statusCode;
  }

  for (const [method, path] of GATED) {
    const name = `${method} ${path}`;
    test(`${name} asks who calls`, async () => {
      for (const [role, browser] of people) {
        const status = await ask(browser, method, path);
        const isForeign = path.includes(':client') && role === 'other: editor';
        if (ALLOWED[name]?.includes(role)) {
          expect([role, [401, 403].includes(status)]).toEqual([role, false]);
        } else {
          expect([role, status]).toEqual([role, isForeign ? 404 : 403]);
        }
      }
      expect(await ask(console.browser(), method, path)).toBe(401);
      const forged = console.browser();
      forged.cookie = `__Host-portico-console=${'A'.repeat(43)}`;
      expect(await ask(forged, method, path)).toBe(401);
    });
  }

  test('a brokerage that there is not looks like one of others', async () => {
    const editor = people.get('acme: editor') as Browser;
    const [foreign, absent] = await Promise.all(
      ['other', 'nobody'].map((client) => editor.get(`/api/brokerages/${client}/listings`)),
    );
    expect([foreign?.statusCode, foreign?.body]).toEqual([404, absent?.body]);
  });

  test('a role that is taken away is gone at the next call', async () => {
    const browser = await console.person('leaving@example.com', 'acme: editor');
    const { consoleAccounts } = console.server.services.directory;
    expect((await browser.get('/api/brokerages/acme/listings')).statusCode).toBe(200);
    const account = await consoleAccounts.byEmail('leaving@example.com');
    await consoleAccounts.setClientRole(account?.id ?? 0, 'acme', undefined);
    expect((await browser.get('/api/brokerages/acme/listings')).statusCode).toBe(404);
  });

  test('no route is good after its session', async () => {
    const browser = await console.person('late@example.com', 'owner');
    console.server.clock.advance(12 * 60 * 60_000);
    for (const [method, path] of GATED) {
      expect([path, await ask(browser, method, path)]).toEqual([path, 401]);
    }
  });

  test('the roles of a removed brokerage do not come back with its name', async () => {
    const { directory, clock } = console.server.services;
    const entry = await console.server.addTenant('short-lived');
    const browser = await console.person('short@example.com', 'short-lived: editor');
    const invited = { kind: 'invitation', email: 'x@example.com', role: 'editor' } as const;
    await directory.consoleLinks.make(
      {
        ...{ ...invited, client: 'short-lived', account_id: 0, made_by: 0 },
        ...{ token_hash: 'f'.repeat(64), expires_at: clock.now() + 1000 },
      },
      clock.now(),
    );
    await directory.removals.begin(entry);
    const session = (await browser.get('/api/session')).json();
    expect(session.brokerages).toEqual([]);
    expect(await directory.consoleLinks.find('f'.repeat(64), clock.now())).toBeUndefined();
  });

  test('a new brokerage has no staff of an earlier one of its name', async () => {
    const { server } = console;
    const { directory } = server.services;
    const browser = await console.person('later@example.com', 'acme: editor');
    const { id } = (await directory.consoleAccounts.byEmail('later@example.com')) ?? { id: 0 };
    const brokerages = async () => (await browser.get('/api/session')).json().brokerages;
    const entry = await server.addTenant('passing');
    await directory.removals.begin(entry);
    // While it is being removed, and when an older release has removed it.
    await directory.consoleAccounts.setClientRole(id, 'passing', 'editor');
    await directory.removals.end('passing');
    expect(await directory.consoleAccounts.roles([id])).toMatchObject([{ client: 'acme' }]);
    await directory.consoleAccounts.setClientRole(id, 'passing', 'editor');
    await directory.addTenant(entry);
    expect(await brokerages()).toMatchObject([{ client: 'acme' }]);
  });
});
