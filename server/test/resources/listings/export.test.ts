import { beforeAll, expect, it } from 'vitest';
import { exportResources } from '../../../src/changes/transfers.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing, type ImportRecord } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { detail, found } from '../../search/asking.js';
import { openMarket, RENTALS } from '../../search/market.js';
import { AGENTS, BUILDINGS, FLAGS, TOLD } from './fully-told.js';

const ZONE = 'America/New_York';

forEachDatabase('An export', (database) => {
  const server = serverFor(database);
  const keys = { acme: '', copy: '' };
  const written = async (name: string): Promise<Map<string, ImportRecord[]>> => {
    const tenant = await server.services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no client ${name}.`);
    const files = new Map<string, ImportRecord[]>();
    for (const resource of exportResources(tenant.database, ZONE, server.clock)) {
      const records: ImportRecord[] = [];
      for await (const record of resource.records()) records.push(record);
      if (records.length > 0) files.set(resource.name, records);
    }
    return files;
  };
  beforeAll(async () => {
    keys.acme = await openMarket(server);
    await server.put('acme', 'buildings', BUILDINGS);
    await server.put('acme', 'agents', AGENTS);
    await server.put('acme', 'listings', [
      TOLD,
      { main_id: 8 },
      aListing({ main_id: 9, essentials_building: 90, main_hide_address: 1, main_house: '777' }),
      aListing({ main_id: 10, essentials_date: '2026-11-01T06:30:00Z', op: '' }),
    ]);
    await server.put('acme', 'photos', [{ listing_id: 8, filename: 'eight.jpg', name: 'Eight' }]);
    await server.addTenant('copy');
    keys.copy = await server.addKey('copy');
  });

  it('goes into another client, and comes out of it the same', async () => {
    const files = await written('acme');
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['neighborhoods', 'buildings', 'agents', 'listings']),
    );
    for (const [resource, records] of files) {
      // As a file holds them: a record is JSON.
      const read = records.map((record) => JSON.parse(JSON.stringify(record)) as ImportRecord);
      await server.put('copy', resource as 'listings', read);
    }
    const again = await written('copy');
    expect([...again.keys()]).toEqual([...files.keys()]);
    for (const [resource, records] of files) expect(again.get(resource)).toEqual(records);
  });

  it('keeps everything that a website reads', async () => {
    const media = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll('/media/copy/', '/media/acme/'));
    for (const id of [7, 8, 9, 10, 128, 149, 154, 156, 159, 204, 222]) {
      const original = await detail(server, keys.acme, id, FLAGS);
      expect(media(await detail(server, keys.copy, id, FLAGS))).toEqual(original);
      for (const part of ['photos', 'amenities']) {
        const path = `/properties/${part}/${id}`;
        expect(media(await server.get(keys.copy, path))).toEqual(await server.get(keys.acme, path));
      }
    }
    for (const query of [
      '',
      'pets=1,3',
      'zipcode=10128',
      'label=waterfront',
      'agent=1',
      'distribute=1',
    ]) {
      const ids = await found(server, keys.acme, query);
      expect([query, await found(server, keys.copy, query)]).toEqual([query, ids]);
    }
    expect(await found(server, keys.copy, 'perPage=200&cat=11,12,13')).toEqual(RENTALS);
    expect(await server.get(keys.copy, '/neighborhoods')).toEqual(
      await server.get(keys.acme, '/neighborhoods'),
    );
  });

  it('holds what no read of one listing shows, and addresses as they were told', async () => {
    await server.put('acme', 'listings', [
      { main_id: 10, essentials_video: 'tours/ten.mp4', essentials_video2: 'tours/10.mp4' },
    ]);
    const listings = (await written('acme')).get('listings') ?? [];
    const of = (id: number) => listings.find((record) => record.main_id === id);
    expect(of(7)).toMatchObject({ extras_webtitle: TOLD.extras_webtitle });
    expect(of(10)).toMatchObject({
      essentials_video: 'tours/ten.mp4',
      essentials_video2: 'tours/10.mp4',
    });
  });

  it('holds the house number of a hidden address, and no computed field', async () => {
    const listings = (await written('copy')).get('listings') ?? [];
    const hidden = listings.find((record) => record.main_id === 9);
    expect(hidden).toMatchObject({ main_hide_address: 1, main_house: '777' });
    const computed = /^(main_address|main_image|main_images|floorplan_image|extras_openhouse)$/;
    for (const record of listings) {
      expect(Object.keys(record).filter((name) => computed.test(name))).toEqual([]);
      expect(Object.keys(record).filter((name) => /^agents_.*_(?!id$)/.test(name))).toEqual([]);
    }
  });
});
