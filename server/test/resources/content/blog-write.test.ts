import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { A_POST, addPrivateKey, BLOG_BODIES, blogOf, rejected, write } from './blog-writing.js';
import { ids } from './reading.js';

const NOT_PRIVATE = {
  STATUS: 'Error',
  MESSAGE: 'The API key may not use this method: it needs a key with private-key access.',
  ITEM: [],
};

forEachDatabase('new blog posts', (database) => {
  const server = serverFor(database);
  const { held, post, posted } = blogOf(server);

  const open = { key: '' };
  beforeAll(async () => {
    open.key = await server.addKey('acme');
  });

  describe('without private access', () => {
    it.each(BLOG_BODIES)('are answered with an error and change nothing (%s)', async (kind) => {
      const id = await posted({ title: 'Stays' });
      expect(await write(server, open.key, A_POST, { kind })).toEqual(NOT_PRIVATE);
      expect(await write(server, open.key, {}, { kind })).toEqual(NOT_PRIVATE);
      const path = `/blog/${id}`;
      for (const method of ['POST', 'PUT'] as const) {
        const told = { title: 'Changed' };
        expect(await write(server, open.key, told, { kind, path, method })).toEqual(NOT_PRIVATE);
      }
      expect(await server.get(held.key, `/blogs/${id}`)).toMatchObject([{ title: 'Stays' }]);
    });
  });

  describe('POST /blog', () => {
    it.each(BLOG_BODIES)('writes all that it is told (%s)', async (kind) => {
      const told = {
        title: 'Spring & “summer”',
        body: '  <p onclick="x()">kept</p>\n<script>kept()</script>\n',
        publish_date: '2014-04-01 13:05:09',
        author: 'Ann Able',
        caption: 'A caption',
        agent_id: 7,
        friendly: `My own_Slug (${kind})`,
        status: 1,
        labels: '[1, 3]',
        buildings: '[9]',
      };
      const { STATUS, MESSAGE, ITEM, ...more } = await post(told, { kind });
      expect([STATUS, MESSAGE, more]).toEqual(['Success', '', {}]);
      const id = ITEM[0]?.id ?? 0;
      expect(ITEM).toEqual([
        {
          id,
          date_create: 'April, 01 2014 13:05:09',
          created_by: held.id,
          author: told.author,
          title: told.title,
          body: told.body,
          caption: told.caption,
          image: '',
          friendly: told.friendly,
          agent_id: '7',
          status: 1,
        },
      ]);
      expect(await server.get(open.key, `/blogs/${id}`)).toEqual([
        {
          id,
          author: told.author,
          body: told.body,
          caption: told.caption,
          date_create: 'April, 01 2014 13:05:09',
          image: '',
          title: told.title,
        },
      ]);
      for (const path of ['/agents/blog/7', '/blog/search/99?label=1', '/blog/search/99?label=3']) {
        expect(await ids(server, held.key, path), path).toContain(id);
      }
      expect(await ids(server, held.key, '/blog/search/99?label=SPRING')).toContain(id);
    });

    it('needs no more than title, body and date', async () => {
      expect(await post({ title: 'Only that' })).toMatchObject({
        STATUS: 'Success',
        ITEM: [
          {
            date_create: 'November, 20 2026 00:00:00',
            author: '',
            caption: '',
            friendly: 'only-that',
            agent_id: '',
            status: 1,
          },
        ],
      });
    });

    it('counts its ids on from the highest there is', async () => {
      await server.addTenant('counting');
      const { key } = await addPrivateKey(server, 'counting');
      await server.put('counting', 'blogs', [{ id: 41 }, { id: 12 }]);
      expect((await write(server, key, A_POST)).ITEM[0]?.id).toBe(42);
      expect((await write(server, key, A_POST)).ITEM[0]?.id).toBe(43);
    });

    it.each(BLOG_BODIES)('says what is missing, the first of it (%s)', async (kind) => {
      for (const blank of [undefined, '', ' ', '\n']) {
        const told = (names: string[]) =>
          Object.fromEntries(Object.entries(A_POST).filter(([name]) => !names.includes(name)));
        const without = (...names: string[]) =>
          write(
            server,
            held.key,
            {
              ...told(names),
              ...(blank === undefined ? {} : Object.fromEntries(names.map((n) => [n, blank]))),
            },
            { kind },
          );
        expect(await without('title')).toEqual(rejected('title is required.'));
        expect(await without('body')).toEqual(rejected('body is required.'));
        expect(await without('publish_date')).toEqual(rejected('publish_date is required.'));
        expect(await without('title', 'body')).toEqual(rejected('title is required.'));
      }
      // What is missing comes before what is malformed.
      expect(await write(server, held.key, { title: 'x', status: 9 }, { kind })).toEqual(
        rejected('body is required.'),
      );
    });

    it.each([
      ['2014-04-01', 'April, 01 2014 00:00:00'],
      ['2014-04-01 09:30', 'April, 01 2014 09:30:00'],
      ['2014-04-01 09:30:15', 'April, 01 2014 09:30:15'],
      ['04/01/2014', 'April, 01 2014 00:00:00'],
      ['2014-04-01T09:30:15', 'April, 01 2014 09:30:15'],
      ['2014-04-01T09:30:15.987Z', 'April, 01 2014 05:30:15'],
      ['2014-04-01T09:30:15+02:00', 'April, 01 2014 03:30:15'],
      [' 2024-02-29 ', 'February, 29 2024 00:00:00'],
      ['April, 01 2014 09:30:15', 'April, 01 2014 09:30:15'],
    ])('takes the date %j', async (publish_date, date_create) => {
      expect((await post({ publish_date })).ITEM).toMatchObject([{ date_create }]);
    });

    it.each([
      '2014-02-30',
      '2023-02-29',
      '13/01/2014',
      '2014-13-01',
      '2014-04-01 24:00',
      'tomorrow',
      '20140401',
      '0',
      '1396310400000',
      "2014-04-01' or '1'='1",
    ])('calls the date %j invalid', async (publish_date) => {
      for (const kind of BLOG_BODIES) {
        expect(await post({ publish_date }, { kind })).toEqual(
          rejected(expect.stringMatching(/^The publish date is invalid: ".+" was given; .+\.$/)),
        );
      }
    });

    it('prints a date that is invalid no further than 80 characters', async () => {
      const { MESSAGE } = await post({ publish_date: 'x'.repeat(900) });
      expect(MESSAGE).toContain(`"${'x'.repeat(80)}"`);
      expect(MESSAGE).not.toContain('x'.repeat(81));
    });

    it.each([
      ['status', '2'],
      ['status', '-2'],
      ['status', 'published'],
      ['status', '1.0'],
      ['agent_id', '-2'],
      ['agent_id', 'Ann'],
      ['agent_id', '9007199254740992'],
      ['title', 'x'.repeat(1001)],
      ['title', 'a\0b'],
      ['body', 'a\0b'],
      ['author', 'x'.repeat(1001)],
      ['caption', 'a\0b'],
      ['friendly', 'x'.repeat(501)],
      ['friendly', 'a\0b'],
    ])('rejects a malformed %s', async (name, value) => {
      for (const kind of BLOG_BODIES) {
        expect(await post({ [name]: value }, { kind })).toEqual(
          rejected(expect.stringMatching(new RegExp(`^${name}: .*accepted is .+\\.$`))),
        );
      }
    });

    it('rejects what is not one text', async () => {
      const json = { kind: 'json' } as const;
      expect(await post({ title: { $gt: '' } }, json)).toEqual(rejected(expect.any(String)));
      expect(await post({ body: [['x']] }, json)).toEqual(rejected(expect.any(String)));
      expect(await post({ status: [0, 1] }, json)).toEqual(rejected(expect.any(String)));
      expect(await post({ TITLE: 'Another' }, json)).toEqual(rejected(expect.any(String)));
      expect(await post({ __proto__: { title: 'x' }, constructor: 1 }, json)).toMatchObject({
        STATUS: 'Success',
      });
    });

    it('takes numbers as JSON has them, and names in any letter case', async () => {
      const told = { TITLE: 2026, Body: 'x', PUBLISH_DATE: '2026-01-01', Agent_Id: 7, STATUS: 0 };
      expect(await write(server, held.key, told, { kind: 'json' })).toMatchObject({
        STATUS: 'Success',
        ITEM: [{ title: '2026', agent_id: '7', status: 0 }],
      });
    });

    it('is not published with status 0', async () => {
      const id = await posted({ status: 0 });
      expect(await server.get(held.key, `/blogs/${id}`)).toEqual([]);
      expect((await post({ status: -1 })).ITEM).toMatchObject([{ status: 1 }]);
    });

    it('belongs to agents that there are', async () => {
      expect((await post({ agent_id: 0 })).ITEM).toMatchObject([{ agent_id: '' }]);
      expect((await post({ agent_id: -1 })).ITEM).toMatchObject([{ agent_id: '' }]);
      expect((await post({ agent_id: 8 })).ITEM).toMatchObject([{ agent_id: '8' }]);
      expect(await post({ agent_id: 99 })).toEqual(rejected('Agent 99 does not exist.'));
      // A malformed value comes before an agent who does not exist.
      expect(await post({ agent_id: 99, publish_date: 'x' })).toEqual(
        rejected(expect.stringContaining('publish date')),
      );
    });
  });
});
