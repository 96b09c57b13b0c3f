import {
  type ImportResource,
  RESOURCE_NAMES,
  type ResourceName,
} from 'portico-importer/resource.js';
import { beforeAll, expect, it } from 'vitest';
import { CompleteImport } from '../../../src/changes/removal/complete-import.js';
import {
  isRemovable,
  REMOVALS,
  type RemovableKind,
} from '../../../src/changes/removal/removals.js';
import { previewRemoval, removeRecords } from '../../../src/changes/removal/remove-records.js';
import { importResources } from '../../../src/changes/transfers.js';
import { addFavorite, favoritesOf } from '../../../src/resources/members/favorite.endpoints.js';
import type { Tenant } from '../../../src/store/tenant-databases.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing, anAgent } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

type Found = Readonly<Record<string, unknown>>[];

forEachDatabase('removing records', (database) => {
  const server = serverFor(database);
  const held: { tenant?: Tenant; key?: string } = {};
  const tenant = () => held.tenant as Tenant;
  const put = (kind: ResourceName, ...records: object[]) => server.put('acme', kind, records);
  const read = (path: string) => server.get(held.key ?? '', path) as Promise<Found>;
  const search = async (query: string) =>
    ((await server.get(held.key ?? '', `/properties?${query}`)) as { LISTINGS: Found }).LISTINGS;
  const remove = (kind: RemovableKind, ...ids: number[]) =>
    removeRecords(tenant().database, kind, ids);
  const rows = async (table: string) =>
    (
      await tenant()
        .database.db.selectFrom(table as 'listing')
        .selectAll()
        .execute()
    ).length;

  /** What is told after `work`, as `+listings 1` and `-listings 1`. */
  async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
    const page = (since: string) =>
      server.get(held.key ?? '', `/changes?limit=1000&since=${since}`) as Promise<{
        CURSOR: string;
        MORE: boolean;
        CHANGES: { kind: string; id: number; op: string }[];
      }>;
    let { CURSOR, MORE } = await page('0');
    while (MORE) ({ CURSOR, MORE } = await page(CURSOR));
    await work();
    const { CHANGES } = await page(CURSOR);
    return CHANGES.map(({ kind, id, op }) => `${op === 'remove' ? '-' : '+'}${kind} ${id}`);
  }

  beforeAll(async () => {
    await server.addTenant('acme');
    held.key = await server.addKey('acme');
    held.tenant = (await server.services.tenants.tenant('acme')) as Tenant;
    await put(
      'neighborhoods',
      { cat_id: 1, cat_name: 'Harlem' },
      { cat_id: 2, cat_name: 'East', parent: 1 },
    );
    await put('buildings', aBuilding({ id: 1, neighborhood_id: 1, city: 'Yonkers' }));
    await put('offices', { id: 1, name: 'Main' });
    await put('agents', anAgent({ id: 1, teamid: '1', office: 1 }), anAgent({ id: 2 }));
    await put('teams', { id: 1, name: 'Team' });
    await put('labels', { id: 1, labelname: 'Sunny' });
    const listing = {
      essentials_building: 1,
      agents_agent_id: 1,
      main_neighborhood: 'Harlem',
      labels: 'Sunny',
      custom_tier: 'gold',
      photos: [{ filename: 'a.jpg', name: '', sort: 1 }],
    };
    await put(
      'listings',
      aListing({ main_id: 1, ...listing }),
      aListing({ main_id: 2, ...listing }),
    );
    await put('blog-labels', { id: 1, label: 'News' });
    await put('blogs', { id: 1, title: 'Post', labels: '1', agent_id: 1 });
    await put('link-categories', { id: 1, name: 'Links' });
    await put('links', { id: 1, title: 'A', url: 'https://example.com', category: 1 });
    await put('testimonials', { id: 1, content: 'Great', agentid: 1 });
    await put('clients', { id: 1, first_name: 'Eve', email: 'eve@example.com' });
    await put('deals', { id: 1, client_id: 1, listing_id: 1 });
    for (const listing of [1, 2]) {
      await addFavorite(tenant().database, { client: 1, space: 'own', listing });
    }
    await tenant().database.write((transaction) =>
      transaction
        .insertInto('alert')
        .values({
          id: 1,
          listing_id: 1,
          client_id: 1,
          agent_id: 1,
          area: '120 West 72nd Street',
        } as never)
        .execute(),
    );
  });

  it('is possible for each kind with an id', () => {
    const without = RESOURCE_NAMES.filter((kind) => !isRemovable(kind));
    expect(without).toEqual(['source-keys', 'building-photos', 'photos', 'favorites']);
    expect(Object.keys(REMOVALS).sort()).toEqual(RESOURCE_NAMES.filter(isRemovable).sort());
  });

  it('is told before it is done, and changes nothing then', async () => {
    const told = await previewRemoval(tenant().database, 'listings', [1, 999]);
    expect(told).toEqual({
      ids: [1],
      missing: [999],
      attached: [
        { name: 'photos', fate: 'goes', count: 1 },
        { name: 'labels', fate: 'goes', count: 1 },
        { name: 'custom values', fate: 'goes', count: 1 },
        { name: 'favorites', fate: 'stays', count: 1 },
        { name: 'leads', fate: 'stays', count: 1 },
        { name: 'deals', fate: 'stays', count: 1 },
      ],
    });
    expect(await read('/properties/1')).toHaveLength(1);
  });

  it('takes a listing out of searches, details and favourites, and leaves its leads', async () => {
    const changes = await changesOf(async () => {
      const removed = await remove('listings', 1, 1, 999);
      expect(removed).toMatchObject({ ids: [1], missing: [999] });
    });
    expect(changes).toEqual(['+buildings 1', '-listings 1']);
    expect(await read('/properties/1')).toEqual([]);
    expect((await search('status=1,2')).map((row) => row.main_id)).toEqual([2]);
    expect(await read('/properties/photos/1')).toEqual([]);
    for (const table of ['listing', 'listing_search', 'photo', 'listing_label', 'listing_custom']) {
      expect([table, await rows(table)]).toEqual([table, 1]);
    }
    expect((await favoritesOf(tenant(), 1)).own).toEqual([2]);
    const lead = await tenant().database.db.selectFrom('alert').selectAll().executeTakeFirst();
    expect(lead).toMatchObject({ listing_id: 1, area: '120 West 72nd Street' });
    // Once more is no error, and no change.
    expect(await changesOf(() => remove('listings', 1))).toEqual([]);
    // A listing that comes back is a favourite again.
    const again = { main_id: 1, essentials_building: 1, agents_agent_id: 1 };
    await put('listings', aListing({ ...again, main_neighborhood: 'Harlem' }));
    expect((await favoritesOf(tenant(), 1)).own).toEqual([1, 2]);
  });

  it('leaves a listing whose agent goes, with nobody on it', async () => {
    const changes = await changesOf(() => remove('agents', 1));
    expect(changes).toEqual(['-agents 1', '+teams 1', '+listings 1', '+listings 2']);
    const [detail] = await read('/properties/2');
    expect(detail).toMatchObject({
      agents_agent_id: 1,
      agents_agent_name: '',
      agents_agent_email: '',
    });
    expect(await read('/teams/1')).toMatchObject([{ agents: [] }]);
    expect(await read('/agents/testimonials/1')).toHaveLength(1);
  });

  it('leaves the listings of a building and of a neighborhood', async () => {
    expect(await search('status=1,2&cat=1')).toHaveLength(2);
    expect(await changesOf(() => remove('buildings', 1))).toEqual([
      '-buildings 1',
      '+listings 1',
      '+listings 2',
    ]);
    const [detail] = await search('id=2');
    expect(detail).toMatchObject({ essentials_building: 1, city: 'New York' });
    expect(await changesOf(() => remove('neighborhoods', 1))).toEqual([
      '-neighborhoods 1',
      '+neighborhoods 2',
      '+listings 1',
      '+listings 2',
    ]);
    expect(await read('/properties/2')).toMatchObject([{ main_neighborhood: '' }]);
    expect(await search('status=1,2&cat=1')).toEqual([]);
    expect(await read('/neighborhoods/2')).toMatchObject([{ parent: 0 }]);
  });

  it('takes a label from the listings that have it', async () => {
    expect(await changesOf(() => remove('labels', 1))).toEqual(['-labels 1', '+listings 2']);
    expect(await read('/properties/2?addLabels=true')).toMatchObject([{ labels: '' }]);
  });

  it.each([
    ['teams', '-teams 1'],
    ['offices', '-offices 1'],
    ['blogs', '-blogs 1'],
    ['blog-labels', '-blog-labels 1'],
    ['testimonials', '-testimonials 1'],
    ['link-categories', '-link-categories 1'],
    ['links', '-links 1'],
  ] as const)('works for %s', async (kind, change) => {
    expect(await changesOf(() => remove(kind, 1))).toEqual([change]);
    expect(await rows(REMOVALS[kind].table)).toBe(0);
  });

  it('removes what a complete import does not name, and tells exactly that', async () => {
    const { database } = tenant();
    const clock = server.services.clock;
    const record = (id: number) => ({
      main_id: id,
      main_status: 'For Rent',
      main_street: 'Main St',
    });
    const all = Array.from({ length: 10_000 }, (_, at) => record(at + 1));
    for (const start of [0, 5000]) await put('listings', ...all.slice(start, start + 5000));
    const told = await changesOf(async () => {
      const complete = new CompleteImport(database);
      const resources = complete.noting(importResources(database, 'America/New_York', clock));
      const listings = resources.get('listings') as ImportResource;
      for (const one of all.filter(({ main_id }) => main_id % 10 !== 0)) listings.parse(one);
      const counts = { listings: { read: 9000 } };
      const options = { force: new Set<string>(), expect: undefined, dryRun: false };
      const { removed } = await complete.finish(counts, options);
      expect(removed).toEqual({ listings: 1000 });
    });
    const gone = all.filter(({ main_id }) => main_id % 10 === 0);
    expect(told.sort()).toEqual(gone.map(({ main_id }) => `-listings ${main_id}`).sort());
  });

  it('takes with a client what it did, and leaves the leads without a number', async () => {
    expect(await changesOf(() => remove('clients', 1))).toEqual([]);
    for (const table of ['client', 'favorite_listing', 'deal']) expect(await rows(table)).toBe(0);
    const lead = await tenant().database.db.selectFrom('alert').selectAll().executeTakeFirst();
    expect(lead?.client_id).toBe(0);
    await remove('leads', 1);
    expect(await rows('alert')).toBe(0);
  });
});
