import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { expectMalformed, ids } from './content/reading.js';

const FORM = {
  id: 3,
  title: 'Application form',
  filename: 'forms/application 2026.pdf',
  category: 'Rentals',
  date_create: 'June, 01 2026 08:00:00',
  sort: 4,
};

forEachDatabase('documents', (database) => {
  const server = serverFor(database);
  let key = '';
  let many = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    await server.put('acme', 'docs', [
      FORM,
      { id: 1, title: 'Older', date_create: '2025-06-01' },
      { id: 2 },
      { id: 5, title: 'Newest', date_create: '2026-07-01' },
      { id: 4, title: 'Same minute', date_create: '2026-06-01 08:00:00' },
    ]);
    await server.addTenant('archive');
    many = await server.addKey('archive');
    const filed = Array.from({ length: 45 }, (_, index) => ({
      id: index + 1,
      date_create: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
    }));
    await server.put('archive', 'docs', filed);
  });

  it('answers a plain list, field by field', async () => {
    expect(await server.get(key, '/docs/search?id=3')).toEqual([FORM]);
  });

  it('answers empty values where only the id was told', async () => {
    expect(await server.get(key, '/docs/search?id=2')).toEqual([
      { id: 2, title: '', filename: '', category: '', date_create: '', sort: 0 },
    ]);
  });

  it('answers nothing where there is nothing', async () => {
    await server.addTenant('bare');
    expect(await server.get(await server.addKey('bare'), '/docs/search')).toEqual([]);
    expect(await server.get(key, '/docs/search?id=77')).toEqual([]);
    await expect(server.get(key, '/docs')).rejects.toThrow('404');
    await expect(server.get(key, '/docs/3')).rejects.toThrow('404');
  });

  it.each([
    ['', [5, 3, 4, 1, 2]],
    ['order=desc', [5, 3, 4, 1, 2]],
    ['Order=ASC', [2, 1, 3, 4, 5]],
    ['limit=2', [5, 3]],
    ['limit=2&page=2', [4, 1]],
    ['limit=2&page=3', [2]],
    ['limit=2&page=4', []],
    ['page=9007199254740991', []],
    ['order=asc&limit=1&page=2', [1]],
    ['id=0', [5, 3, 4, 1, 2]],
    ['id=0&id=0', [5, 3, 4, 1, 2]],
    ['id=', [5, 3, 4, 1, 2]],
    ['id=4', [4]],
    ['id=1,5,77', [5, 1]],
    ['id=1&id=5', [5, 1]],
    ['id=1,5&order=asc', [1, 5]],
    ['id=1,5&limit=1&page=2', [1]],
  ])('%s finds %j', async (query, found) => {
    expect(await ids(server, key, `/docs/search?${query}`)).toEqual(found);
  });

  it('answers 40 a page, at the most', async () => {
    const newest = Array.from({ length: 45 }, (_, index) => 45 - index);
    expect(await ids(server, many, '/docs/search')).toEqual(newest.slice(0, 40));
    expect(await ids(server, many, '/docs/search?limit=41')).toEqual(newest.slice(0, 40));
    expect(await ids(server, many, '/docs/search?limit=1000&page=2')).toEqual(newest.slice(40));
    expect(await ids(server, many, '/docs/search?limit=20&page=2')).toEqual(newest.slice(20, 40));
    expect(await ids(server, many, '/docs/search?limit=7')).toEqual(newest.slice(0, 7));
  });

  it('answers malformed parameters with 256', async () => {
    const wrong: Record<string, string[]> = {
      order: ['up', 'desc,asc'],
      limit: ['0', '-1', 'x', '1.5'],
      page: ['0', '-1', 'x', '1.5', '9007199254740992'],
      id: ['x', '-1', '0,5', '5,0', '1.5', '9007199254740992'],
    };
    for (const [param, values] of Object.entries(wrong)) {
      for (const value of values) {
        await expectMalformed(server, key, `/docs/search?${param}=${value}`, param);
      }
    }
  });

  it('keeps what an update does not tell', async () => {
    await server.addTenant('changing');
    const changing = await server.addKey('changing');
    await server.put('changing', 'docs', [FORM]);
    await server.put('changing', 'docs', [{ id: 3, category: 12 }]);
    expect(await server.get(changing, '/docs/search')).toEqual([{ ...FORM, category: '12' }]);
  });

  it('refuses records with a wrong field', async () => {
    const put = (record: object) => server.put('acme', 'docs', [record]);
    await expect(put({ id: 9, sort: 'first' })).rejects.toMatchObject({ field: 'sort' });
    await expect(put({ id: 9, date_create: '2026' })).rejects.toMatchObject({
      field: 'date_create',
    });
    await expect(put({ title: 'No id' })).rejects.toMatchObject({ field: 'id' });
  });
});
