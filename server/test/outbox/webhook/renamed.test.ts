import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { serve } from '../../rig/program.js';
import { arrived, Installation } from './installation.js';
import { receiverFor } from './receiver.js';

const listing = (id: number) => ({ main_id: id, main_status: 'For Rent' });

forAnyDatabase('webhooks of a client that is renamed, removed, or reads a feed', (database) => {
  const receiver = receiverFor();

  it('go on under the new name, with ids, secret and cursors as they were', async () => {
    const here = new Installation(database);
    const { id, secret } = await here.addClient('acme', receiver.url(), 'listing.*,lead.created');
    const server = await serve(here.place);
    try {
      await here.put(server.url, 'listings', [listing(1)]);
      const [created] = await arrived(receiver, secret, 1);
      expect(created).toMatchObject({ type: 'listing.created', data: { client: 'acme', id: 1 } });
      const { page } = await here.changes(server.url);

      // The receiver has a message while the client is renamed, and answers when that is done.
      let answer = () => {};
      const renamed = new Promise<void>((resolve) => {
        answer = resolve;
      });
      receiver.answer = async (_request, response) => {
        await renamed;
        response.writeHead(204).end();
      };
      await here.lead(server.url, 'nora@example.com');
      await receiver.waitFor(1);
      await here.command('client', 'rename', 'acme', 'brown');
      answer();
      receiver.answer = (_request, response) => void response.writeHead(204).end();
      await here.endLeases('brown');
      await here.lead(server.url, 'bo@example.com');
      await vi.waitFor(
        async () => {
          const { json } = await here.run('webhook', 'log', 'brown', id);
          const states = (json.messages as { state: string }[]).map(({ state }) => state);
          expect(states).toEqual(['sent', 'sent', 'sent']);
        },
        { timeout: 90_000, interval: 500 },
      );
      const leads = await arrived(receiver, secret, 2);
      // The first may come twice, under its id and as it was stored.
      const ids = new Map(leads.map(({ id, data }) => [id, [data.client, data.id]]));
      expect([...ids.values()].sort()).toEqual([
        ['acme', 1],
        ['brown', 2],
      ]);

      await here.put(server.url, 'listings', [listing(2)]);
      const [next] = await arrived(receiver, secret, 1);
      expect(next).toMatchObject({ type: 'listing.created', data: { client: 'brown', id: 2 } });
      const after = await here.changes(server.url, `&since=${page.CURSOR}`);
      expect([after.status, after.page.CHANGES]).toMatchObject([200, [{ id: 2, op: 'upsert' }]]);
    } finally {
      await server.stop();
    }
  });

  it('end with the client that is removed during a request, and leave no file of it', async () => {
    const here = new Installation(database);
    const { secret } = await here.addClient('gone', receiver.url(), 'lead.created');
    const server = await serve(here.place);
    try {
      let answer = () => {};
      const removed = new Promise<void>((resolve) => {
        answer = resolve;
      });
      receiver.answer = async (_request, response) => {
        await removed;
        response.writeHead(500).end();
      };
      await here.lead(server.url, 'nora@example.com');
      await receiver.waitFor(1);
      await here.command('client', 'remove', 'gone', '--yes');
      answer();
      expect(await arrived(receiver, secret, 1)).toHaveLength(1);
      // The server goes on with others.
      receiver.answer = (_request, response) => void response.writeHead(204).end();
      const other = await here.addClient('other', receiver.url('/other'), 'lead.created');
      await here.lead(server.url, 'bo@example.com');
      expect(await arrived(receiver, other.secret, 1)).toMatchObject([
        { data: { client: 'other' } },
      ]);
      expect(existsSync(join(database.dataFolder, 'clients', 'gone.sqlite'))).toBe(false);
    } finally {
      await server.stop();
    }
  });

  it('say nothing of a feed, nor of its wipe, after which its copies begin again', async () => {
    const here = new Installation(database);
    const types = 'listing.*,changes.available,lead.created';
    const { secret } = await here.addClient('reader', receiver.url(), types);
    await here.command('feed', 'add', 'onekey', '--kind', 'mls');
    await here.command('client', 'attach', 'reader', 'onekey');
    const args = ['--url', receiver.url(), '--types', 'listing.*'];
    const refused = await here.run('webhook', 'add', 'onekey', ...args);
    expect([refused.code, JSON.stringify(refused.json)]).toEqual([
      1,
      expect.stringContaining('onekey is a feed, not a client.'),
    ]);
    await here.importRecords('onekey', 'listings', [listing(1), listing(2)]);
    const server = await serve(here.place);
    try {
      await here.put(server.url, 'listings', [listing(7)]);
      expect(await arrived(receiver, secret, 1)).toMatchObject([{ data: { id: 7 } }]);
      const own = await here.changes(server.url);
      const feed = await here.changes(server.url, '&isMLS=true');
      expect(feed.page.CHANGES.map(({ id }) => id)).toEqual([1, 2]);

      await here.command('feed', 'wipe', 'onekey', '--yes');
      const gone = await here.changes(server.url, `&isMLS=true&since=${feed.page.CURSOR}`);
      expect(gone.status).toBe(410);
      expect((await here.changes(server.url, '&isMLS=true')).page.CHANGES).toEqual([]);
      const same = await here.changes(server.url, `&since=${own.page.CURSOR}`);
      expect([same.status, same.page.CHANGES]).toEqual([200, []]);
      // A message about the wipe would have come before that of a later lead.
      await here.lead(server.url, 'nora@example.com');
      const news = await arrived(receiver, secret, 1);
      expect(news.map(({ type }) => type)).toEqual(['lead.created']);
    } finally {
      await server.stop();
    }
  });
});
