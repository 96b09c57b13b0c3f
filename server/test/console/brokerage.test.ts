import { beforeAll, expect, test } from 'vitest';
import { storeMessages } from '../../src/outbox/webhook/message-store.js';
import { forEachDatabase } from '../rig/databases.js';
import { type Browser, consoleFor } from './console.js';

forEachDatabase('what comes into a brokerage and leaves it', (database) => {
  const console = consoleFor(database);
  let editor: Browser;

  beforeAll(async () => {
    await console.server.addTenant('acme');
    editor = await console.person('editor@example.com', 'acme: editor');
    await console.server.put('acme', 'leads', [
      { id: 3, email: 'visitor@example.com', received: '2026-11-20 11:00:00', comment: 'Hello' },
    ]);
  });

  const at = (path: string) => `/api/brokerages/acme/${path}`;
  const read = async (path: string) => (await editor.get(at(path))).json();

  test('lists imports with their counts, the newest first', async () => {
    const key = await console.server.addKey('acme', { scopes: ['manage'] });
    const push = (records: object[]) =>
      console.server.app.inject({
        ...{ method: 'PUT', url: '/manage/offices', payload: JSON.stringify(records) },
        headers: {
          ...{ 'x-forwarded-proto': 'https', 'x-api-key': key },
          'content-type': 'application/json',
        },
      });
    await push([{ id: 1, name: 'Uptown' }, { id: 'x' }]);
    console.server.clock.advance(2 * 60 * 60_000);
    await push([{ id: 'x' }]);
    const { imports, total } = await read('imports?perPage=1');
    expect([total, imports]).toEqual([
      2,
      [
        expect.objectContaining({
          ...{ by: expect.stringMatching(/^key pk_/), mode: 'push', result: 'rejected' },
          ...{ failed: true, files: [], ended: expect.any(String) },
          counts: { offices: expect.objectContaining({ read: 1, written: 0, rejected: 1 }) },
        }),
      ],
    ]);
    expect((await read('imports?perPage=1&page=2')).imports).toMatchObject([
      { result: 'ok', failed: false, counts: { offices: { read: 2, written: 1, rejected: 1 } } },
    ]);
  });

  test('lists email that was given up, with the reason, and sends it again', async () => {
    const acme = await console.database('acme');
    const { outbox } = console.server.services;
    const { db } = acme;
    await acme.write((transaction) =>
      outbox.queue(transaction, {
        ...{ kind: 'lead', fromName: 'Acme', to: { name: 'Ann', address: 'ann@example.com' } },
        ...{ subject: 'A new lead', text: 'Hello', html: '<p>Hello</p>', alertId: 3 },
      }),
    );
    const failed = { state: 'failed', last_error: '550 no such user' };
    await db.updateTable('letter').set(failed).execute();
    const [email] = (await read('outbox?state=failed')).emails;
    expect(email).toMatchObject({
      ...{ kind: 'lead', to: { name: 'Ann', address: 'ann@example.com' }, subject: 'A new lead' },
      ...{ state: 'failed', reason: '550 no such user' },
    });
    expect(JSON.stringify(email)).not.toContain('Hello');
    const again = at(`outbox/emails/${email.id}`);
    expect((await editor.call('POST', again, {})).statusCode).toBe(204);
    expect((await read('outbox?state=waiting')).emails).toMatchObject([
      { id: email.id, reason: 'The mail server is away or refuses it for now.' },
    ]);
    const sent = { state: 'sent', sent_at: 1 };
    await db.updateTable('letter').set(sent).execute();
    expect((await editor.call('POST', again, {})).statusCode).toBe(404);
    expect((await read('audit?kind=emails')).entries).toMatchObject([
      { by: 'console editor@example.com', action: 'send again', records: [{ id: email.id }] },
    ]);
    expect((await editor.get(at('outbox?state=lost'))).statusCode).toBe(400);
  });

  test('lists webhooks with the host of their receiver only, and tells the story of a lead', async () => {
    const acme = await console.database('acme');
    await acme.db
      .insertInto('webhook_endpoint')
      .values({
        ...{ public_id: 'ep_1', url: 'https://hooks.example.com/secret-path', types: '' },
        ...{ include: '', contact: '', sealed_secret: '', old_sealed_secret: '', old_until: 0 },
        ...{ state: 'active', reason: '', created_at: 1, follows: 0 },
      } as never)
      .execute();
    const [{ id: endpoint_id = 0 } = {}] = await acme.db
      .selectFrom('webhook_endpoint')
      .select('id')
      .execute();
    const message = (id: number) => ({
      ...{ endpoint_id, message_id: `msg_${id}`, type: 'lead.created', created_at: id },
      body: JSON.stringify({
        ...{ type: 'lead.created', data: { client: 'acme', resource: 'leads', id, op: 'created' } },
        // The number of another record is not that of the lead.
        lead: { agent: { id: 3 } },
      }),
    });
    await acme.write((transaction) => storeMessages(transaction, [message(3), message(33)]));
    const { webhooks } = await read('outbox');
    expect(webhooks.map(({ id }: { id: string }) => id)).toEqual(['msg_33', 'msg_3']);
    expect(webhooks[1]).toMatchObject({ host: 'hooks.example.com', state: 'waiting' });
    expect(JSON.stringify(webhooks)).not.toContain('secret-path');
    expect((await read('outbox?state=waiting')).webhooks).toEqual(webhooks);
    expect((await read('outbox?state=failed')).webhooks).toEqual([]);
    await acme.db.updateTable('webhook_message').set({ state: 'sent', sent_at: 5 }).execute();
    const again = at('outbox/webhooks/ep_1/msg_3');
    expect((await editor.call('POST', again, {})).statusCode).toBe(204);
    expect((await editor.call('POST', at('outbox/webhooks/ep_1/msg_4'), {})).statusCode).toBe(404);

    const story = await read('leads/3/story');
    expect(story).toMatchObject({
      emails: [{ subject: 'A new lead' }],
      webhooks: [{ id: 'msg_3', state: 'waiting' }],
    });
    // Only the newest messages are looked through.
    const [{ id = 0 } = {}] = await acme.db
      .selectFrom('webhook_message')
      .select('id')
      .where('message_id', '=', 'msg_33')
      .execute();
    const later = { id: id + 10_000 };
    await acme.db.updateTable('webhook_message').set(later).where('id', '=', id).execute();
    expect((await read('leads/3/story')).webhooks).toEqual([]);
    expect((await editor.get(at('leads/4/story'))).statusCode).toBe(404);
  });

  test('lists who has changed its records and its keys', async () => {
    const { entries } = await read('audit?kind=offices');
    expect(entries).toMatchObject([{ by: expect.stringMatching(/^key pk_/), kind: 'offices' }]);
    expect((await read('audit?since=2999-01-01')).entries).toEqual([]);
    expect((await read('audit?kind=offices&record=1')).entries).toHaveLength(1);
    for (const query of ['since=soon', 'record=1']) {
      expect((await editor.get(at(`audit?${query}`))).statusCode).toBe(400);
    }
  });
});
