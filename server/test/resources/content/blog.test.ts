import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { expectMalformed, ids, NO_MONTHS, records } from './reading.js';

const SPRING = {
  id: 1,
  author: 'Ann Able',
  body: '<p>Bonds &amp; <b>houses</b></p>\n<script>kept()</script>',
  caption: 'The park in bloom',
  date_create: 'April, 01 2014 00:00:00',
  image: '2014/spring one.jpg',
  title: 'Spring market',
};

forEachDatabase('blog posts', (database) => {
  const server = serverFor(database);
  let key = '';
  let empty = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    await server.addTenant('bare');
    empty = await server.addKey('bare');
    await server.put('acme', 'blog-labels', [
      { id: 3, label: 'Market' },
      { id: 1, label: 'News' },
      { id: 2 },
    ]);
    await server.put('acme', 'blogs', [
      { ...SPRING, friendly: 'spring', agent_id: '7', labels: [1, 3], buildings: [9] },
      { id: 2, title: '50% off', date_create: '2014-04-01T03:59:59Z', labels: '3', agent_id: 7 },
      { id: 3, title: 'Hidden', date_create: '2014-04-15', status: 0, labels: [3], agent_id: 7 },
      { id: 4, title: 'ÉCOLE Straße', date_create: '2014-05-01T03:59:59Z', labels: '[3]' },
      { id: 5, title: 'C:\\homes', date_create: '05/01/2014', agent_id: 8 },
      { id: 6, title: '50_off', date_create: '2014-04-30 23:59:59', agent_id: '' },
      { id: 7 },
      { id: 8, title: 'ΟΔΟΣ ΑΘΗΝΩΝ', date_create: 'December, 31 2013 23:59:59' },
      { id: 9, title: 'Before the epoch', date_create: '1969-07-20 16:17:40', agent_id: 7 },
    ]);
  });

  describe('GET /blogs/{id}', () => {
    it('answers one published post, field by field', async () => {
      expect(await server.get(key, '/blogs/1')).toEqual([SPRING]);
    });

    it('answers empty values where only the id was told, and takes the post for published', async () => {
      expect(await server.get(key, '/blogs/7')).toEqual([
        { id: 7, author: '', body: '', caption: '', date_create: '', image: '', title: '' },
      ]);
    });

    it('answers no unpublished post and none of an id that there is not', async () => {
      expect(await server.get(key, '/blogs/3')).toEqual([]);
      expect(await server.get(key, '/blogs/10')).toEqual([]);
      expect(await server.get(key, '/blogs/9007199254740991')).toEqual([]);
      expect(await server.get(empty, '/blogs/1')).toEqual([]);
    });

    it('is not at the address of what is no id', async () => {
      for (const path of ['/blogs/0', '/blogs/x', '/blogs/9007199254740992', '/blogs']) {
        await expect(server.get(key, path), path).rejects.toThrow('404');
      }
    });

    it('prints the date by the clock of the client', async () => {
      await server.addTenant('tokyo', { time_zone: 'Asia/Tokyo' });
      const tokyo = await server.addKey('tokyo');
      await server.put('tokyo', 'blogs', [
        { id: 1, date_create: '2014-03-31T14:59:59Z' },
        { id: 2, date_create: '2014-03-31T15:00:00Z' },
      ]);
      expect(await records(server, tokyo, '/blog/search/9')).toMatchObject([
        { id: 2, date_create: 'April, 01 2014 00:00:00' },
        { id: 1, date_create: 'March, 31 2014 23:59:59' },
      ]);
      expect(await ids(server, tokyo, '/blog/search/9?month_year=4-2014')).toEqual([2]);
      expect(await ids(server, tokyo, '/blog/search/9?month_year=3-2014')).toEqual([1]);
    });
  });

  describe('GET /blogs/labels', () => {
    it('answers every label, by id', async () => {
      expect(await server.get(key, '/blogs/labels')).toEqual([
        { id: 1, label: 'News' },
        { id: 2, label: '' },
        { id: 3, label: 'Market' },
      ]);
      expect(await server.get(empty, '/Blogs/Labels/')).toEqual([]);
    });
  });

  describe('GET /blog/search/{count}', () => {
    it('answers published posts, newest first, equal dates by id, no date last', async () => {
      expect(await ids(server, key, '/blog/search/100')).toEqual([5, 4, 6, 1, 2, 8, 9, 7]);
      expect(await server.get(empty, '/blog/search/100')).toEqual([]);
    });

    it('answers the record of the single read', async () => {
      expect(await server.get(key, '/blog/search/1?label=spring')).toEqual([SPRING]);
    });

    it('answers as many as are asked for, and none for 0', async () => {
      expect(await ids(server, key, '/blog/search/3')).toEqual([5, 4, 6]);
      expect(await server.get(key, '/blog/search/0')).toEqual([]);
      await expect(server.get(key, '/blog/search/-1')).rejects.toThrow('404');
      await expect(server.get(key, '/blog/search')).rejects.toThrow('404');
    });

    it('answers 200 at the most', async () => {
      await server.addTenant('prolific');
      const prolific = await server.addKey('prolific');
      const posts = Array.from({ length: 205 }, (_, index) => ({
        id: index + 1,
        date_create: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
      }));
      await server.put('prolific', 'blogs', posts);
      const newest = Array.from({ length: 200 }, (_, index) => 205 - index);
      expect(await ids(server, prolific, '/blog/search/200')).toEqual(newest);
      expect(await ids(server, prolific, '/blog/search/201')).toEqual(newest);
      expect(await ids(server, prolific, '/blog/search/9007199254740991')).toEqual(newest);
    });

    it.each([
      ['1', [1]],
      ['3', [4, 1, 2]],
      ['003', [4, 1, 2]],
      ['2', []],
      ['77', []],
      ['9007199254740991', []],
      ['0', [5, 4, 6, 1, 2, 8, 9, 7]],
      ['', [5, 4, 6, 1, 2, 8, 9, 7]],
      ['%20', [5, 4, 6, 1, 2, 8, 9, 7]],
      ['SPRING', [1]],
      ['g+mark', [1]],
      ['%25', [2]],
      ['50_', [6]],
      ['_', [6]],
      ['50', []],
      ['%5C', [5]],
      ['c:%5CHOMES', [5]],
      ['école', [4]],
      ['e\u0301cole', [4]],
      ['STRASSE', [4]],
      ['straße', [4]],
      ['οδος', [8]],
      ['ΟΔΟΣ', [8]],
      ['αθηνών', []],
      ['hidden', []],
      ['Able', []],
      ['spring%00', []],
      ["spring' or 1=1 --", []],
    ])('label=%s finds %j', async (label, found) => {
      expect(await ids(server, key, `/blog/search/100?label=${label}`)).toEqual(found);
    });

    it.each([
      ['4-2014', [4, 6, 1]],
      ['04-2014', [4, 6, 1]],
      ['%204-2014%20', [4, 6, 1]],
      ['3-2014', [2]],
      ['5-2014', [5]],
      ['12-2013', [8]],
      ['1-2014', []],
      ['7-1969', [9]],
      ['12-9999', []],
      ['', [5, 4, 6, 1, 2, 8, 9, 7]],
    ])('month_year=%s finds %j', async (month, found) => {
      expect(await ids(server, key, `/blog/search/100?month_year=${month}`)).toEqual(found);
    });

    it('narrows by each parameter, in any letter case of its name', async () => {
      expect(await ids(server, key, '/blog/search/9?LABEL=3&Month_Year=4-2014')).toEqual([4, 1]);
      expect(await ids(server, key, '/Blog/Search/1/?label=3&month_year=4-2014')).toEqual([4]);
      expect(await ids(server, key, '/blog/search/9?keyword=spring&other=1')).toHaveLength(8);
    });

    it('answers malformed parameters with 256', async () => {
      for (const month of NO_MONTHS) {
        const path = `/blog/search/9?month_year=${encodeURIComponent(month)}`;
        await expectMalformed(server, key, path, 'month_year');
      }
      await expectMalformed(server, key, '/blog/search/0?month_year=x', 'month_year');
      const long = 'a'.repeat(201);
      await expectMalformed(server, key, `/blog/search/9?label=${long}`, 'label');
      await expectMalformed(server, key, '/blog/search/9?label=9007199254740992', 'label');
      await expectMalformed(server, key, '/blog/search/9?label=1&label=3', 'label');
    });
  });

  describe('GET /agents/blog/{id}', () => {
    it("answers an agent's published posts, newest first", async () => {
      expect(await ids(server, key, '/agents/blog/7')).toEqual([1, 2, 9]);
      expect(await server.get(key, '/agents/blog/8')).toEqual([
        {
          id: 5,
          author: '',
          body: '',
          caption: '',
          date_create: 'May, 01 2014 00:00:00',
          image: '',
          title: 'C:\\homes',
        },
      ]);
      expect(await server.get(key, '/agents/blog/99')).toEqual([]);
      await expect(server.get(key, '/agents/blog/0')).rejects.toThrow('404');
    });
  });

  describe('import', () => {
    it('keeps what an update does not tell, and replaces lists that it tells', async () => {
      await server.addTenant('changing');
      const changing = await server.addKey('changing');
      await server.put('changing', 'blogs', [{ ...SPRING, labels: [1, 3, 3], agent_id: 7 }]);
      await server.put('changing', 'blogs', [{ id: 1, title: 'Autumn market' }]);
      const path = '/blog/search/9?label=';
      expect(await server.get(changing, `${path}3`)).toEqual([
        { ...SPRING, title: 'Autumn market' },
      ]);
      expect(await ids(server, changing, `${path}autumn`)).toEqual([1]);
      expect(await ids(server, changing, `${path}spring`)).toEqual([]);
      expect(await ids(server, changing, '/agents/blog/7')).toEqual([1]);

      await server.put('changing', 'blogs', [{ id: 1, labels: ['3', 4], agent_id: '' }]);
      expect(await ids(server, changing, `${path}1`)).toEqual([]);
      expect(await ids(server, changing, `${path}3`)).toEqual([1]);
      expect(await ids(server, changing, `${path}4`)).toEqual([1]);
      expect(await ids(server, changing, '/agents/blog/7')).toEqual([]);

      await server.put('changing', 'blogs', [{ id: 1, labels: [] }]);
      expect(await ids(server, changing, `${path}3`)).toEqual([]);
      await server.put('changing', 'blogs', [{ id: 1, status: '0' }]);
      expect(await ids(server, changing, '/blog/search/9')).toEqual([]);
    });

    it.each([
      ['id', { id: 0 }],
      ['id', { title: 'No id' }],
      ['date_create', { id: 1, date_create: '2014-02-30' }],
      ['status', { id: 1, status: 'draft' }],
      ['agent_id', { id: 1, agent_id: -1 }],
      ['labels', { id: 1, labels: ['News'] }],
      ['labels', { id: 1, labels: [0] }],
      ['buildings', { id: 1, buildings: '1;2' }],
      ['title', { id: 1, title: ['a'] }],
      ['friendly', { id: 1, friendly: 'ü'.repeat(501) }],
    ])('refuses a record with a wrong %s', async (field, record) => {
      await expect(server.put('acme', 'blogs', [record])).rejects.toMatchObject({ field });
    });
  });
});
