import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';
import { UNTOLD_AGENT } from './people.js';

type Record = Readonly<{ [field: string]: unknown; id: number }>;

forEachDatabase('a search for agents', (database) => {
  const server = serverFor(database);
  let key = '';

  const search = (query = '') => server.get(key, `/agents/search?${query}`) as Promise<Record[]>;
  const ids = async (query = '') => (await search(query)).map(({ id }) => id);

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    const agent = (id: number, firstname: string, lastname: string, rest: object = {}) => ({
      id,
      firstname,
      lastname,
      ...rest,
    });
    // Not in the order of their ids, so that an order comes from the search alone.
    await server.put('acme', 'agents', [
      agent(6, 'Zoë', 'Ångström', { office: 2, lang: 'Svenska', teamid: '30' }),
      agent(1, 'Ana', 'Smith', { office: 2, lang: 'English, Español', teamid: '10' }),
      agent(2, 'émile', 'de Witt', { office: 1, lang: 'Français', teamid: '20' }),
      agent(3, 'Bob', 'SMITH', { office: 10, lang: 'English' }),
      agent(4, 'Zed', 'Adler', { office: 2, status: 'Silent', teamid: '10', lang: 'English' }),
      agent(5, 'Sue', 'Baker', { office: 1, status: 'Suspend', teamid: '10', lang: 'Latin' }),
      agent(7, 'Ann', "O'Smithers", { isagent: 0 }),
    ]);
  });

  it('lists active agents by last name, with the record of the single read', async () => {
    const agents = await search();
    expect(agents.map(({ id }) => id)).toEqual([6, 2, 7, 1, 3]);
    for (const agent of agents) {
      expect(await server.get(key, `/agents/${agent.id}`)).toEqual([agent]);
    }
    expect(Object.keys(agents[0] ?? {}).sort()).toEqual(Object.keys(UNTOLD_AGENT).sort());
  });

  it.each([
    ['last', [6, 2, 7, 1, 3], [1, 3, 7, 2, 6]],
    ['first', [1, 7, 3, 2, 6], [6, 2, 3, 7, 1]],
    ['office', [7, 2, 1, 6, 3], [3, 1, 6, 2, 7]],
    ['date', [1, 2, 3, 6, 7], [7, 6, 3, 2, 1]],
  ])('sorts by %s, ties by id, up and down', async (sort, ascending, descending) => {
    expect(await ids(`sort=${sort}`)).toEqual(ascending);
    expect(await ids(`sort=${sort}&order=asc`)).toEqual(ascending);
    expect(await ids(`sort=${sort.toUpperCase()}&order=DESC`)).toEqual(descending);
  });

  it('adds suspended agents when asked, and silent ones never', async () => {
    expect(await ids('includeSuspend=true')).toEqual([6, 5, 2, 7, 1, 3]);
    expect(await ids('includeSuspend=false')).toEqual([6, 2, 7, 1, 3]);
    expect(await ids('includeSuspend=true&team=10')).toEqual([5, 1]);
  });

  it.each([
    ['smith', [7, 1, 3]],
    ['ANN', [7]],
    ['an', [7, 1]],
    ['ÉM', [2]],
    ['ångs', [6]],
    ['Ana Smith', [1]],
    ['  Ana ', [1]],
    ['%', []],
    ['_', []],
    ['Zed', []],
    ['', [6, 2, 7, 1, 3]],
  ])('finds %j in a first or last name', async (name, expected) => {
    expect(await ids(`name=${encodeURIComponent(name)}`)).toEqual(expected);
  });

  it('finds a part of the languages', async () => {
    expect(await ids('language=english')).toEqual([1, 3]);
    expect(await ids(`language=${encodeURIComponent('ESPAÑ')}`)).toEqual([1]);
    expect(await ids('language=latin')).toEqual([]);
  });

  it('finds the agents of an office, 0 being none asked', async () => {
    expect(await ids('office=2')).toEqual([6, 1]);
    expect(await ids('office=1')).toEqual([2]);
    expect(await ids('office=0')).toEqual([6, 2, 7, 1, 3]);
  });

  it('finds the agents of any of several teams', async () => {
    expect(await ids('team=10')).toEqual([1]);
    expect(await ids('team=10,30')).toEqual([6, 1]);
    expect(await ids('team=10&team=20')).toEqual([2, 1]);
    expect(await ids('team=40')).toEqual([]);
  });

  it('narrows by every filter that is given', async () => {
    expect(await ids('name=str&office=2&team=10,20,30&language=sven')).toEqual([6]);
  });

  it.each([
    ['sort=age', 'sort: "age" was given; accepted is first or last or office or date.'],
    ['order=up', 'order: "up" was given; accepted is asc or desc.'],
    ['includeSuspend=2', 'includeSuspend: "2" was given; accepted is true or false.'],
    ['office=-1', 'office: "-1" was given; accepted is a whole number, 0 or more.'],
    ['team=1,b', 'team: "1,b" was given; accepted is a comma separated list of at most 500 ids'],
  ])('refuses %s', async (query, message) => {
    expect(await search(query)).toEqual({
      STATUS: 'Error',
      STATUS_CODE: '256',
      MESSAGE: expect.stringContaining(message),
    });
  });

  it('takes one statement', async () => {
    expect(await statementsOf(server, 'acme', () => search('name=a&team=10'))).toHaveLength(1);
  });

  it('is not taken for an agent, nor are the other paths beside it', async () => {
    const answer = async (path: string) => {
      server.clock.advance(1100);
      const url = `${path}?apiKey=${key}`;
      const headers = { 'x-forwarded-proto': 'https' };
      const { statusCode, body } = await server.app.inject({ url, headers });
      return { statusCode, body: JSON.parse(body) as unknown };
    };
    expect((await answer('/agents/1')).body).toMatchObject([{ id: 1 }]);
    expect((await answer('/Agents/SEARCH/')).body).toHaveLength(5);
    expect((await answer('/agents/testimonialsSearch')).body).toEqual({
      TESTIMONIALS: [],
      TOTAL_COUNT: 0,
    });
    expect((await answer('/agents/testimonials/1')).body).toEqual([]);
    for (const path of ['/agents/one', '/agents/1.5', '/agents/0', '/agents', '/agents/search/1']) {
      expect(await answer(path)).toMatchObject({ statusCode: 404 });
    }
  });
});
