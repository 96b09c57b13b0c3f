import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { AGENT, UNTOLD_AGENT } from './people.js';

forEachDatabase('the record of an agent', (database) => {
  const server = serverFor(database);
  let key = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
  });

  const read = (id: number, query = '') => server.get(key, `/agents/${id}?${query}`);
  const put = (...records: object[]) => server.put('acme', 'agents', records);

  it('is an array of one object with its 35 fields', async () => {
    await put({ id: 1 });
    expect(await read(1)).toEqual([{ ...UNTOLD_AGENT, id: 1 }]);
    expect(Object.keys(UNTOLD_AGENT)).toHaveLength(35);
  });

  it('is an empty array where there is no agent', async () => {
    expect(await read(999)).toEqual([]);
  });

  it('reads back whole', async () => {
    await put(AGENT);
    expect(await read(12)).toEqual([AGENT]);
  });

  it('keeps what an update does not tell', async () => {
    await put({ id: 2, firstname: 'Bo', lastname: 'Li', isagent: 0, office: 4 });
    await put({ id: 2, lastname: 'Lee' });
    expect(await read(2)).toEqual([
      { ...UNTOLD_AGENT, id: 2, firstname: 'Bo', lastname: 'Lee', isagent: 0, office: 4 },
    ]);
  });

  it('has the absolute URL of its photo, and none where there is none', async () => {
    await put({ id: 3, image: 'agents/bo li.jpg' }, { id: 4, image: '' });
    expect(await read(3)).toMatchObject([
      { image: 'https://portico.test/media/acme/agents/bo%20li.jpg' },
    ]);
    expect(await read(4)).toMatchObject([{ image: '' }]);
  });

  it('is there for silent agents, and for suspended ones who are asked for', async () => {
    await put({ id: 5, status: 'silent' }, { id: 6, status: 'SUSPEND' });
    expect(await read(5)).toMatchObject([{ id: 5, status: 'Silent' }]);
    expect(await read(6)).toEqual([]);
    expect(await read(6, 'includeSuspend=false')).toEqual([]);
    expect(await read(6, 'includesuspend=TRUE')).toMatchObject([{ id: 6, status: 'Suspend' }]);
    expect(await read(6, 'includeSuspend=perhaps')).toEqual({
      STATUS: 'Error',
      STATUS_CODE: '256',
      MESSAGE: 'includeSuspend: "perhaps" was given; accepted is true or false.',
    });
  });

  it('has a team as the digits of its id', async () => {
    await put({ id: 7, teamid: 7 }, { id: 8, teamid: ' 007 ' }, { id: 9, teamid: '0' });
    expect(await read(7)).toMatchObject([{ teamid: '7' }]);
    expect(await read(8)).toMatchObject([{ teamid: '7' }]);
    expect(await read(9)).toMatchObject([{ teamid: '' }]);
    await expect(put({ id: 9, teamid: '7,8' })).rejects.toThrow("accepted is a team's id");
    await expect(put({ id: 9, status: 'Gone' })).rejects.toThrow('Active, Silent, Suspend');
  });

  describe('with link patterns', () => {
    const site = 'https://www.acme.example.test';
    let patterned = '';

    beforeAll(async () => {
      await server.addTenant('linked', {
        listings_link: `${site}/agents/{id}/{firstname}-{lastname}/listings`,
        press_link: '/press?agent={email}',
        testimonial_link: `${site}/praise/{rls_agent_id}#top`,
      });
      patterned = await server.addKey('linked');
      await server.put('linked', 'agents', [
        {
          id: 14,
          firstname: 'José',
          lastname: "O'Brien Núñez",
          email: 'jo+se@acme.example.test',
          rls_agent_id: 'A/7',
        },
        AGENT,
        { id: 13, firstname: '明', lastname: '李' },
      ]);
    });

    const links = async (id: number, path = `/agents/${id}`) => {
      const [{ listingslink, presslink, searchwithmelink, testimoniallink } = {}] =
        (await server.get(patterned, path)) as Record<string, string>[];
      return { listingslink, presslink, searchwithmelink, testimoniallink };
    };

    it('fills them for each agent, URL-encoded, where its record brought no link', async () => {
      expect(await links(14)).toEqual({
        listingslink: `${site}/agents/14/jose-o-brien-nunez/listings`,
        presslink: '/press?agent=jo%2Bse%40acme.example.test',
        searchwithmelink: '',
        testimoniallink: `${site}/praise/A%2F7#top`,
      });
      expect(await links(13)).toMatchObject({
        listingslink: `${site}/agents/13/%E6%98%8E-%E6%9D%8E/listings`,
      });
    });

    it('leaves the links that its record brought', async () => {
      expect(await links(12)).toEqual({
        listingslink: AGENT.listingslink,
        presslink: AGENT.presslink,
        searchwithmelink: AGENT.searchwithmelink,
        testimoniallink: AGENT.testimoniallink,
      });
    });

    it('fills them in searches as well', async () => {
      expect(await links(14, '/agents/search?sort=date&order=desc')).toEqual(await links(14));
    });

    it('follows a change of the settings', async () => {
      await server.services.directory.setTenant('linked', { search_with_me_link: '/with/{id}' });
      expect(await links(13)).toMatchObject({ searchwithmelink: '/with/13' });
    });
  });
});
