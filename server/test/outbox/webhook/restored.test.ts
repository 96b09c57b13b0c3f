import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { serve } from '../../rig/program.js';
import { temporaryFolder } from '../../rig/temp.js';
import { arrived, Installation, type Message } from './installation.js';
import { receiverFor } from './receiver.js';

const TYPES = 'listing.*,lead.created';
const listing = (id: number) => ({ main_id: id, main_status: 'For Rent' });
const said = (messages: readonly Message[]) =>
  messages.map(({ type, data }) => `${type} ${data.id ?? ''}`.trim()).sort();

forAnyDatabase('webhooks of a client that is restored', (database) => {
  const receiver = receiverFor();

  it('begin again, under the same secret, while a copy is sent back to the start', async () => {
    const here = new Installation(database);
    const { secret } = await here.addClient('acme', receiver.url(), TYPES);
    let server = await serve(here.place);
    await here.put(server.url, 'listings', [listing(1), listing(2)]);
    expect(said(await arrived(receiver, secret, 2))).toEqual([
      'listing.created 1',
      'listing.created 2',
    ]);
    const backup = join(temporaryFolder(), 'backup');
    await here.command('backup', backup);

    // What the restore takes back.
    await here.put(server.url, 'listings', [listing(3)]);
    expect(said(await arrived(receiver, secret, 1))).toEqual(['listing.created 3']);
    await here.put(server.url, 'listings', [{ main_id: 1, _remove: true }]);
    expect(said(await arrived(receiver, secret, 1))).toEqual(['listing.removed 1']);
    const { page: before } = await here.changes(server.url);
    expect(before.CHANGES.map(({ id }) => id).sort()).toEqual([2, 3]);
    await server.stop();

    await here.command('client', 'remove', 'acme', '--yes');
    const restored = await here.command('restore', backup, '--client', 'acme');
    expect(restored.warnings).toEqual([]);
    server = await serve(here.place);
    try {
      // The first sweep of the server sends it, without a write.
      const [first, ...more] = await arrived(receiver, secret, 1);
      expect([first?.type, first?.data, more]).toEqual([
        'changes.available',
        { client: 'acme' },
        [],
      ]);
      expect((await here.changes(server.url, `&since=${before.CURSOR}`)).status).toBe(410);
      const { page } = await here.changes(server.url);
      expect(page.CHANGES.map(({ id }) => id).sort()).toEqual([1, 2]);

      await here.put(server.url, 'listings', [listing(5)]);
      await here.lead(server.url, 'nora@example.com');
      const news = await arrived(receiver, secret, 2);
      expect(said(news)).toEqual(['lead.created 1000000', 'listing.created 5']);
      const after = await here.changes(server.url, `&since=${page.CURSOR}`);
      expect(after.page.CHANGES).toMatchObject([{ kind: 'listings', id: 5, op: 'upsert' }]);
    } finally {
      await server.stop();
    }
  });

  it('are signed with the same secret in another installation, which has a key of its own', async () => {
    const here = new Installation(database);
    const { id, secret } = await here.addClient('brown', receiver.url(), TYPES);
    const rotated = await here.command('webhook', 'rotate', 'brown', id);
    const backup = join(temporaryFolder(), 'backup');
    await here.command('backup', backup);
    const elsewhere = Installation.elsewhere();
    await elsewhere.addClient('other', receiver.url(), TYPES);
    await elsewhere.command('restore', backup, '--client', 'brown');
    await elsewhere.command('webhook', 'test', 'brown', id);
    const [test] = receiver.received;
    for (const each of [secret, String(rotated.secret)]) {
      receiver.received.splice(0, receiver.received.length, ...(test === undefined ? [] : [test]));
      expect(said(await arrived(receiver, each, 1))).toEqual(['webhook.test']);
    }
    // All of it, where the environment names a key.
    const whole = Installation.elsewhere();
    whole.place.environment.PORTICO_SECRET_KEY = randomBytes(32).toString('base64');
    await whole.command('restore', backup, '--home');
    await whole.command('webhook', 'test', 'brown', id);
    expect(said(await arrived(receiver, secret, 1))).toEqual(['webhook.test']);
  });

  it('wait in a copy under another name until its receiver is resumed', async () => {
    const here = new Installation(database);
    const { id, secret } = await here.addClient('green', receiver.url(), TYPES);
    const backup = join(temporaryFolder(), 'backup');
    await here.command('backup', backup);
    const { warnings } = await here.command('restore', backup, '--client', 'green', '--as', 'copy');
    expect(warnings).toContainEqual(
      `These receivers of webhooks are paused: copy ${id}. \`portico webhook resume\` has messages sent to them again.`,
    );
    const shown = await here.command('webhook', 'show', 'copy', id);
    expect(shown).toMatchObject({ state: 'paused', reason: 'paused when it was restored' });
    expect(await here.command('webhook', 'show', 'green', id)).toMatchObject({ state: 'active' });
    await here.addKeys('copy');
    const server = await serve(here.place);
    try {
      await here.put(server.url, 'listings', [listing(7)]);
      await here.lead(server.url, 'nora@example.com');
      // A server that had something to send would have begun by now.
      await pause(1_000);
      expect(receiver.received).toEqual([]);
      await here.command('webhook', 'resume', 'copy', id);
      await here.lead(server.url, 'bo@example.com');
      const news = await arrived(receiver, secret, 3);
      // The tests above have restored a client, too, and each restore begins above the one before.
      expect(said(news)).toEqual([
        'changes.available',
        'lead.created 2000000',
        'lead.created 2000001',
      ]);
      expect(news.map(({ data }) => data.client)).toEqual(['copy', 'copy', 'copy']);
      expect(news.find(({ type }) => type === 'changes.available')?.data).toEqual({
        client: 'copy',
      });
    } finally {
      await server.stop();
    }
  });

  it('are paused, too, in a drill that holds letters back', async () => {
    const here = new Installation(database);
    const { id } = await here.addClient('drill', receiver.url(), TYPES);
    const backup = join(temporaryFolder(), 'backup');
    await here.command('backup', backup);
    const drill = Installation.elsewhere();
    const { warnings } = await drill.command('restore', backup, '--home', '--hold-letters');
    expect(String(warnings)).toContain(`drill ${id}`);
    expect(await drill.command('webhook', 'show', 'drill', id)).toMatchObject({ state: 'paused' });
  });

  it('whose secrets no key opens are named, and sent again after a rotation', async () => {
    const here = new Installation(database);
    const { id } = await here.addClient('lost', receiver.url(), TYPES);
    const backup = join(temporaryFolder(), 'backup');
    await here.command('backup', backup, '--no-secret-key');
    const whole = Installation.elsewhere();
    const refused = await whole.run('restore', backup, '--home');
    const { message } = refused.json.error as { message: string };
    expect([refused.code, message]).toEqual([1, expect.stringContaining(`lost ${id}`)]);
    expect(message).toContain('PORTICO_SECRET_KEY');

    const elsewhere = Installation.elsewhere();
    await elsewhere.command('client', 'add', 'other');
    const { warnings } = await elsewhere.command('restore', backup, '--client', 'lost');
    expect(String(warnings)).toContain('Give them new ones: `portico webhook rotate`.');
    const failed = await elsewhere.run('webhook', 'test', 'lost', id);
    expect([failed.code, JSON.stringify(failed.json)]).toEqual([
      1,
      expect.stringContaining('sealed'),
    ]);
    const rotated = await elsewhere.command('webhook', 'rotate', 'lost', id);
    expect(rotated.oldUntil).toBeNull();
    await elsewhere.command('webhook', 'test', 'lost', id);
    expect(said(await arrived(receiver, String(rotated.secret), 1))).toEqual(['webhook.test']);
  });
});
