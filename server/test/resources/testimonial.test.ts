import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { statementsOf } from '../rig/queries.js';
import { serverFor } from '../rig/server.js';

interface Page {
  readonly TOTAL_COUNT: number;
  readonly TESTIMONIALS: readonly { readonly id: number; readonly rownum: number }[];
}

forEachDatabase('testimonials', (database) => {
  const server = serverFor(database);
  let key = '';
  let many = '';

  const search = (query: string, by = key) =>
    server.get(by, `/agents/testimonialsSearch?${query}`) as Promise<Page>;
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.addTenant('many', { time_zone: 'America/Chicago' });
    key = await server.addKey('acme');
    many = await server.addKey('many');
    await server.put('acme', 'testimonials', [
      {
        id: 1,
        commentor: 'A happy tenant',
        content: 'Found it in a week.\nThank you!',
        date_create: 'November, 20 2026 14:05:09',
        image: 'tenant.jpg',
        title: 'Quick',
        agentid: 12,
        rownum: 44,
      },
      { id: 2, agentid: 12, date_create: '2025-01-02 03:04:05', teamid: 5 },
      { id: 3, agentid: 13, date_create: '2026-06-01T12:00:00Z' },
      { id: 4, teamid: 5 },
      { id: 5, teamid: 5, date_create: '2025-01-02 03:04:05' },
    ]);
    await server.put(
      'many',
      'testimonials',
      from(1, 45).map((id) => ({ id, date_create: `2026-01-01 00:00:${59 - (id % 30)}` })),
    );
  });

  it('of an agent are listed oldest first, with the six fields of a read', async () => {
    expect(await server.get(key, '/agents/testimonials/12')).toEqual([
      {
        commentor: '',
        content: '',
        date_create: 'January, 02 2025 03:04:05',
        id: 2,
        image: '',
        title: '',
      },
      {
        commentor: 'A happy tenant',
        content: 'Found it in a week.\nThank you!',
        date_create: 'November, 20 2026 14:05:09',
        id: 1,
        image: 'tenant.jpg',
        title: 'Quick',
      },
    ]);
    expect(await server.get(key, '/agents/testimonials/99')).toEqual([]);
  });

  it('of a team are listed oldest first, those without a date before all', async () => {
    expect(await server.get(key, '/teams/testimonials/5')).toMatchObject([
      { id: 4, date_create: '' },
      { id: 2 },
      { id: 5 },
    ]);
    expect(await server.get(key, '/teams/testimonials/12')).toEqual([]);
  });

  it('of all agents and teams are found with the eight fields of a search', async () => {
    const { TOTAL_COUNT, TESTIMONIALS } = await search('');
    expect(TOTAL_COUNT).toBe(5);
    expect(TESTIMONIALS.map(({ id, rownum }) => [id, rownum])).toEqual([
      [4, 1],
      [2, 2],
      [5, 3],
      [3, 4],
      [1, 5],
    ]);
    expect(TESTIMONIALS[3]).toEqual({
      agentid: 13,
      commentor: '',
      content: '',
      date_create: 'June, 01 2026 08:00:00',
      id: 3,
      image: '',
      rownum: 4,
      title: '',
    });
  });

  it('are found newest first when asked, ties by id', async () => {
    const { TESTIMONIALS } = await search('order=DESC');
    expect(TESTIMONIALS.map(({ id, rownum }) => [id, rownum])).toEqual([
      [1, 1],
      [3, 2],
      [2, 3],
      [5, 4],
      [4, 5],
    ]);
  });

  describe('page by page', () => {
    const rows = async (query: string) => {
      const { TOTAL_COUNT, TESTIMONIALS } = await search(query, many);
      expect(TOTAL_COUNT).toBe(45);
      return TESTIMONIALS.map(({ rownum }) => rownum);
    };

    it('are twenty, what is asked, and forty at the most, numbered across pages', async () => {
      expect(await rows('')).toEqual(from(1, 20));
      expect(await rows('page=3')).toEqual(from(41, 45));
      expect(await rows('limit=7&page=2')).toEqual(from(8, 14));
      expect(await rows('limit=40')).toEqual(from(1, 40));
      expect(await rows('limit=41')).toEqual(from(1, 40));
      expect(await rows('limit=100&page=2&order=desc')).toEqual(from(41, 45));
      expect(await rows('page=4')).toEqual([]);
      expect(await rows('page=9007199254740991&limit=40')).toEqual([]);
    });

    it('never repeat one and leave none out', async () => {
      const seen: number[] = [];
      for (const page of from(1, 5)) {
        const { TESTIMONIALS } = await search(`limit=10&page=${page}`, many);
        seen.push(...TESTIMONIALS.map(({ id }) => id));
      }
      // Seconds count down with the id, and two ids of one second stand in their order.
      const second = (id: number) => 59 - (id % 30);
      expect(seen).toEqual(from(1, 45).sort((a, b) => second(a) - second(b) || a - b));
    });
  });

  it.each([
    ['order=newest', 'order: "newest" was given; accepted is asc or desc.'],
    ['limit=0', 'limit: "0" was given; accepted is a whole number, 1 or more.'],
    ['page=0', 'page: "0" was given; accepted is a whole number, 1 or more.'],
  ])('are refused for %s', async (query, message) => {
    expect(await search(query)).toEqual({ STATUS: 'Error', STATUS_CODE: '256', MESSAGE: message });
  });

  it('keep what an update does not tell', async () => {
    await server.put('acme', 'testimonials', [{ id: 1, title: 'Very quick' }]);
    const [, record] = (await server.get(key, '/agents/testimonials/12')) as object[];
    expect(record).toMatchObject({
      id: 1,
      title: 'Very quick',
      commentor: 'A happy tenant',
      date_create: 'November, 20 2026 14:05:09',
    });
  });

  it('take two statements for a page, and one for an agent', async () => {
    // Asked as nobody has asked before: an answer that is cached takes none.
    const page = () => search('unasked=1', many);
    expect(await statementsOf(server, 'many', page)).toHaveLength(2);
    const ofAgent = () => server.get(key, '/agents/testimonials/12?unasked=1');
    expect(await statementsOf(server, 'acme', ofAgent)).toHaveLength(1);
  });
});
