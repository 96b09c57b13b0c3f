import type { ResourceName } from 'portico-importer/resource.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentEndpoints } from '../../../src/endpoints.js';
import { forEachDatabase } from '../../rig/databases.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';

/** A question that finds all that there is, for every path of the family. */
const QUESTIONS: Readonly<Record<string, string>> = {
  '/blogs/{id}': '/blogs/1',
  '/blogs/labels': '/blogs/labels',
  '/blog/search/{count}': '/blog/search/200?label=4&month_year=5-2026',
  '/agents/blog/{id}': '/agents/blog/7',
  '/press/{id}': '/press/1',
  '/press/search/{count}': '/press/search/200?keyword=t&month_year=5-2026&agent_id=7,8',
  '/videos/{id}': '/videos/1',
  '/videos/search/{count}': '/videos/search/200?keyword=t&month_year=5-2026',
  '/agents/videos/{id}': '/agents/videos/7',
  '/labels': '/labels',
  '/labels/{id}': '/labels/1',
  '/docs/search': '/docs/search?order=asc&limit=40&page=1',
  '/links': '/links',
  '/links/{category}': '/links/2',
  '/links/categories': '/links/categories',
};

/** The paths that answer one record at the most. */
const SINGLE: ReadonlySet<string> = new Set([
  '/blogs/{id}',
  '/press/{id}',
  '/videos/{id}',
  '/labels/{id}',
]);

/** Records that every one of the questions finds. */
function shelf(size: number): Partial<Record<ResourceName, object[]>> {
  const numbered = (record: object) =>
    Array.from({ length: size }, (_, index) => ({ id: index + 1, ...record }));
  return {
    labels: numbered({ labelname: 'Label' }),
    'blog-labels': numbered({ label: 'Label' }),
    blogs: numbered({ title: 'T', date_create: '2026-05-05', agent_id: 7, labels: [4] }),
    press: numbered({ title: 'T', date_publish: '2026-05-05', agent_id: 7 }),
    videos: numbered({ title: 'T', date_create: '2026-05-05', agentid: 7 }),
    docs: numbered({ title: 'T' }),
    'link-categories': numbered({ name: 'N' }),
    links: numbered({ title: 'T', category: 2 }),
  };
}

forEachDatabase('reads of content', (database) => {
  const server = serverFor(database);
  const keys = new Map<number, string>();

  beforeAll(async () => {
    for (const size of [1, 40]) {
      await server.addTenant(`shelf${size}`);
      keys.set(size, await server.addKey(`shelf${size}`));
      for (const [resource, records] of Object.entries(shelf(size))) {
        await server.put(`shelf${size}`, resource as ResourceName, records);
      }
    }
  });

  it('asks every endpoint of the family', () => {
    const reads = contentEndpoints.filter(({ method }) => method === 'GET');
    expect(Object.keys(QUESTIONS).sort()).toEqual(reads.map(({ path }) => path).sort());
  });

  describe.each(Object.entries(QUESTIONS))('GET %s', (path, question) => {
    it('costs the same few statements, however many records it answers', async () => {
      const costs = new Map<number, string[]>();
      const answered = new Map<number, number>();
      for (const [size, key] of keys) {
        let answer: unknown;
        const statements = await statementsOf(server, `shelf${size}`, async () => {
          answer = await server.get(key, question);
        });
        costs.set(size, statements);
        answered.set(size, (answer as unknown[]).length);
      }
      expect(answered.get(1)).toBe(1);
      expect(answered.get(40)).toBe(SINGLE.has(path) ? 1 : 40);
      expect(costs.get(40)).toHaveLength(costs.get(1)?.length ?? 0);
      expect(costs.get(40)?.length).toBeLessThanOrEqual(3);
    });

    it('is answered with 304 until something is written', async () => {
      const url = `${question}${question.includes('?') ? '&' : '?'}apiKey=${keys.get(1)}`;
      const headers = { 'x-forwarded-proto': 'https' };
      server.clock.advance(1100);
      const first = await server.app.inject({ url, headers });
      expect(first.statusCode).toBe(200);
      const { etag } = first.headers;
      const again = () =>
        server.app.inject({ url, headers: { ...headers, 'if-none-match': String(etag) } });
      expect((await again()).statusCode).toBe(304);
      // A record that is there as it is moves no tag.
      await server.put('shelf1', 'links', [{ id: 1, title: `T ${server.clock.now()}` }]);
      expect((await again()).statusCode).toBe(200);
    });
  });
});
