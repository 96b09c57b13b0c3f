import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing, anAgent } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { type AnswerRecord, detail, found, search } from '../../search/asking.js';

/** One owner's listings: the ids are the same with every owner, and nothing else is. */
const stock = (owner: string, price: number) => ({
  buildings: [aBuilding({ id: 5, zip: String(price), [price === 1000 ? 'pool' : 'lounge']: 1 })],
  agents: [anAgent({ id: 1, firstname: owner, image: 'face.jpg' })],
  neighborhoods: [{ cat_id: 11, cat_name: `${owner} Heights`, sort: 1 }],
  listings: [1, 2].map((id) =>
    aListing({
      main_id: id,
      main_street: `${owner} Street`,
      main_neighborhood: `${owner} Heights`,
      essentials_building: 5,
      agents_agent_id: 1,
      financials_price: price + id,
      essentials_date: '2026-11-20T17:00:00Z',
      hitcounter: price,
      labels: [`${owner} label`],
      custom_Owner: owner,
      photos: [{ filename: `${owner}.jpg`, name: owner, sort: 1 }],
    }),
  ),
});

forEachDatabase('Clients and feeds', (database) => {
  const server = serverFor(database);
  const keys = { acme: '', bolt: '', lone: '' };
  const fill = async (name: string, owner: string, price: number) => {
    const { buildings, agents, neighborhoods, listings } = stock(owner, price);
    await server.put(name, 'neighborhoods', neighborhoods);
    await server.put(name, 'buildings', buildings);
    await server.put(name, 'agents', agents);
    await server.put(name, 'listings', listings);
  };
  beforeAll(async () => {
    await server.addTenant('feed', { kind: 'mls', time_zone: 'America/Los_Angeles' });
    await server.addTenant('acme', { mls_feed: 'feed' });
    await server.addTenant('bolt', { mls_feed: 'feed' });
    await server.addTenant('lone');
    await fill('feed', 'Feed', 3000);
    await fill('acme', 'Acme', 1000);
    await fill('bolt', 'Bolt', 2000);
    await server.put('feed', 'listings', [aListing({ main_id: 3, mls_no: 'F-3' })]);
    for (const name of ['acme', 'bolt', 'lone'] as const) keys[name] = await server.addKey(name);
  });

  const FLAGS = 'addLabels=1&addCustomValues=1&addHitCounter=1&addPhotos=1';
  const facts = (owner: string, name: string, price: number) => ({
    agents_agent_name: `${owner} Able`,
    agents_agent_image: `https://portico.test/media/${name}/face.jpg`,
    custom_Owner: owner,
    financials_price: price + 1,
    hitcounter: price,
    labels: `${owner} label`,
    main_address: `120 ${owner} Street, 4B, ${owner} Heights`,
    main_image: `https://portico.test/media/${name}/${owner}.jpg`,
    main_zipcode: String(price),
    photos: `https://portico.test/media/${name}/${owner}.jpg`,
  });

  it('with equal ids answer each their own', async () => {
    const acme = await detail(server, keys.acme, 1, FLAGS);
    expect(acme).toMatchObject(facts('Acme', 'acme', 1000));
    expect(acme.essentials_date).toBe('November, 20 2026 12:00:00');
    expect(await detail(server, keys.bolt, 1, FLAGS)).toMatchObject(facts('Bolt', 'bolt', 2000));
    expect(await server.get(keys.lone, '/properties/1')).toEqual([]);
  });

  it('answer a feed listing where the id is said to be of the feed', async () => {
    for (const key of [keys.acme, keys.bolt]) {
      const record = await detail(server, key, 1, `isMLS=true&${FLAGS}`);
      expect(record).toMatchObject(facts('Feed', 'feed', 3000));
      // A feed has a zone of its own.
      expect(record.essentials_date).toBe('November, 20 2026 09:00:00');
      expect(await detail(server, key, 3, 'ISMLS=1')).toMatchObject({ mls_no: 'F-3' });
      expect(await server.get(key, '/properties/3')).toEqual([]);
      expect(await server.get(key, '/properties/3?isMLS=false')).toEqual([]);
    }
  });

  it('have photos and amenities of their own', async () => {
    const read = async (key: string, query: string) => ({
      photos: await server.get(key, `/properties/photos/1?${query}`),
      amenities: (
        (await server.get(key, `/properties/amenities/1?${query}`)) as AnswerRecord[]
      ).map(({ pool, lounge }) => [pool, lounge]),
    });
    const photo = (name: string, owner: string) => [
      { filename: `https://portico.test/media/${name}/${owner}.jpg`, name: owner, sort: 1 },
    ];
    const acme = { photos: photo('acme', 'Acme'), amenities: [[1, 0]] };
    const feed = { photos: photo('feed', 'Feed'), amenities: [[0, 1]] };
    expect(await read(keys.acme, '')).toEqual(acme);
    expect(await read(keys.acme, 'isMLS=false')).toEqual(acme);
    expect(await read(keys.acme, 'isMLS=true')).toEqual(feed);
    expect(await read(keys.bolt, '')).toEqual({
      photos: photo('bolt', 'Bolt'),
      amenities: [[0, 1]],
    });
  });

  it('without a feed find nothing in it', async () => {
    await server.put('lone', 'listings', [
      aListing({ main_id: 6, main_status: 'Sold', photos: ['own.jpg'] }),
    ]);
    for (const path of ['/properties', '/properties/photos', '/properties/amenities']) {
      expect(await server.get(keys.lone, `${path}/6`)).toHaveLength(1);
      expect(await server.get(keys.lone, `${path}/6?isMLS=true`)).toEqual([]);
      expect(await server.get(keys.lone, `${path}/1?isMLS=true&addPhotos=1`)).toEqual([]);
    }
  });

  it('are searched each by itself', async () => {
    for (const [key, price] of [
      [keys.acme, 1000],
      [keys.bolt, 2000],
    ] as const) {
      const { TOTAL_COUNT, LISTINGS } = await search(server, key, 'status=2&isMLS=false');
      expect(TOTAL_COUNT).toBe(2);
      expect(LISTINGS.map((record) => record.financials_price)).toEqual([price + 2, price + 1]);
      expect(LISTINGS.map((record) => [record.ismls, record.iscompany])).toEqual([
        [0, 1],
        [0, 1],
      ]);
    }
    expect(await found(server, keys.lone, '')).toEqual([]);
    expect(await found(server, keys.acme, 'address=feed')).toEqual([]);
    expect(await found(server, keys.acme, 'label=Bolt%20label')).toEqual([]);
    expect(await found(server, keys.acme, 'customValue=Owner:Acme')).toEqual([1, 2]);
    expect(await found(server, keys.acme, 'customValue=Bolt')).toEqual([]);
    expect(await found(server, keys.acme, 'zipcode=2000')).toEqual([]);
  });

  it('may be asked by a key of their own when they are feeds', async () => {
    const key = await server.addKey('feed');
    const [record] = (await search(server, key, 'id=3')).LISTINGS;
    expect(record).toMatchObject({ ismls: 1, iscompany: 0, mls_no: 'F-3' });
  });

  it('count views each for itself', async () => {
    const count = async (key: string) => {
      server.clock.advance(1100);
      const answer = await server.app.inject({
        method: 'POST',
        url: `/properties/viewCounter/?apiKey=${key}&listingID=2`,
        headers: { 'x-forwarded-proto': 'https' },
      });
      return answer.json() as AnswerRecord;
    };
    expect((await count(keys.acme)).MESSAGE).toContain('1001');
    expect((await count(keys.bolt)).MESSAGE).toContain('2001');
    expect(await count(keys.lone)).toMatchObject({ STATUS: 'Error', STATUS_CODE: '254' });
    expect(await detail(server, keys.acme, 2, 'isMLS=1&addHitCounter=1')).toMatchObject({
      hitcounter: 3000,
    });
  });

  it('follow an operator who attaches a feed', async () => {
    await server.services.directory.setTenant('lone', { mls_feed: 'feed' });
    expect(await detail(server, keys.lone, 1, 'isMLS=true')).toMatchObject({
      financials_price: 3001,
    });
  });
});
