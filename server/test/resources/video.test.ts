import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { expectMalformed, ids, NO_MONTHS } from './content/reading.js';

const TOUR = {
  id: 1,
  date_create: 'March, 08 2026 03:30:00',
  description: 'A walk\nthrough the house',
  embed: 'https://video.example/embed/abc?rel=0',
  image: 'thumbs/abc.jpg',
  sort: 5,
  title: 'A tour of the house',
};

forEachDatabase('videos', (database) => {
  const server = serverFor(database);
  let key = '';
  let empty = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    await server.addTenant('bare');
    empty = await server.addKey('bare');
    await server.put('acme', 'videos', [
      { ...TOUR, agentid: 7 },
      { id: 2, title: 'Tour_2', date_create: '2026-03-31 23:59:59', agentid: '7', sort: 0 },
      { id: 3, title: 'TOUR 3', date_create: '2026-04-01', agentid: 7, sort: 5 },
      { id: 4 },
      { id: 5, title: 'Łódź', date_create: '2026-03-31 23:59:59', agentid: 7 },
      { id: 6, title: '100% real', date_create: '2025-12-31 23:59:59', agentid: 8, sort: 1 },
    ]);
  });

  describe('GET /videos/{id}', () => {
    it('answers one video, field by field', async () => {
      expect(await server.get(key, '/videos/1')).toEqual([TOUR]);
    });

    it('answers empty values where only the id was told, and position 999', async () => {
      expect(await server.get(key, '/videos/4')).toEqual([
        { id: 4, date_create: '', description: '', embed: '', image: '', sort: 999, title: '' },
      ]);
    });

    it('answers nothing of an id that there is not', async () => {
      expect(await server.get(key, '/videos/7')).toEqual([]);
      expect(await server.get(empty, '/videos/1')).toEqual([]);
      for (const path of ['/videos/0', '/videos/x', '/videos', '/videos/search']) {
        await expect(server.get(key, path), path).rejects.toThrow('404');
      }
    });
  });

  describe('GET /videos/search/{count}', () => {
    it('answers the newest first, equal dates by id, no date last', async () => {
      expect(await ids(server, key, '/videos/search/9')).toEqual([3, 2, 5, 1, 6, 4]);
      expect(await server.get(empty, '/videos/search/9')).toEqual([]);
    });

    it('answers the record of the single read', async () => {
      expect(await server.get(key, '/videos/search/1?keyword=house')).toEqual([TOUR]);
    });

    it('answers as many as are asked for, none for 0 and 200 at the most', async () => {
      expect(await ids(server, key, '/videos/search/2')).toEqual([3, 2]);
      expect(await server.get(key, '/videos/search/0')).toEqual([]);
      await server.addTenant('famous');
      const famous = await server.addKey('famous');
      const videos = Array.from({ length: 201 }, (_, index) => ({ id: index + 1 }));
      await server.put('famous', 'videos', videos);
      const first = Array.from({ length: 200 }, (_, index) => index + 1);
      expect(await ids(server, famous, '/videos/search/201')).toEqual(first);
    });

    it.each([
      ['keyword=tour', [3, 2, 1]],
      ['keyword=TOUR_', [2]],
      ['keyword=%25', [6]],
      ['keyword=łÓDŹ', [5]],
      ['keyword=walk', []],
      ['keyword=%00', []],
      ['keyword=', [3, 2, 5, 1, 6, 4]],
      ['month_year=3-2026', [2, 5, 1]],
      ['month_year=04-2026', [3]],
      ['month_year=12-2025', [6]],
      ['month_year=1-2026', []],
      ['month_year=3-2026&keyword=tour', [2, 1]],
    ])('%s finds %j', async (query, found) => {
      expect(await ids(server, key, `/videos/search/9?${query}`)).toEqual(found);
    });

    it('answers malformed parameters with 256', async () => {
      for (const month of NO_MONTHS) {
        const path = `/videos/search/9?month_year=${encodeURIComponent(month)}`;
        await expectMalformed(server, key, path, 'month_year');
      }
      const long = 'a'.repeat(201);
      await expectMalformed(server, key, `/videos/search/9?keyword=${long}`, 'keyword');
    });
  });

  describe('GET /agents/videos/{id}', () => {
    it("answers an agent's videos by position, then by id", async () => {
      expect(await ids(server, key, '/agents/videos/7')).toEqual([2, 1, 3, 5]);
      expect(await server.get(key, '/agents/videos/8')).toEqual([
        {
          id: 6,
          date_create: 'December, 31 2025 23:59:59',
          description: '',
          embed: '',
          image: '',
          sort: 1,
          title: '100% real',
        },
      ]);
      expect(await server.get(key, '/agents/videos/9')).toEqual([]);
      await expect(server.get(key, '/agents/videos/0')).rejects.toThrow('404');
    });
  });

  describe('import', () => {
    it('keeps what an update does not tell', async () => {
      await server.addTenant('changing');
      const changing = await server.addKey('changing');
      await server.put('changing', 'videos', [{ ...TOUR, agentid: 7 }]);
      await server.put('changing', 'videos', [{ id: 1, title: 'Renamed' }]);
      const renamed = [{ ...TOUR, title: 'Renamed' }];
      expect(await server.get(changing, '/agents/videos/7')).toEqual(renamed);
      expect(await server.get(changing, '/videos/search/1?keyword=RENAMED')).toEqual(renamed);
      expect(await server.get(changing, '/videos/search/1?keyword=tour')).toEqual([]);
    });

    it.each([
      ['sort', { id: 1, sort: 1.5 }],
      ['agentid', { id: 1, agentid: 'Ann' }],
      ['date_create', { id: 1, date_create: '13/01/2026' }],
      ['embed', { id: 1, embed: 'javascript:alert(1)' }],
    ])('refuses a record with a wrong %s', async (field, record) => {
      await expect(server.put('acme', 'videos', [record])).rejects.toMatchObject({ field });
    });
  });
});
