import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { ids } from './content/reading.js';

const SCHOOLS = {
  id: 4,
  title: 'City schools',
  url: 'https://schools.example/?zone=2&lang=en',
  description: 'Find a school by address',
  category: 2,
  sort: 1,
};

forEachDatabase('links', (database) => {
  const server = serverFor(database);
  let key = '';
  let empty = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    await server.addTenant('bare');
    empty = await server.addKey('bare');
    await server.put('acme', 'link-categories', [
      { id: 3, name: 'Movers', sort: 1 },
      { id: 2, name: 'Schools', sort: 1 },
      { id: 9 },
    ]);
    await server.put('acme', 'links', [
      SCHOOLS,
      { id: 3, title: 'Parks', category: '3', sort: 1, url: '/parks' },
      { id: 2, title: 'Libraries', category: 2, sort: 7, url: 'www.library.example' },
      { id: 1 },
    ]);
  });

  it('GET /links answers all links by position, then by id', async () => {
    expect(await server.get(key, '/links')).toEqual([
      { id: 1, title: '', url: '', description: '', category: 0, sort: 0 },
      { id: 3, title: 'Parks', url: '/parks', description: '', category: 3, sort: 1 },
      SCHOOLS,
      {
        id: 2,
        title: 'Libraries',
        url: 'https://www.library.example',
        description: '',
        category: 2,
        sort: 7,
      },
    ]);
    expect(await server.get(empty, '/links')).toEqual([]);
  });

  it('GET /links/{category} answers the links of a category in their order', async () => {
    expect(await ids(server, key, '/links/2')).toEqual([4, 2]);
    expect(await ids(server, key, '/LINKS/3/')).toEqual([3]);
    expect(await server.get(key, '/links/9')).toEqual([]);
    expect(await server.get(key, '/links/77')).toEqual([]);
    expect(await server.get(empty, '/links/2')).toEqual([]);
    for (const path of ['/links/0', '/links/x', '/links/9007199254740992']) {
      await expect(server.get(key, path), path).rejects.toThrow('404');
    }
  });

  it('GET /links/categories answers all categories by position, then by id', async () => {
    expect(await server.get(key, '/links/categories')).toEqual([
      { id: 9, name: '', sort: 0 },
      { id: 2, name: 'Schools', sort: 1 },
      { id: 3, name: 'Movers', sort: 1 },
    ]);
    expect(await server.get(key, '/Links/Categories/')).toHaveLength(3);
    expect(await server.get(empty, '/links/categories')).toEqual([]);
  });

  it('keeps what an update does not tell', async () => {
    await server.addTenant('changing');
    const changing = await server.addKey('changing');
    await server.put('changing', 'links', [SCHOOLS]);
    await server.put('changing', 'links', [{ id: 4, category: 3 }]);
    expect(await server.get(changing, '/links/2')).toEqual([]);
    expect(await server.get(changing, '/links/3')).toEqual([{ ...SCHOOLS, category: 3 }]);
    await server.put('changing', 'link-categories', [{ id: 1, name: 'A', sort: 5 }]);
    await server.put('changing', 'link-categories', [{ id: 1, name: 'B' }]);
    expect(await server.get(changing, '/links/categories')).toEqual([
      { id: 1, name: 'B', sort: 5 },
    ]);
  });

  it.each([
    ['url', { id: 8, url: 'javascript:alert(1)' }],
    ['url', { id: 8, url: '\u00a0java\u0000script:alert(1)' }],
    ['url', { id: 8, url: 'java\tscript:alert(1)' }],
    ['url', { id: 8, url: 'DATA:text/html;base64,AAAA' }],
    ['category', { id: 8, category: 'Schools' }],
    ['sort', { id: 8, sort: -1 }],
  ])('refuses a link with a wrong %s', async (field, record) => {
    await expect(server.put('acme', 'links', [record])).rejects.toMatchObject({ field });
  });

  it('takes addresses that only look like one that runs a script', async () => {
    const urls = ['https://example.com/javascript:x', 'javascripts.example', 'mailto:a@b.example'];
    await server.addTenant('harmless');
    const harmless = await server.addKey('harmless');
    await server.put(
      'harmless',
      'links',
      urls.map((url, index) => ({ id: index + 1, url })),
    );
    const answer = (await server.get(harmless, '/links')) as { url: string }[];
    expect(answer.map(({ url }) => url)).toEqual([urls[0], 'https://javascripts.example', urls[2]]);
  });
});
