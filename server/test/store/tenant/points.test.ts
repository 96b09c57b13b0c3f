import { expect, it } from 'vitest';
import { fillPoints } from '../../../src/store/tenant/listing-steps.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aBuilding, aListing } from '../../rig/makers.js';
import { databaseOf } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('The points that the step of the schema makes', (database) => {
  const server = serverFor(database);

  it('are coarse where the address is hidden, and none without both coordinates', async () => {
    await server.addTenant('acme');
    const tenant = await databaseOf(server.services, 'acme');
    const at = { extras_latitude: 40.7769, extras_longitude: -73.9796 };
    await server.put(
      'acme',
      'listings',
      [1, 2, 3, 4].map((main_id) =>
        aListing({ main_id, ...at, main_hide_address: main_id === 2 ? 1 : 0 }),
      ),
    );
    await tenant.write(async (transaction) => {
      const without = (column: 'latitude' | 'longitude', id: number) =>
        transaction
          .updateTable('listing')
          .set({ [column]: null })
          .where('id', '=', id)
          .execute();
      await without('latitude', 3);
      await without('longitude', 4);
      await fillPoints(transaction as never);
    });
    const points = await tenant.db
      .selectFrom('listing_search')
      .select(['id', 'latitude', 'longitude', 'globe_x'])
      .orderBy('id')
      .execute();
    const none = { latitude: null, longitude: null, globe_x: null };
    expect(points).toEqual([
      { id: 1, latitude: 40_776_900, longitude: -73_979_600, globe_x: expect.any(Number) },
      { id: 2, latitude: 40_780_000, longitude: -73_980_000, globe_x: expect.any(Number) },
      { id: 3, ...none },
      { id: 4, ...none },
    ]);
  });

  it('are those that an import of the same listings makes, of every listing', async () => {
    await server.addTenant('same');
    const tenant = await databaseOf(server.services, 'same');
    const nowhere = { extras_latitude: undefined, extras_longitude: undefined };
    await server.put('same', 'buildings', [
      aBuilding({ id: 5, latitude: 41.12345, longitude: -72.98765 }),
      aBuilding({ id: 6, latitude: undefined, longitude: undefined }),
    ]);
    await server.put('same', 'listings', [
      aListing({ main_id: 1, essentials_building: 5 }),
      aListing({ main_id: 2, essentials_building: 5, main_hide_address: 1, ...nowhere }),
      aListing({ main_id: 3, essentials_building: 6 }),
      aListing({ main_id: 4, ...nowhere }),
    ]);
    const columns = ['latitude', 'longitude', 'globe_x', 'globe_y', 'globe_z'] as const;
    const points = () =>
      tenant.db
        .selectFrom('listing_search')
        .select(['id', ...columns])
        .orderBy('id')
        .execute();
    const imported = await points();
    expect(imported.map(({ latitude }) => latitude)).toEqual([
      ...[41_123_450, 41_120_000, 40_776_900, null],
    ]);
    const wrong = Object.fromEntries(columns.map((column) => [column, 1]));
    await tenant.write(async (transaction) => {
      await transaction.updateTable('listing_search').set(wrong).execute();
      await fillPoints(transaction as never);
    });
    expect(await points()).toEqual(imported);
  });
});
