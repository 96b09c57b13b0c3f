import { beforeAll, expect, it } from 'vitest';
import { ChangedListings } from '../../src/search/changed-listings.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { revisionOf } from '../../src/store/tenant/write.js';
import { forEachDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';

const LISTINGS = 250;

forEachDatabase('Listings that have changed', (database) => {
  const server = serverFor(database);
  const held: { tenant?: TenantDatabase; known?: ChangedListings } = {};
  const tenant = () => held.tenant as TenantDatabase;
  const known = () => held.known as ChangedListings;
  const record = (at: number) =>
    aListing({
      main_id: at,
      essentials_building: at === 2 ? 5 : 0,
      agents_agent_id: at === 3 ? 7 : undefined,
      main_neighborhood: at === 4 ? 'Soho' : 'Chelsea',
    });
  const now = async () => known().at(tenant(), (await revisionOf(tenant())).number);

  /** The ids, up to 10, of the listings that count as changed by a write. */
  const changedBy = async (write: () => Promise<unknown>) => {
    const before = await now();
    const { revision, series } = before;
    await write();
    const after = await now();
    expect(after.revision).toBeGreaterThan(revision);
    const ids = Array.from({ length: 10 }, (_, at) => at + 1);
    return ids.filter((id) => after.series !== series || after.changedAt(id) > revision);
  };

  beforeAll(async () => {
    await server.addTenant('acme');
    held.known = new ChangedListings(server.clock);
    held.tenant = (await server.services.tenants.tenant('acme'))?.database as TenantDatabase;
    const cats = ['Chelsea', 'Soho'].map((cat_name, at) => ({ cat_id: at + 1, cat_name }));
    await server.put('acme', 'neighborhoods', cats);
    await server.put('acme', 'buildings', [{ id: 5, name: 'The Ansonia' }]);
    await server.put('acme', 'agents', [{ id: 7, firstname: 'Ann' }]);
    const records = Array.from({ length: LISTINGS }, (_, at) => record(at + 1));
    await server.put('acme', 'listings', records);
  });

  const put = (kind: 'listings' | 'buildings' | 'agents' | 'neighborhoods', one: object) =>
    changedBy(() => server.put('acme', kind, [one]));

  it('are those that were written', async () => {
    expect(await put('listings', { ...record(1), financials_price: 7100 })).toEqual([1]);
  });

  it('are those that show what was written', async () => {
    expect(await put('buildings', { id: 5, name: 'The Dakota' })).toEqual([2]);
    expect(await put('agents', { id: 7, firstname: 'Bo' })).toEqual([3]);
    expect(await put('neighborhoods', { cat_id: 2, cat_name: 'SoHo' })).toEqual([4]);
  });

  it('are told to all calls at the same moment', async () => {
    await server.put('acme', 'listings', [{ ...record(9), financials_price: 7200 }]);
    const { number } = await revisionOf(tenant());
    const calls = Array.from({ length: 20 }, () => known().at(tenant(), number));
    for (const changes of await Promise.all(calls)) expect(changes.changedAt(9)).toBe(number);
  });

  it('are all of them where more were written than are followed', async () => {
    const records = Array.from({ length: 201 }, (_, at) => ({
      ...record(at + 20),
      financials_price: 7300,
    }));
    expect(await changedBy(() => server.put('acme', 'listings', records))).toHaveLength(10);
  });

  it('are all of them where an earlier program wrote, or a copy was restored', async () => {
    const stepped = (column: 'number' | 'epoch') =>
      tenant()
        .db.updateTable('revision')
        .set((eb) => ({ number: eb('number', '+', 1), [column]: eb(column, '+', 1) }))
        .execute();
    expect(await changedBy(() => stepped('number'))).toHaveLength(10);
    expect(await put('listings', { ...record(1), financials_price: 7400 })).toHaveLength(10);
    expect(await put('listings', { ...record(1), financials_price: 7500 })).toEqual([1]);
    expect(await changedBy(() => stepped('epoch'))).toHaveLength(10);
  });

  it('are all of them every five minutes, as a standby may take over that lacks a write', async () => {
    const before = await now();
    server.clock.advance(4 * 60_000);
    expect((await now()).series).toBe(before.series);
    server.clock.advance(60_000);
    expect((await now()).series).not.toBe(before.series);
  });
});
