import { beforeAll, expect, it } from 'vitest';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { suggestParams } from '../../../src/search/completion/names.js';
import type { Suggestion } from '../../../src/search/completion/suggest.endpoints.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing, anAgent, type ImportRecord } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const agents = [
  anAgent({ id: 1, firstname: 'Zoë', lastname: 'Greenfield' }),
  anAgent({ id: 2, firstname: 'Sam', lastname: 'Silent', status: 'Silent' }),
  anAgent({ id: 3, firstname: 'Walt', lastname: 'Westerly' }),
];
const neighborhoods = [
  { cat_id: 1, cat_name: 'Greenwich Village' },
  { cat_id: 2, cat_name: 'Élysée' },
  { cat_id: 3, cat_name: 'Nowhere Green' },
];
const buildings = [
  aBuilding({ id: 1, name: 'The Greenhouse', house: '12', address: 'Rosewood Street', zip: '' }),
  aBuilding({ id: 2, name: '', house: '9', address: 'Secret Quay', zip: '' }),
];

const home = (id: number, told: ImportRecord = {}) =>
  aListing({
    main_id: id,
    main_house: String(id),
    main_street: 'Rosewood Street',
    main_apt: '',
    main_neighborhood: 'Greenwich Village',
    main_zipcode: '10012',
    ...told,
  });

const listings = [
  home(1, { agents_agent_id: 1, agents_coagent_id: 1, agents_listingagent_id: 3 }),
  home(2, { main_street: 'ROSEWOOD STREET', agents_agent_id: 3, main_zipcode: '07030-1234' }),
  home(3, { main_status: 'For Sale', main_street: 'W 23rd St', essentials_building: 1 }),
  home(4, { main_status: 'Rented', main_street: 'Gone Street', main_zipcode: '10999' }),
  home(5, {
    main_hide_address: 1,
    main_street: 'Xanadu Row',
    main_zipcode: '10998',
    main_neighborhood: 'Élysée',
    essentials_building: 2,
    agents_agent_id: 2,
  }),
];

forEachDatabase('Suggestions', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  const asked = async (q: string, more = '') => {
    const path = `/suggest?q=${encodeURIComponent(q)}${more}`;
    const answer = (await server.get(held.key, path)) as { SUGGESTIONS: Suggestion[] };
    return answer.SUGGESTIONS;
  };
  const texts = async (q: string, more = '') =>
    (await asked(q, more)).map(({ kind, text, count }) => `${kind} ${text} ${count}`);

  beforeAll(async () => {
    await server.addTenant('acme');
    await server.put('acme', 'neighborhoods', neighborhoods);
    await server.put('acme', 'agents', agents);
    await server.put('acme', 'buildings', buildings);
    await server.put('acme', 'listings', listings);
    held.key = await server.addKey('acme');
  });

  it('are names with a word that begins so, those that begin as the text does first', async () => {
    expect(await texts('gree')).toEqual([
      'neighborhood Greenwich Village 3',
      'building The Greenhouse, 12 Rosewood Street 1',
      'agent Zoë Greenfield 1',
      'neighborhood Nowhere Green 0',
    ]);
    expect(await asked('100', '&kinds=zipcode,street')).toEqual([
      { kind: 'zipcode', id: 10012, text: '10012', count: 2 },
    ]);
    expect(await texts('070')).toEqual(['zipcode 07030 1']);
    expect(await texts('green', '&kinds=agent')).toEqual(['agent Zoë Greenfield 1']);
    expect((await texts('green', '&limit=2')).length).toBe(2);
    expect(await texts('west')).toEqual(['agent Walt Westerly 2', 'street W 23rd St 1']);
  });

  it('need all words, in any order, and know two ways to write a street', async () => {
    expect(await texts('rosewood st')).toEqual([
      'street ROSEWOOD STREET 2',
      'building The Greenhouse, 12 Rosewood Street 1',
    ]);
    expect(await texts('23 west')).toEqual(['street W 23rd St 1']);
    expect(await texts('street rosewood west')).toEqual([]);
  });

  it('forgive accents and a wrong letter', async () => {
    expect(await texts('elysee')).toEqual(['neighborhood Élysée 1']);
    expect(await texts('zoe greenfeild')).toEqual(['agent Zoë Greenfield 1']);
    expect(await texts('Greenwhich vilage')).toEqual(['neighborhood Greenwich Village 3']);
    expect(await texts('10013')).toEqual([]);
    expect(await texts('gren')).toEqual([]);
  });

  it('tell nothing of a hidden address, of who is silent, or of what is off the market', async () => {
    for (const q of ['xanadu', 'xanadou', '10998', '10999', 'gone', 'sam silent']) {
      expect([q, await texts(q)]).toEqual([q, []]);
    }
    // The building is told of by `/buildings` too; its hidden listing does not count.
    expect(await texts('secret')).toEqual(['building 9 Secret Quay 0']);
  });

  it('count what a search for them finds', async () => {
    for (const { kind, id, count } of await asked('gree')) {
      const name = { neighborhood: 'cat', building: 'buildingId', agent: 'agent' }[kind as 'agent'];
      const path = `/properties?status=1,2&${name}=${id}`;
      const { TOTAL_COUNT } = (await server.get(held.key, path)) as { TOTAL_COUNT: number };
      expect([kind, count]).toEqual([kind, TOTAL_COUNT]);
    }
  });

  it('follow every kind of write', async () => {
    await server.put('acme', 'listings', [
      home(1, { main_street: 'Elm Lane', agents_agent_id: 0, agents_coagent_id: 0 }),
      home(2, { main_status: 'Rented' }),
      home(5, { main_street: 'Xanadu Row', essentials_building: 2 }),
      home(6, { main_street: 'Elm Lane' }),
    ]);
    expect(await texts('elm')).toEqual(['street Elm Lane 2']);
    expect(await texts('rosewood', '&kinds=street')).toEqual([]);
    expect(await texts('xanadu')).toEqual(['street Xanadu Row 1']);
    expect(await texts('secret')).toEqual(['building 9 Secret Quay 1']);
    expect(await texts('zoe')).toEqual(['agent Zoë Greenfield 0']);
    await server.put('acme', 'agents', [
      anAgent({ id: 1, firstname: 'Zoë', lastname: 'Zimmer' }),
      anAgent({ id: 2, firstname: 'Sam', lastname: 'Silent', status: 'Active' }),
      anAgent({ id: 3, firstname: 'Walt', lastname: 'Westerly', status: 'Suspend' }),
    ]);
    await server.put('acme', 'neighborhoods', [{ cat_id: 1, cat_name: 'Bluewich Village' }]);
    await server.put('acme', 'buildings', [aBuilding({ id: 1, name: 'Aurora', house: '' })]);
    expect(await texts('zoe zi')).toEqual(['agent Zoë Zimmer 0']);
    expect(await texts('silent')).toEqual(['agent Sam Silent 0']);
    expect(await texts('westerly')).toEqual([]);
    expect(await texts('bluew')).toEqual(['neighborhood Bluewich Village 4']);
    expect((await texts('auror'))[0]).toMatch(/^building Aurora/);
    await removeRecords(await databaseOf(), 'listings', [1, 3]);
    await removeRecords(await databaseOf(), 'buildings', [1]);
    expect(await texts('elm')).toEqual(['street Elm Lane 1']);
    expect(await texts('auror')).toEqual([]);
    expect(await texts('bluew')).toEqual(['neighborhood Bluewich Village 2']);
  });

  it('are the same as after a load, whatever was written, and whoever asks', async () => {
    let state = 5;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const streets = ['Elm Lane', 'ELM LANE', 'Elmer Road', 'Oak Court', 'Grove Square'];
    const questions = ['elm', 'oak', 'green', 'blue', 'rosewoood', 'grove', 'lane', 'zoe', '100'];
    for (let round = 0; round < 12; round += 1) {
      const batch = Array.from({ length: 1 + next(8) }, () =>
        home(1 + next(60), {
          main_street: streets[next(streets.length)],
          main_zipcode: `100${10 + next(5)}`,
          main_hide_address: next(4) === 0 ? 1 : 0,
          main_status: ['For Rent', 'For Sale', 'Sold'][next(3)],
          essentials_building: next(3),
          agents_agent_id: next(3),
          agents_coagent_id: next(3),
        }),
      );
      const unique = new Map(batch.map((record) => [record.main_id, record]));
      await server.put('acme', 'listings', [...unique.values()]);
      const followed = await Promise.all(questions.slice(0, 3).map((q) => texts(q)));
      for (const q of questions.slice(3)) followed.push(await texts(q));
      server.services.tools.markets.drop('acme');
      const loaded: string[][] = [];
      for (const q of questions) loaded.push(await texts(q));
      expect(followed).toEqual(loaded);
    }
  });

  it('refuse what is malformed with code 256, which names the parameter', async () => {
    const malformed = [
      ['q', 'ab'],
      ['q', '!!!'],
      ['q', 'x'.repeat(101)],
      ['q', 'a b c d e f g h i j k'],
      ['q', ''],
      ['kinds', 'street,castle'],
      ['limit', '0'],
      ['limit', '51'],
      ['limit', 'few'],
      ['isMLS', 'include'],
      ['isRLS', 'maybe'],
    ] as const;
    for (const [name, value] of malformed) {
      const query = new URLSearchParams({ q: 'green', [name]: value });
      const answer = await server.get(held.key, `/suggest?${query}`);
      expect([name, value, answer]).toEqual([
        name,
        value,
        expect.objectContaining({
          STATUS_CODE: '256',
          MESSAGE: expect.stringContaining(name),
          SUGGESTIONS: [],
        }),
      ]);
    }
    expect(Object.keys(suggestParams).sort()).toEqual(['isMLS', 'isRLS', 'kinds', 'limit', 'q']);
  });

  async function databaseOf(): Promise<TenantDatabase> {
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    return tenant.database;
  }
});
