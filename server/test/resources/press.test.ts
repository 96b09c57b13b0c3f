import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { expectMalformed, ids, NO_MONTHS, records } from './content/reading.js';

const AWARD = {
  id: 11,
  agent_id: 7,
  author: 'R. Porter',
  body: '<p>Best of the year</p>',
  date_create: 'November, 02 2026 09:30:00',
  date_publish: 'October, 31 2026 23:59:59',
  filename: 'clippings/award 2026.pdf',
  logo: 'gazette.png',
  publicationname: 'The Gazette',
  sub_title: 'A brokerage of 12 wins',
  title: 'Brokers of the year',
  type: 'Award',
  url: 'https://gazette.example/2026/brokers?page=1&x=y',
};

const BARE = {
  id: 16,
  agent_id: 0,
  author: '',
  body: '',
  date_create: '',
  date_publish: '',
  filename: '',
  logo: '',
  publicationname: '',
  sub_title: '',
  title: '',
  type: 'Article',
  url: '',
};

forEachDatabase('press articles', (database) => {
  const server = serverFor(database);
  let key = '';
  let empty = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    await server.addTenant('bare');
    empty = await server.addKey('bare');
    await server.put('acme', 'press', [
      AWARD,
      {
        id: 12,
        title: '100% sold',
        sub_title: 'Über Nacht',
        type: 'video',
        agent_id: '8',
        date_publish: '11/01/2026',
        date_create: '2026-10-01',
      },
      { id: 13, title: 'Sold out', agent_id: 7, date_publish: '2026-11-01 00:00:00' },
      { id: 14, title: 'Old', sub_title: 'SOLD_', date_publish: '2026-12-01T04:59:59Z' },
      { id: 15, title: 'Next', agent_id: 9, date_publish: '2026-12-01T05:00:00Z', type: 'ARTICLE' },
      { id: 16 },
      { id: 17, title: 'Filed only', date_create: '2026-11-05' },
    ]);
  });

  describe('GET /press/{id}', () => {
    it('answers one article, field by field', async () => {
      expect(await server.get(key, '/press/11')).toEqual([AWARD]);
    });

    it('answers empty values where only the id was told', async () => {
      expect(await server.get(key, '/press/16')).toEqual([BARE]);
    });

    it('answers the three types in the spelling of the interface', async () => {
      const types = (await records(server, key, '/press/search/9')).map(({ id, type }) => [
        id,
        type,
      ]);
      expect(new Map(types as [number, string][])).toEqual(
        new Map([
          [11, 'Award'],
          [12, 'Video'],
          [13, 'Article'],
          [14, 'Article'],
          [15, 'Article'],
          [16, 'Article'],
          [17, 'Article'],
        ]),
      );
    });

    it('answers nothing of an id that there is not', async () => {
      expect(await server.get(key, '/press/1')).toEqual([]);
      expect(await server.get(empty, '/press/11')).toEqual([]);
      for (const path of ['/press/0', '/press/x', '/press', '/press/search']) {
        await expect(server.get(key, path), path).rejects.toThrow('404');
      }
    });
  });

  describe('GET /press/search/{count}', () => {
    it('answers the newest publication first, equal dates by id, no date last', async () => {
      expect(await ids(server, key, '/press/search/50')).toEqual([15, 14, 12, 13, 11, 16, 17]);
      expect(await server.get(empty, '/press/search/50')).toEqual([]);
    });

    it('answers the record of the single read', async () => {
      expect(await server.get(key, '/press/search/1?keyword=brokers')).toEqual([AWARD]);
    });

    it('answers as many as are asked for, none for 0 and 200 at the most', async () => {
      expect(await ids(server, key, '/press/search/2')).toEqual([15, 14]);
      expect(await server.get(key, '/press/search/0')).toEqual([]);
      await server.addTenant('famous');
      const famous = await server.addKey('famous');
      const articles = Array.from({ length: 201 }, (_, index) => ({ id: index + 1 }));
      await server.put('famous', 'press', articles);
      const first = Array.from({ length: 200 }, (_, index) => index + 1);
      expect(await ids(server, famous, '/press/search/201')).toEqual(first);
    });

    it.each([
      ['SOLD', [14, 12, 13]],
      ['sold_', [14]],
      ['%25', [12]],
      ['wins', [11]],
      ['ÜBER', [12]],
      ['gazette', []],
      ['%00', []],
      ['of+the', [11]],
      ['', [15, 14, 12, 13, 11, 16, 17]],
    ])('keyword=%s finds %j in title or subtitle', async (keyword, found) => {
      expect(await ids(server, key, `/press/search/50?keyword=${keyword}`)).toEqual(found);
    });

    it.each([
      ['11-2026', [14, 12, 13]],
      ['10-2026', [11]],
      ['12-2026', [15]],
      ['09-2026', []],
    ])('month_year=%s finds %j by the month of publication', async (month, found) => {
      expect(await ids(server, key, `/press/search/50?month_year=${month}`)).toEqual(found);
    });

    it.each([
      ['agent_id=7', [13, 11]],
      ['agent_id=7,9', [15, 13, 11]],
      ['agent_id=7&agent_id=9', [15, 13, 11]],
      ['agent_id=%207%20,%20,9', [15, 13, 11]],
      ['Agent_ID=8', [12]],
      ['agent_id=99', []],
      ['agent_id=', [15, 14, 12, 13, 11, 16, 17]],
      ['agent_id=7&keyword=sold&month_year=11-2026', [13]],
    ])('%s finds %j', async (query, found) => {
      expect(await ids(server, key, `/press/search/50?${query}`)).toEqual(found);
    });

    it('answers malformed parameters with 256', async () => {
      for (const month of NO_MONTHS) {
        const path = `/press/search/9?month_year=${encodeURIComponent(month)}`;
        await expectMalformed(server, key, path, 'month_year');
      }
      const many = Array.from({ length: 501 }, (_, index) => index + 1).join();
      for (const agents of ['0', 'x', '1;2', '-1', '1.5', '9007199254740992', many]) {
        await expectMalformed(server, key, `/press/search/9?agent_id=${agents}`, 'agent_id');
      }
      const long = 'a'.repeat(201);
      await expectMalformed(server, key, `/press/search/9?keyword=${long}`, 'keyword');
      await expectMalformed(server, key, '/press/search/9?keyword=a&KEYWORD=b', 'keyword');
    });
  });

  describe('import', () => {
    it('keeps what an update does not tell', async () => {
      await server.addTenant('changing');
      const changing = await server.addKey('changing');
      await server.put('changing', 'press', [AWARD]);
      await server.put('changing', 'press', [{ id: 11, title: 'Renamed', author: null }]);
      const renamed = [{ ...AWARD, title: 'Renamed' }];
      expect(await server.get(changing, '/press/11')).toEqual(renamed);
      expect(await server.get(changing, '/press/search/1?keyword=renamed')).toEqual(renamed);
      expect(await server.get(changing, '/press/search/1?keyword=brokers')).toEqual([]);
      expect(await server.get(changing, '/press/search/1?keyword=brokerage')).toEqual(renamed);
    });

    it.each([
      ['type', { id: 1, type: 'Interview' }],
      ['date_publish', { id: 1, date_publish: 'soon' }],
      ['agent_id', { id: 1, agent_id: 'Ann' }],
      ['url', { id: 1, url: 'javascript:alert(1)' }],
      ['url', { id: 1, url: ' \u0001JaVa\nScript\t:alert(1)' }],
      ['url', { id: 1, url: 'data:text/html,<script>alert(1)</script>' }],
      ['url', { id: 1, url: 'VBScript:x' }],
    ])('refuses a record with a wrong %s: %j', async (field, record) => {
      await expect(server.put('acme', 'press', [record])).rejects.toMatchObject({ field });
      expect(await server.get(key, '/press/1')).toEqual([]);
    });
  });
});
