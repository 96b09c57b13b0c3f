import { expect, it } from 'vitest';
import { fillPoints } from '../../../src/data/tenant-database/point-steps.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
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
});
