import { generateAgency } from 'portico-demo';
import type { ImportResource, ResourceName } from 'portico-importer/resource.js';
import { expect, it } from 'vitest';
import { importResources } from '../../src/changes/transfers.js';
import { revisionOf } from '../../src/store/tenant/write.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { NOON, serverFor } from '../rig/server.js';

const ZONE = 'America/New_York';

forEachDatabase('records that are imported as they are', (database) => {
  const server = serverFor(database);

  async function opened(name: string) {
    const entry = await server.services.directory.tenant(name);
    const found = await server.services.tenants.database(entry ?? (await server.addTenant(name)));
    return { database: found, resources: importResources(found, ZONE, server.clock) };
  }

  const write = (resource: ImportResource | undefined, records: readonly object[]) => {
    if (resource === undefined) throw new Error('There is no such kind.');
    return resource.write(
      records.map((record) => resource.parse(record as Record<string, unknown>)),
    );
  };
  const all = (records: readonly object[]) => records.map((_, index) => index);

  it('store nothing and move no revision, whatever kind they are', async () => {
    const { database: acme, resources } = await opened('acme');
    const agency: Readonly<Partial<Record<ResourceName, readonly object[]>>> = {
      ...generateAgency({ seed: 5, today: NOON, timeZone: ZONE, listings: 60 }),
      photos: [{ listing_id: 1, filename: 'a.jpg', name: 'A', sort: 3 }],
    };
    const kinds = [...resources.values()].flatMap((resource) => {
      const records = agency[resource.name] ?? [];
      return records.length === 0 ? [] : [{ resource, records: records.slice(0, 300) }];
    });
    await write(resources.get('listings'), [aListing({ main_id: 1 })]);
    for (const { resource, records } of kinds) {
      expect(await write(resource, records)).toMatchObject({ refused: [] });
    }
    // Listings list their photos, and neighborhoods take the places of those that listings named.
    for (const { resource, records } of kinds) await write(resource, records);
    const before = await revisionOf(acme);
    for (const { resource, records } of kinds) {
      if (resource.name === 'photos') continue;
      const outcome = await write(resource, records);
      expect([resource.name, outcome]).toEqual([
        resource.name,
        { refused: [], unchanged: all(records) },
      ]);
    }
    expect(await revisionOf(acme)).toEqual(before);
  });

  it('are told from those beside them that are not', async () => {
    const { database: brown, resources } = await opened('brown');
    const listings = resources.get('listings');
    const one = aListing({ main_id: 1, custom_view: 'river', labels: ['New'], hitcounter: 3 });
    const two = aListing({ main_id: 2, photos: [{ filename: 'a.jpg' }] });
    await write(listings, [one, two]);
    const changed = async (record: object) => {
      const before = await revisionOf(brown);
      const { unchanged } = await write(listings, [record, two]);
      const moved = (await revisionOf(brown)).number !== before.number;
      expect(unchanged).toEqual(moved ? [1] : [0, 1]);
      return moved;
    };
    expect(await changed(one)).toBe(false);
    expect(await changed({ ...one, financials_price: 9 })).toBe(true);
    expect(await changed({ ...one, financials_price: 9 })).toBe(false);
    expect(await changed({ main_id: 1, custom_view: 'park' })).toBe(true);
    expect(await changed({ main_id: 1, labels: ['New', 'Hot'] })).toBe(true);
    expect(await changed({ main_id: 1, labels: ['hot', 'new'] })).toBe(false);
    expect(await changed({ main_id: 1, photos: [{ filename: 'b.jpg' }] })).toBe(true);
    expect(await changed({ main_id: 1, hitcounter: 4 })).toBe(true);
    expect(await changed({ main_id: 1, hitcounter: 4 })).toBe(false);
  });

  it('of photos, posts, teams and leads look at what hangs on them, too', async () => {
    const { resources } = await opened('clark');
    const change = async (kind: ResourceName, record: object, changed: object) => {
      const resource = resources.get(kind);
      await write(resource, [record]);
      expect([kind, (await write(resource, [record])).unchanged]).toEqual([kind, [0]]);
      expect([kind, (await write(resource, [changed])).unchanged]).toEqual([kind, []]);
      expect([kind, (await write(resource, [changed])).unchanged]).toEqual([kind, [0]]);
    };
    await write(resources.get('listings'), [aListing({ main_id: 1 })]);
    await write(resources.get('buildings'), [{ id: 1 }]);
    await write(resources.get('blog-labels'), [{ id: 1, name: 'News' }]);
    const photo = { filename: 'a.jpg', name: 'A' };
    await change('photos', { listing_id: 1, ...photo }, { listing_id: 1, ...photo, name: 'B' });
    await change(
      'building-photos',
      { building_id: 1, ...photo },
      { building_id: 1, ...photo, sort: 2 },
    );
    await change('blogs', { id: 1, title: 'A' }, { id: 1, labels: [1] });
    await change('teams', { id: 1, agent_ids: [7] }, { id: 1, agent_ids: [7, 8] });
    const comment = { received: '2026-11-20 10:00:00', comment: 'Hello' };
    const lead = { id: 1, email: 'ann@example.com', received: '2026-11-20 09:00:00' };
    await change('leads', { ...lead, comments: [comment] }, { ...lead, comments: [] });
  });

  it('that ask for a removal tell whether there was a record', async () => {
    const { database: dunn, resources } = await opened('dunn');
    const agents = resources.get('agents');
    await write(agents, [{ id: 1 }, { id: 2 }]);
    const lines = [{ id: 1, _remove: true }, { id: 2 }, { id: 3, _remove: true }];
    expect((await write(agents, lines)).unchanged.toSorted()).toEqual([1, 2]);
    const before = await revisionOf(dunn);
    expect((await write(agents, lines)).unchanged.toSorted()).toEqual([0, 1, 2]);
    expect(await revisionOf(dunn)).toEqual(before);
  });
});
