import { beforeAll, expect, test } from 'vitest';
import { auditTables } from '../../src/store/audit/audit.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { type Browser, consoleFor, PASSWORD } from './console.js';

forEachDatabase('the audit of the console', (database) => {
  const console = consoleFor(database);
  let owner: Browser;
  let editor: Browser;

  beforeAll(async () => {
    await console.server.addTenant('acme');
    await console.server.put('acme', 'listings', [aListing({ main_id: 1, financials_price: 900 })]);
    owner = await console.person('owner@example.com', 'owner');
    editor = await console.person('editor@example.com', 'acme: editor');
  });

  /** What the entries after one say. */
  async function entries(where: 'acme' | 'directory', after = 0) {
    const { services } = console.server;
    const db =
      where === 'directory'
        ? auditTables(services.directory.tables.db)
        : auditTables((await console.database('acme')).db);
    const rows = await db.selectFrom('audit_entry').selectAll().where('id', '>', after).execute();
    return {
      last: Math.max(after, ...rows.map(({ id }) => id)),
      said: rows.map(({ actor, action, client, kind, details }) => [
        ...[actor, action, client, kind, JSON.parse(details)],
      ]),
    };
  }

  const at = (path: string) => `/api/brokerages/acme/${path}`;
  const BY = 'console editor@example.com';

  test('names who has added, saved and removed a record', async () => {
    const { last } = await entries('acme');
    const read = await editor.get(at('listings/1'));
    const headers = { 'if-match': String(read.headers.etag) };
    await editor.call('PUT', at('listings/1'), { financials_price: 950 }, headers);
    const added = await editor.call('POST', at('offices'), { name: 'Uptown' });
    const { id } = added.json();
    const etag = String(added.headers.etag);
    await editor.call('DELETE', at(`offices/${id}`), undefined, { 'if-match': etag });
    expect((await entries('acme', last)).said).toEqual([
      [
        ...[BY, 'save', '', 'listings'],
        {
          counts: { stored: 1, removed: 0 },
          records: [{ id: 1, changed: ['financials_price'], before: { financials_price: 900 } }],
        },
      ],
      [
        ...[BY, 'add', '', 'offices'],
        { counts: { stored: 1, removed: 0 }, records: [expect.objectContaining({ id })] },
      ],
      [...[BY, 'remove', '', 'offices'], { counts: { removed: 1 }, records: [{ id }] }],
    ]);
  });

  test('has nothing of what was refused, or changed nothing', async () => {
    const { last } = await entries('acme');
    const read = await editor.get(at('listings/1'));
    const headers = { 'if-match': String(read.headers.etag) };
    await editor.call('PUT', at('listings/1'), { financials_price: 'much' }, headers);
    await editor.call('PUT', at('listings/1'), { financials_price: 950 }, headers);
    await editor.call('PUT', at('listings/1'), { financials_price: 1 }, { 'if-match': '"old"' });
    expect((await entries('acme', last)).said).toEqual([]);
  });

  test('tells of accounts in the directory', async () => {
    const { last } = await entries('directory');
    const invited = { email: 'new@example.com', client: 'acme', role: 'viewer' };
    const { link } = (await owner.call('POST', '/api/invitations', invited)).json();
    const body = { token: link.split('#')[1], name: 'New', password: PASSWORD };
    const person = console.browser();
    const { id } = (await person.call('POST', '/api/links/accept', body)).json().user;
    await owner.call('PUT', `/api/people/${id}`, { client: 'acme', role: 'editor' });
    await owner.call('PUT', `/api/people/${id}`, { role: 'viewer' });
    await owner.call('POST', `/api/people/${id}/reset`, {});
    const password = 'another long password';
    await person.call('PUT', '/api/password', { current: PASSWORD, password });
    await owner.call('DELETE', `/api/people/${id}`);
    const [OWNER, NEW] = ['console owner@example.com', 'console new@example.com'];
    const role = (name: string) => ({
      ...{ counts: { role: name }, records: [{ id, changed: ['role'] }] },
    });
    expect((await entries('directory', last)).said).toEqual([
      [OWNER, 'invite', 'acme', 'people', { counts: { invitation: 1, role: 'viewer' } }],
      [NEW, 'use a link', 'acme', 'people', { records: [{ id }] }],
      [OWNER, 'role', 'acme', 'people', role('editor')],
      [OWNER, 'role', '', 'people', role('viewer')],
      [OWNER, 'reset', '', 'people', { counts: { reset: 1 }, records: [{ id }] }],
      [NEW, 'password', '', 'people', { records: [{ id, changed: ['password'] }] }],
      [
        ...[OWNER, 'remove', '', 'people'],
        { counts: { removed: 1, email: 'new@example.com' }, records: [{ id }] },
      ],
    ]);
  });
});
