import type { Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { separateHouseNumbers } from '../../../src/store/tenant/listing-steps.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';

const inBuilding = (id: number, building: number) => ({
  main_id: id,
  main_status: 'For Rent',
  main_neighborhood: 'NoHo',
  essentials_building: building,
});

forEachDatabase('The step that separates house numbers', (database) => {
  const server = serverFor(database);
  const held: { database?: TenantDatabase } = {};
  beforeAll(async () => {
    await server.addTenant('acme');
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    held.database = tenant.database;
  });

  it('leaves what an import of the same listings would make', async () => {
    const tenant = held.database as TenantDatabase;
    await server.put('acme', 'buildings', [{ id: 9, house: '7', address: '7 Main Street' }]);
    await server.put('acme', 'listings', [
      { ...inBuilding(1, 1), main_house: '4', main_street: 'ÉCOLE Road' },
      { ...inBuilding(2, 1), main_apt: '3F' },
      { ...inBuilding(3, 2), main_house: '12' },
      { ...inBuilding(4, 3), main_street: '12 Elm Street' },
      { ...inBuilding(5, 9), main_apt: '1' },
      { ...inBuilding(6, 1), main_hide_address: 1, main_cross: 'Bond' },
      { ...inBuilding(7, 4), main_house: '4', main_street: '42 Street' },
      { ...inBuilding(8, 9), main_house: '5', main_apt: '2' },
    ]);
    const state = async () => [
      await tenant.db
        .selectFrom('building')
        .select(['id', 'house', 'address'])
        .orderBy('id')
        .execute(),
      await tenant.db
        .selectFrom('listing_search')
        .select(['id', 'address'])
        .orderBy('id')
        .execute(),
    ];
    const after = await state();
    // As the program before this step wrote them.
    const before = { 1: '4 ÉCOLE Road', 2: '12', 3: '12 Elm Street', 4: '4 42 Street' };
    await tenant.write(async (transaction) => {
      for (const [id, address] of Object.entries(before)) {
        await transaction
          .updateTable('building')
          .set({ address })
          .where('id', '=', Number(id))
          .execute();
      }
      await transaction
        .updateTable('listing_search')
        .set({ address: 'noho' })
        .where('id', 'in', [2, 5, 8])
        .execute();
      await transaction.updateTable('listing').set({ apt: ' 1 ' }).where('id', '=', 5).execute();
    });
    const { number } = await revisionOf(tenant);
    await tenant.write((transaction) =>
      separateHouseNumbers(transaction as unknown as Kysely<unknown>),
    );
    expect(await state()).toEqual(after);
    expect(after[0]).toEqual([
      { id: 1, house: '4', address: 'ÉCOLE Road' },
      { id: 2, house: '12', address: '' },
      { id: 3, house: '', address: '12 Elm Street' },
      { id: 4, house: '4', address: '42 Street' },
      { id: 9, house: '7', address: '7 Main Street' },
    ]);
    expect(after[1]).toContainEqual({ id: 2, address: '4 école road, 3f, noho' });
    expect(after[1]).toContainEqual({ id: 5, address: '7 main street, 1, noho' });
    // The number of the listing comes before that of its building.
    expect(after[1]).toContainEqual({ id: 8, address: '5 main street, 2, noho' });
    expect((await revisionOf(tenant)).number).toBeGreaterThan(number);
    // Taken twice, as by an older program beside this one, it does no harm.
    await tenant.write((transaction) =>
      separateHouseNumbers(transaction as unknown as Kysely<unknown>),
    );
    expect(await state()).toEqual(after);
  });

  it('finds the number of a house in any letter case, with blanks and from the first listing on', async () => {
    await server.addTenant('blanks');
    const tenant = await databaseOf(server.services, 'blanks');
    await server.put('blanks', 'buildings', [
      { id: 1, house: '7A', address: '7a Main Street' },
      { id: 2, address: '12 Elm Street' },
      { id: 3, house: '9', address: 'Oak Street' },
      { id: 4, address: 'Pine Street' },
    ]);
    const listings = [1, 2, 3, 4].map((id) => ({ ...inBuilding(id, id), main_apt: '1' }));
    await server.put('blanks', 'listings', listings);
    await tenant.write(async (transaction) => {
      await transaction.updateTable('listing').set({ house: ' 12 ' }).where('id', '=', 2).execute();
      const blanks = { house: ' 9 ', address: ' Oak Street ' };
      await transaction.updateTable('building').set(blanks).where('id', '=', 3).execute();
      await transaction.updateTable('listing_search').set({ address: '' }).execute();
      await separateHouseNumbers(transaction as unknown as Kysely<unknown>);
    });
    const rows = await tenant.db
      .selectFrom('listing_search')
      .select('address')
      .orderBy('id')
      .execute();
    expect(rows.map(({ address }) => address)).toEqual([
      '7a main street, 1, noho',
      '12 elm street, 1, noho',
      '9 oak street, 1, noho',
      'pine street, 1, noho',
    ]);
  });
});
