import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ConsoleProblem } from '../../src/console/problems.js';
import { commandOf, type SignedInCall } from '../../src/console/route.js';
import { forEachDatabase } from '../rig/databases.js';
import { type Browser, consoleFor, PASSWORD } from './console.js';

forEachDatabase('what is held about a person', (database) => {
  const console = consoleFor(database);
  let editor: Browser;

  beforeAll(async () => {
    const { server } = console;
    await server.addTenant('acme');
    await server.put('acme', 'clients', [
      { id: 5, firstName: 'Nora', email: 'Nora@example.com', verify: 'code-of-nora' },
      { id: 6, firstName: 'Otto', email: 'otto@example.com' },
    ]);
    await server.put('acme', 'leads', [
      { id: 3, email: 'nora@example.com', received: '2026-11-20 11:00:00', comment: 'Mine' },
      { id: 4, email: 'otto@example.com', received: '2026-11-20 11:00:00', comment: 'Not mine' },
    ]);
    await server.put('acme', 'trails', [{ id: 1, clientID: 5, trailKey: 1 }]);
    await server.put('acme', 'favorites', [{ clientID: 5, listingID: 9 }]);
    editor = await console.person('editor@example.com', 'acme: editor');
    const { outbox } = server.services;
    const ann = { name: 'Ann', address: 'ann@example.com' };
    // The person is an agent, too, who gets email about other people's leads.
    const nora = { name: 'Nora', address: 'Nora@example.com' };
    const bodies = { text: 'Hello', html: '<p>Hello</p>' };
    const email = { ...bodies, kind: 'lead', fromName: 'Acme' };
    await (await console.database('acme')).write(async (transaction) => {
      await outbox.queue(transaction, { ...email, to: nora, subject: 'To Nora' });
      await outbox.queue(transaction, { ...email, to: ann, subject: 'About Nora', alertId: 3 });
      await outbox.queue(transaction, { ...email, to: nora, subject: 'Not of Nora', alertId: 4 });
    });
  });

  const at = (path: string) => `/api/brokerages/acme/${path}`;
  const file = (person: string) => editor.call('POST', at('person/file'), { person });

  test('comes in one file, to who has given the password lately, and the audit says so', async () => {
    const answer = await file('nora@example.com');
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      ...[200, 'attachment; filename="person.json"'],
    ]);
    expect(answer.json()).toMatchObject({
      ...{ ids: [5], emails: ['nora@example.com'], deals: [], cut: [] },
      email: [{ subject: 'To Nora' }, { subject: 'About Nora' }],
      clients: [{ id: 5, firstName: 'Nora' }],
      leads: [{ id: 3, comment: 'Mine' }],
      trails: [{ clientID: 5 }],
      favorites: [{ client_id: 5, listing_id: 9 }],
    });
    expect(answer.body).not.toMatch(/Otto|Not mine|code-of-nora/);
    expect((await editor.get(at('audit?kind=clients'))).json().entries).toMatchObject([
      {
        ...{ by: 'console editor@example.com', action: 'export a person', records: [{ id: 5 }] },
        counts: { clients: 1, leads: 1, emails: 2 },
      },
    ]);
    expect((await file('nora')).statusCode).toBe(422);
    // As of a member who was added in the console.
    expect((await file('9000000000000000')).json()).toMatchObject({ ids: [9_000_000_000_000_000] });
  });

  test('is erased as the command does it, and the answer names no file', async () => {
    for (const [folder, name, text] of [
      ['outbox', 'of-zenith.eml', 'From: Zenith <z@x.com>\r\nTo: <nora@example.com>\r\n\r\nHello'],
      ['rejects', 'acme-leads.ndjson', '{"email":"nora@example.com"}\n'],
    ] as const) {
      mkdirSync(join(database.dataFolder, folder), { recursive: true });
      writeFileSync(join(database.dataFolder, folder, name), text);
    }
    console.server.clock.advance(15 * 60_000);
    const erase = () => editor.call('POST', at('person/erase'), { person: 'nora@example.com' });
    expect((await erase()).json().error.code).toBe('proofNeeded');
    expect((await file('5')).statusCode).toBe(403);
    await editor.call('POST', '/api/session/proof', { password: PASSWORD });
    const erased = await erase();
    expect([erased.statusCode, erased.json()]).toEqual([
      200,
      {
        ids: [5],
        erased: expect.objectContaining({ clients: 1, trails: 1, favorites: 1, leads: 1 }),
        ...{ emailFiles: 0, rejects: 1 },
      },
    ]);
    expect((await editor.get(at('clients/5'))).statusCode).toBe(404);
    const [entry] = (await editor.get(at('audit?kind=clients'))).json().entries;
    expect(entry).toMatchObject({ by: 'console editor@example.com', action: 'member erase' });
    for (const person of ['--help', 'nobody']) {
      const wrong = await editor.call('POST', at('person/erase'), { person });
      expect([person, wrong.statusCode]).toEqual([person, 422]);
    }
  });

  test('the status of the installation is that of the command', async () => {
    const viewer = await console.person('viewer@example.com', 'viewer');
    const status = await viewer.get('/api/status');
    expect([status.statusCode, status.json()]).toEqual([
      200,
      expect.objectContaining({ clients: 1, problems: expect.any(Array) }),
    ]);
  });
});

test('why a command failed is said to the log, to operators, and to others where the call was wrong', async () => {
  const said: string[] = [];
  const failure = async (code: number, installation?: string) => {
    const run = async () => ({ code, json: { error: { message: 'db.internal is away' } } });
    const log = { warn: (words: string) => said.push(words) };
    const caller = { account: { email: 'editor@example.com' }, roles: { installation } };
    const call = { parts: { run, services: { log } }, caller };
    return commandOf(call as unknown as SignedInCall, ['status', '--json']).catch((error) => error);
  };
  expect(await failure(2)).toBeInstanceOf(ConsoleProblem);
  expect(await failure(1)).not.toBeInstanceOf(ConsoleProblem);
  expect([await failure(1, 'operator'), said]).toEqual([
    expect.any(ConsoleProblem),
    ['The command status --json failed: db.internal is away'],
  ]);
});
