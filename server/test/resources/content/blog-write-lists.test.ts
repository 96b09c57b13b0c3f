import { describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { BLOG_BODIES, blogOf, rejected } from './blog-writing.js';
import { ids } from './reading.js';

forEachDatabase('labels and buildings of blog writes', (database) => {
  const server = serverFor(database);
  const { held, post, change, posted } = blogOf(server);

  describe('labels and buildings', () => {
    const carries = async (label: number) =>
      ids(server, held.key, `/blog/search/200?label=${label}`);
    /** The ids of the buildings that a post is about, which no read shows. */
    const buildingsOf = async (id: number) => {
      const tenant = await server.services.tenants.tenant('acme');
      const rows = await tenant?.database.db
        .selectFrom('blog_building')
        .select('building_id')
        .where('blog_id', '=', id)
        .orderBy('building_id')
        .execute();
      return rows?.map((row) => row.building_id);
    };

    it.each(BLOG_BODIES)('are a JSON array as text (%s)', async (kind) => {
      const told = { labels: ' ["1", 3, 3] ', buildings: '["12"]' };
      const id = (await post(told, { kind })).ITEM[0]?.id ?? 0;
      expect(await carries(1)).toContain(id);
      expect(await carries(3)).toContain(id);
      expect(await buildingsOf(id)).toEqual([12]);
    });

    it('may be an array in a JSON body', async () => {
      const json = { kind: 'json' } as const;
      const id = (await post({ labels: [1], Buildings: ['9', 12] }, json)).ITEM[0]?.id ?? 0;
      expect(await carries(1)).toContain(id);
      expect(await carries(3)).not.toContain(id);
      expect(await buildingsOf(id)).toEqual([9, 12]);
    });

    it.each([
      ['labels', '["News"]', '"News"'],
      ['labels', '[1, "x"]', '"x"'],
      ['labels', '[1, null]', '"null"'],
      ['labels', '[1, ""]', '""'],
      ['labels', '[1.5]', '"1.5"'],
      ['labels', '[0]', '"0"'],
      ['labels', '[-1]', '"-1"'],
      ['labels', '[1, true]', '"true"'],
      ['labels', '[9007199254740992]', '"9007199254740992"'],
      ['labels', '["1 or 1=1"]', '"1 or 1=1"'],
      ['buildings', '[9, "12b"]', '"12b"'],
      ['labels', '1,3', '"1,3"'],
      ['labels', '1', '"1"'],
      ['labels', '{"0": 1}', ''],
      ['labels', '[1', '"[1"'],
      ['labels', '[[1]]', ''],
      ['labels', '[{"id": 1}]', ''],
      ['buildings', 'null', '"null"'],
      ['labels', `[${'1,'.repeat(9999)}1]`, ''],
    ])('reject the whole post: %s %j', async (name, list, named) => {
      const before = await ids(server, held.key, '/blog/search/200');
      for (const kind of BLOG_BODIES) {
        const answer = await post({ [name]: list }, { kind });
        expect(answer).toEqual(rejected(expect.stringMatching(new RegExp(`^${name}: .*accepted`))));
        expect(answer.MESSAGE).toContain(named);
      }
      expect(await ids(server, held.key, '/blog/search/200')).toEqual(before);
    });

    it('reject what a JSON body may hold beyond an array of plain values', async () => {
      for (const labels of [[[1]], [{ id: 1 }], { id: 1 }, 1, true, ['[1]', '[3]']]) {
        expect(await post({ labels }, { kind: 'json' })).toEqual(
          rejected(expect.stringMatching(/^labels: .*accepted/)),
        );
      }
      const nested = async (depth: number) => {
        server.clock.advance(1100);
        const answer = await server.app.inject({
          method: 'POST',
          url: `/blog?apiKey=${held.key}`,
          headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
          payload: `{"title":"x","body":"x","publish_date":"2026-01-01","labels":${'['.repeat(depth)}1${']'.repeat(depth)}}`,
        });
        return [answer.statusCode, answer.json()];
      };
      expect(await nested(31)).toEqual([200, rejected(expect.any(String))]);
      for (const depth of [32, 200_000]) {
        const MESSAGE = 'The body is nested more than 32 levels deep.';
        expect(await nested(depth)).toEqual([
          200,
          { STATUS: 'Error', STATUS_CODE: '256', MESSAGE },
        ]);
      }
    });

    it('name the id that does not exist', async () => {
      expect(await post({ labels: '[1, 2, 99]' })).toEqual(
        rejected('labels: Blog label 2 does not exist.'),
      );
      expect(await post({ buildings: '[9, 10]' })).toEqual(
        rejected('buildings: Building 10 does not exist.'),
      );
      // Labels of another tenant are no labels here.
      await server.addTenant('other');
      await server.put('other', 'blog-labels', [{ id: 2, label: 'Elsewhere' }]);
      expect(await post({ labels: '[2]' })).toMatchObject({ STATUS: 'Error' });
    });

    it('change only when they are told, and an empty array takes them away', async () => {
      const id = await posted({ labels: '[1,3]', buildings: '[9]' });
      await change(id, { caption: 'x' });
      await change(id, { labels: '', buildings: '' });
      expect([await carries(1), await carries(3)]).toEqual([
        expect.arrayContaining([id]),
        expect.arrayContaining([id]),
      ]);
      await change(id, { labels: '[3]' });
      expect(await carries(1)).not.toContain(id);
      expect(await carries(3)).toContain(id);
      expect(await buildingsOf(id)).toEqual([9]);
      await change(id, { labels: [], buildings: '[]' }, { kind: 'json' });
      expect(await carries(3)).not.toContain(id);
      expect(await buildingsOf(id)).toEqual([]);
    });
  });
});
