import { beforeAll, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { statementsOf } from '../../rig/queries.js';
import { serverFor } from '../../rig/server.js';
import { AGENT, member, TEAM, UNTOLD_AGENT, UNTOLD_TEAM } from './people.js';

const PAIRS_AT_ONCE = 4;

interface TeamRecord {
  readonly id: number;
  readonly agents: readonly { readonly id: number }[];
}

forEachDatabase('teams', (database) => {
  const server = serverFor(database);
  let key = '';

  const read = (id: number) => server.get(key, `/teams/${id}`) as Promise<TeamRecord[]>;
  const membersOf = async (team: number) => {
    const [record] = await read(team);
    return record?.agents.map(({ id }) => id);
  };
  const teamidOf = async (agent: number) => {
    const records = await server.get(key, `/agents/${agent}?includeSuspend=true`);
    return (records as { teamid: string }[])[0]?.teamid;
  };

  describe('as records', () => {
    beforeAll(async () => {
      await server.addTenant('acme');
      key = await server.addKey('acme');
    });

    it('are an empty array while there are none', async () => {
      expect(await server.get(key, '/teams')).toEqual([]);
      expect(await read(5)).toEqual([]);
    });

    it('read back whole, with the members who are not suspended', async () => {
      await server.put('acme', 'agents', [
        { id: 20, teamid: '5', status: 'Suspend' },
        AGENT,
        { id: 3, teamid: '5', image: 'bo.jpg' },
        { id: 4, teamid: '6' },
        { id: 8 },
      ]);
      await server.put('acme', 'teams', [TEAM, { id: 6, groupimage: 'six.jpg' }, { id: 50 }]);
      const image = 'https://portico.test/media/acme/bo.jpg';
      const five = {
        ...TEAM,
        agents: [member({ ...UNTOLD_AGENT, id: 3, image }), member(AGENT)],
      };
      expect(await read(5)).toEqual([five]);
      expect(Object.keys(five.agents[0] ?? {})).toHaveLength(30);
      expect(Object.keys(five)).toHaveLength(18);
      const six = {
        ...UNTOLD_TEAM,
        id: 6,
        groupimage: 'https://portico.test/media/acme/six.jpg',
        agents: [member({ ...UNTOLD_AGENT, id: 4 })],
      };
      expect(await server.get(key, '/teams')).toEqual([five, six, { ...UNTOLD_TEAM, id: 50 }]);
    });

    it('keep what an update does not tell, members too', async () => {
      await server.put('acme', 'teams', [{ id: 6, name: 'Six' }]);
      expect(await read(6)).toMatchObject([{ name: 'Six', agents: [{ id: 4 }] }]);
    });

    it('take two statements, however many there are', async () => {
      const all = () => server.get(key, '/teams');
      expect(await statementsOf(server, 'acme', all)).toHaveLength(2);
      expect(await statementsOf(server, 'acme', () => read(5))).toHaveLength(2);
    });
  });

  describe('as they are told by agent_ids', () => {
    beforeAll(async () => {
      await server.addTenant('members');
      key = await server.addKey('members');
      await server.put(
        'members',
        'agents',
        [1, 2, 3, 4, 5, 6].map((id) => ({ id })),
      );
    });

    const put = (...teams: object[]) => server.put('members', 'teams', teams);

    it('have exactly the agents that are listed, as an array or with commas', async () => {
      await put({ id: 10, agent_ids: [2, 1, 1] }, { id: 20, agent_ids: '3, 4' });
      expect(await membersOf(10)).toEqual([1, 2]);
      expect(await membersOf(20)).toEqual([3, 4]);
      expect(await teamidOf(4)).toBe('20');
      await put({ id: 10, agent_ids: ['2', 5] });
      expect(await membersOf(10)).toEqual([2, 5]);
      expect(await teamidOf(1)).toBe('');
      expect(await membersOf(20)).toEqual([3, 4]);
    });

    it('take over an agent of another team', async () => {
      await put({ id: 20, agent_ids: [2, 3] });
      expect(await membersOf(20)).toEqual([2, 3]);
      expect(await membersOf(10)).toEqual([5]);
      expect(await teamidOf(4)).toBe('');
    });

    it('agree on the last word where two of one file name the same agent', async () => {
      await put({ id: 10, agent_ids: [1, 2] }, { id: 20, agent_ids: [2, 3] });
      expect(await membersOf(10)).toEqual([1]);
      expect(await membersOf(20)).toEqual([2, 3]);
      await put({ id: 20, agent_ids: [2] }, { id: 10, agent_ids: [2, 3] });
      expect(await membersOf(10)).toEqual([2, 3]);
      expect(await membersOf(20)).toEqual([]);
    });

    it('lose everyone to an empty list, and nobody to a missing one', async () => {
      await put({ id: 10, agent_ids: null }, { id: 20, name: 'Twenty' });
      expect(await membersOf(10)).toEqual([2, 3]);
      await put({ id: 10, agent_ids: [] });
      expect(await membersOf(10)).toEqual([]);
      expect(await teamidOf(2)).toBe('');
    });

    it('lose an agent whose own record tells of another team or none', async () => {
      await put({ id: 10, agent_ids: [1, 2] });
      await server.put('members', 'agents', [
        { id: 1, teamid: '20' },
        { id: 2, teamid: '' },
      ]);
      expect(await membersOf(10)).toEqual([]);
      expect(await membersOf(20)).toEqual([1]);
    });

    it('get an agent who comes after them', async () => {
      await put({ id: 30, agent_ids: [101, 102, 103, 104] });
      await put({ id: 31, agent_ids: [103] }, { id: 30, name: 'Thirty' });
      expect(await membersOf(30)).toEqual([]);
      await server.put('members', 'agents', [
        { id: 101, firstname: 'Late' },
        { id: 102, teamid: '' },
        { id: 103 },
        { id: 104, teamid: '20' },
      ]);
      expect(await membersOf(30)).toEqual([101, 102]);
      expect(await membersOf(31)).toEqual([103]);
      expect(await teamidOf(104)).toBe('20');
      // What was expected has come to pass: from here on an agent's record is the last word.
      await server.put('members', 'agents', [{ id: 101, teamid: '' }]);
      expect(await membersOf(30)).toEqual([102]);
    });

    it('get an agent who comes at the same moment', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => 201 + index);
      // No more writes at a time than the pool has connections: others would wait for one, for two seconds at most.
      for (let at = 0; at < ids.length; at += PAIRS_AT_ONCE) {
        await Promise.all(
          ids
            .slice(at, at + PAIRS_AT_ONCE)
            .flatMap((id) => [
              put({ id: 1000 + id, agent_ids: [id] }),
              server.put('members', 'agents', [{ id, firstname: 'Now' }]),
            ]),
        );
      }
      for (const id of ids) expect(await membersOf(1000 + id)).toEqual([id]);
    });

    it('do not get an agent whom they named once and no longer', async () => {
      await put({ id: 32, agent_ids: [110, 111] });
      await put({ id: 32, agent_ids: [111] });
      await server.put('members', 'agents', [{ id: 110 }, { id: 111 }]);
      expect(await membersOf(32)).toEqual([111]);
    });

    it('take the agents of a record as a website reads it, and lose nobody by it', async () => {
      await server.put('members', 'agents', [{ id: 6, status: 'Suspend', teamid: '40' }]);
      await put({ id: 40, agents: [member({ ...UNTOLD_AGENT, id: 5 })] });
      expect(await membersOf(40)).toEqual([5]);
      expect(await teamidOf(6)).toBe('40');
      await put({ id: 40, agents: [] });
      expect(await membersOf(40)).toEqual([5]);
      await put({ id: 40, agents: [{ id: 5 }], agent_ids: [6] });
      expect(await membersOf(40)).toEqual([]);
      expect(await teamidOf(6)).toBe('40');
    });

    it.each([
      [{ agent_ids: [1, 'x'] }, 'agent_ids', '"x" was given'],
      [{ agent_ids: '1;2' }, 'agent_ids', '"1;2" was given'],
      [{ agent_ids: [0] }, 'agent_ids', "accepted is agents' ids, each a whole number from 1"],
      [{ agents: [{}] }, 'agents.id', "accepted is agents' ids, each a whole number from 1"],
      [{ agents: [{ id: true }] }, 'agents.id', '"true" was given'],
      [{ agents: 'Ada' }, 'agents', 'accepted is an array of agent records'],
    ])('refuse %j, naming the field', async (told, field, message) => {
      await expect(put({ id: 10, ...told })).rejects.toMatchObject({
        field,
        message: expect.stringContaining(message),
      });
    });
  });
});
