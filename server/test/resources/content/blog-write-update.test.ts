import { describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import {
  A_POST,
  addPrivateKey,
  BLOG_BODIES,
  blogOf,
  rejected,
  type Told,
  write,
} from './blog-writing.js';

forEachDatabase('changes of blog posts', (database) => {
  const server = serverFor(database);
  const { held, change, posted } = blogOf(server);

  describe.each(['POST', 'PUT'] as const)('%s /blog/{id}', (method) => {
    it.each(BLOG_BODIES)('changes what is told, and keeps the rest (%s)', async (kind) => {
      const told = {
        title: 'Whole',
        author: 'Ann',
        caption: 'C',
        agent_id: 7,
        status: 1,
        labels: '[1]',
        friendly: 'whole',
      };
      const id = await posted(told);
      const before = (await change(id, {})).ITEM[0];
      const options = { kind, method };
      expect(await change(id, {}, options)).toEqual({
        STATUS: 'Success',
        MESSAGE: '',
        ITEM: [before],
      });
      expect((await change(id, { author: 'Bob' }, options)).ITEM).toEqual([
        { ...before, author: 'Bob' },
      ]);
      // Empty is not given: nothing can be cleared by it.
      const empty = { author: '', caption: '', body: ' ', publish_date: '', friendly: '' };
      expect((await change(id, empty, options)).ITEM).toEqual([{ ...before, author: 'Bob' }]);
      expect((await change(id, { body: '<b>', caption: 'D' }, options)).ITEM).toEqual([
        { ...before, author: 'Bob', body: '<b>', caption: 'D' },
      ]);
      expect((await change(id, { publish_date: '2015-05-05' }, options)).ITEM).toMatchObject([
        { date_create: 'May, 05 2015 00:00:00', created_by: held.id },
      ]);
      expect(await server.get(held.key, `/blogs/${id}`)).toMatchObject([
        { author: 'Bob', body: '<b>', caption: 'D', date_create: 'May, 05 2015 00:00:00' },
      ]);
    });

    it('clears an agent with 0, and leaves agent and status with -1', async () => {
      const id = await posted({ agent_id: 7 });
      const itemAfter = async (told: Told) => {
        const [item] = (await change(id, told, { method })).ITEM as readonly Told[];
        return [item?.agent_id, item?.status];
      };
      expect(await itemAfter({ agent_id: -1, status: -1 })).toEqual(['7', 1]);
      expect(await itemAfter({ status: 0 })).toEqual(['7', 0]);
      expect(await itemAfter({ agent_id: -1 })).toEqual(['7', 0]);
      expect(await itemAfter({ agent_id: 0 })).toEqual(['', 0]);
      expect(await itemAfter({ agent_id: 8, status: 1 })).toEqual(['8', 1]);
      expect(await change(id, { agent_id: 99 }, { method })).toEqual(
        rejected('Agent 99 does not exist.'),
      );
      expect(await itemAfter({})).toEqual(['8', 1]);
    });

    it('rejects the whole change when a part of it is wrong', async () => {
      const id = await posted({ title: 'Stays so' });
      const options = { method };
      const wrong = [
        { publish_date: '2014-02-30' },
        { labels: '["x"]' },
        { labels: '[99]' },
        { buildings: '[99]' },
        { status: 2 },
        { agent_id: 99 },
      ];
      for (const told of wrong) {
        const answer = await change(id, { title: 'Changed', ...told }, options);
        expect(answer, JSON.stringify(told)).toEqual(rejected(expect.any(String)));
      }
      expect(await server.get(held.key, `/blogs/${id}`)).toMatchObject([{ title: 'Stays so' }]);
    });

    it('knows no post that there is not', async () => {
      const options = { method };
      expect(await change(987_654, { title: 'x' }, options)).toEqual(
        rejected('Blog post 987654 does not exist.'),
      );
      await expect(change(0, {}, options)).rejects.toThrow('404');
      const path = '/blog/x';
      await expect(write(server, held.key, {}, { path, method })).rejects.toThrow('404');
    });

    it('changes unpublished posts, and those of its own client alone', async () => {
      const id = await posted({ status: 0 });
      expect(await change(id, { status: 1 }, { method })).toMatchObject({ STATUS: 'Success' });
      const tenant = `neighbour-${method.toLowerCase()}`;
      await server.addTenant(tenant);
      const { key } = await addPrivateKey(server, tenant);
      const path = `/blog/${id}`;
      expect(await write(server, key, { title: 'Mine' }, { path, method })).toMatchObject({
        STATUS: 'Error',
      });
      expect(await server.get(held.key, path.replace('blog', 'blogs'))).toMatchObject([
        { title: A_POST.title },
      ]);
    });
  });

  it('answer with a plain 404 to PUT /blog', async () => {
    await expect(write(server, held.key, A_POST, { method: 'PUT' })).rejects.toThrow('404');
  });

  it('show at once in reads that were asked before', async () => {
    const id = await posted({ title: 'Tagged' });
    const read = async (tag?: string) => {
      server.clock.advance(1100);
      return server.app.inject({
        url: `/blogs/${id}?apiKey=${held.key}`,
        headers: {
          'x-forwarded-proto': 'https',
          ...(tag === undefined ? {} : { 'if-none-match': tag }),
        },
      });
    };
    const tag = String((await read()).headers.etag);
    expect((await read(tag)).statusCode).toBe(304);
    await change(id, { title: 'Retagged' });
    const again = await read(tag);
    expect([again.statusCode, again.json()]).toMatchObject([200, [{ title: 'Retagged' }]]);
  });
});
