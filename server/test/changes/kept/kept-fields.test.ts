import type { InjectOptions } from 'fastify';
import type { ImportResource, ResourceName } from 'portico-importer/resource.js';
import { beforeAll, expect, it } from 'vitest';
import { exportResources, importResources } from '../../../src/changes/transfers.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { manageCall } from '../manage/manage-call.js';

const ZONE = 'America/New_York';

forEachDatabase('fields that staff keep', (database) => {
  const server = serverFor(database);
  let key = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme', { scopes: ['manage'] });
  });

  async function ask(method: InjectOptions['method'], url: string, more: object = {}) {
    const answer = await manageCall(server, key, method ?? 'GET', url, more);
    return JSON.parse(answer.body);
  }
  const put = (kind: string, ...records: object[]) =>
    ask('PUT', `/manage/${kind}`, { payload: records });
  const one = (id: number) => ask('GET', `/manage/listings/${id}`);

  async function resourceOf(kind: ResourceName): Promise<ImportResource> {
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no acme.');
    const resources = importResources(tenant.database, ZONE, server.clock);
    return resources.get(kind) as ImportResource;
  }

  /** What an import writes as one batch. */
  async function bring(...records: Readonly<Record<string, unknown>>[]) {
    const resource = await resourceOf('listings');
    return resource.write(records.map((record) => resource.parse(record)));
  }

  it('are stored, shown, and left by what a source brings, until they are given back', async () => {
    await bring(aListing({ main_id: 1, financials_price: 3000 }));
    const corrected = { main_id: 1, financials_price: 3200, _keep: ['financials_price'] };
    expect(await put('listings', corrected)).toMatchObject({ STORED: 1 });
    expect(await one(1)).toMatchObject({ financials_price: 3200, _keep: ['financials_price'] });

    const night = aListing({ main_id: 1, financials_price: 3000, main_description: 'Sunny.' });
    expect(await bring(night)).toEqual({ refused: [], unchanged: [], kept: 1 });
    expect(await bring(night)).toEqual({ refused: [], unchanged: [0], kept: 1 });
    expect(await one(1)).toMatchObject({ financials_price: 3200, main_description: 'Sunny.' });
    const push = await put('listings', { main_id: 1, financials_price: 2900 });
    expect(push).toMatchObject({ UNCHANGED: 1, STORED: 0, KEPT: 1 });

    expect(await put('listings', { main_id: 1, _keep: [] })).toMatchObject({ STORED: 1 });
    const given = await one(1);
    expect(given).toMatchObject({ financials_price: 3200 });
    expect(given).not.toHaveProperty('_keep');
    expect(await bring(night)).toEqual({ refused: [], unchanged: [] });
    expect(await one(1)).toMatchObject({ financials_price: 3000 });
  });

  it('are told from those of other records of the batch', async () => {
    await bring(...[2, 3, 4].map((id) => aListing({ main_id: id, financials_price: 100 })));
    await put('listings', { main_id: 3, financials_price: 150, _keep: 'financials_price' });
    const prices = [2, 3, 4].map((main_id) => ({ main_id, financials_price: 200 }));
    expect(await bring(...prices)).toEqual({ refused: [], unchanged: [1], kept: 1 });
    const left = await Promise.all([2, 3, 4].map(one));
    expect(left.map(({ financials_price }) => financials_price)).toEqual([200, 150, 200]);
  });

  it('hold from one line of a body to the next', async () => {
    await bring(aListing({ main_id: 5, financials_price: 100 }));
    const answer = await put(
      'listings',
      { main_id: 5, financials_price: 110 },
      { main_id: 5, financials_price: 120, _keep: ['financials_price'] },
      { main_id: 5, financials_price: 130 },
    );
    expect(answer).toMatchObject({ STORED: 2, UNCHANGED: 1, KEPT: 1 });
    expect(await one(5)).toMatchObject({ financials_price: 120 });
  });

  it('are those of the kind, and not its id', async () => {
    const reasons = async (keep: unknown) => {
      const { REJECTED } = await put('listings', { main_id: 1, _keep: keep });
      return REJECTED.map(({ field, reason }: { field: string; reason: string }) => [
        field,
        reason,
      ]);
    };
    const accepted = 'accepted are fields of the kind but its id';
    expect(await reasons(['price'])).toEqual([['_keep', `"price" was given; ${accepted}`]]);
    expect(await reasons(['main_id'])).toEqual([['_keep', `"main_id" was given; ${accepted}`]]);
    expect(await reasons([7])).toEqual([['_keep', `what is not a name was given; ${accepted}`]]);
    expect(await reasons(true)).toEqual([['_keep', 'accepted is a list of the names of fields']]);
    expect(await reasons(['custom_view'])).toEqual([]);
    expect(await put('clients', { id: 1, _keep: ['email'] })).toMatchObject({ IGNORED: ['_keep'] });
  });

  it('are forgotten with their record', async () => {
    await bring(aListing({ main_id: 6, financials_price: 100 }));
    await put('listings', { main_id: 6, financials_price: 150, _keep: ['financials_price'] });
    await put('listings', { main_id: 6, _remove: true });
    expect(await bring(aListing({ main_id: 6, financials_price: 100 }))).toEqual({
      refused: [],
      unchanged: [],
    });
    expect(await one(6)).toMatchObject({ financials_price: 100 });
  });

  it('leave and come back with an export', async () => {
    await bring(aListing({ main_id: 7, financials_price: 100 }));
    await put('listings', { main_id: 7, financials_price: 150, _keep: ['financials_price'] });
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no acme.');
    const exported = exportResources(tenant.database, ZONE, server.clock);
    const records: Readonly<Record<string, unknown>>[] = [];
    for await (const record of exported.find(({ name }) => name === 'listings')?.records() ?? []) {
      records.push(record);
    }
    const seven = records.find(({ main_id }) => main_id === 7) ?? {};
    expect(seven).toMatchObject({ financials_price: 150, _keep: ['financials_price'] });
    expect(records.filter((record) => '_keep' in record)).toHaveLength(4);
    await put('listings', { main_id: 7, _remove: true });
    await bring(seven);
    expect(await bring({ main_id: 7, financials_price: 100 })).toMatchObject({ kept: 1 });
  });

  it('belong to the number that a key stands for', async () => {
    const named = (more: object) => ({ id: { key: 'K-1', source: 'crm' }, ...more });
    await put('agents', named({ firstname: 'Ann', title: 'Agent' }));
    await put('agents', named({ title: 'Broker', _keep: ['title'] }));
    expect(await put('agents', named({ firstname: 'Anna', title: 'Agent' }))).toMatchObject({
      STORED: 1,
      KEPT: 1,
    });
    expect(await ask('GET', '/manage/agents?key=K-1&source=crm')).toMatchObject({
      firstname: 'Anna',
      title: 'Broker',
    });
  });
});
