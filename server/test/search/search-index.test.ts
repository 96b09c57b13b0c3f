import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { refreshSearch } from '../../src/search/listing.search-refresh.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { writeTo } from '../../src/store/tenant/write.js';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

const id = fc.integer({ min: 1, max: 4 });
const some = <Value>(...values: Value[]) => fc.constantFrom(...values);

/** Records that tell a little of a few listings, buildings and neighborhoods, so that they meet. */
const listing = fc.record(
  {
    main_id: id,
    main_status: some('For Sale', 'For Rent', 'Sold'),
    main_neighborhood: some('', 'SoHo', 'NoHo', 'noho', 'Nolita'),
    essentials_building: some(0, 1, 2, 3),
    main_house: some('', '7', '77'),
    main_street: some('', 'Broadway'),
    main_cross: some('', 'Spring & Prince Streets'),
    main_hide_address: some(0, 1),
    main_zipcode: some('', '10012', '10013-0001'),
    city: some('', 'New York', 'Yonkers'),
    built: some(0, 1900, 2000),
    families: some(0, 2),
    amenities: some([], ['pool'], ['doorman', 'wifi']),
    extras_nofee: some(0, 1),
    extras_featured: some(0, 1),
    distribute: some(0, 1),
    financials_price: some(0, 1000, 2500.5),
    lease_term_min: some(0, 6),
    lease_term_max: some(0, 12),
    essentials_available: some('', 'Now', '12/31/2026', '99/99/2026'),
    openhouse: some('', '2026-11-21 11:00:00'),
    essentials_openhouse_by_appointment_only: some(0, 1),
    essentials_date: some('', '2026-11-01 09:00:00'),
  },
  { requiredKeys: ['main_id'] },
);
const building = fc.record(
  {
    id,
    house: some('', '9'),
    address: some('', 'Prince Street', '9 Prince Street'),
    zip: some('', '10001'),
    city: some('', 'Hoboken'),
    built: some(0, 1950),
    families: some(0, 4),
    parking: some(0, 3),
    pool: some(0, 1),
    doorman: some(0, 1),
    wifi: some(0, 1),
  },
  { requiredKeys: ['id'] },
);
const neighborhood = fc.record(
  { cat_id: id, cat_name: some('SoHo', 'NoHo', 'Chelsea', ''), sort: some(0, 1) },
  { requiredKeys: ['cat_id'] },
);

const batch = fc.oneof(
  fc.record({
    resource: fc.constant('listings' as const),
    records: fc.uniqueArray(listing, {
      minLength: 1,
      maxLength: 4,
      selector: (one) => one.main_id,
    }),
  }),
  fc.record({
    resource: fc.constant('buildings' as const),
    records: fc.uniqueArray(building, { minLength: 1, maxLength: 3, selector: (one) => one.id }),
  }),
  fc.record({
    resource: fc.constant('neighborhoods' as const),
    records: fc.uniqueArray(neighborhood, {
      minLength: 1,
      maxLength: 3,
      selector: (one) => one.cat_id,
    }),
  }),
);

forEachDatabase('The table that searches run on', (database) => {
  const server = serverFor(database);
  const held: { database?: TenantDatabase } = {};
  beforeAll(async () => {
    await server.addTenant('acme');
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    held.database = tenant.database;
  });

  it('is, after any imports, what it would be if it were made anew', async () => {
    const { database: tenant } = held;
    if (tenant === undefined) throw new Error('There is no database.');
    const rows = () => tenant.db.selectFrom('listing_search').selectAll().orderBy('id').execute();
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 2, maxLength: 8 }), async (batches) => {
        // Every run starts from nothing.
        await writeTo(tenant, async (transaction) => {
          for (const table of ['listing', 'listing_search', 'building', 'neighborhood'] as const) {
            await transaction.deleteFrom(table).execute();
          }
        });
        for (const { resource, records } of batches) await server.put('acme', resource, records);
        const kept = await rows();
        const listings = await tenant.db.selectFrom('listing').select('id').orderBy('id').execute();
        expect(kept.map((row) => row.id)).toEqual(listings.map((row) => row.id));
        await writeTo(tenant, async (transaction) => {
          await transaction.deleteFrom('listing_search').execute();
          await refreshSearch(tenant, transaction, { listings: listings.map((row) => row.id) });
        });
        expect(kept).toEqual(await rows());
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['listings', { main_id: 9002, essentials_building: 900, main_hide_address: 1 }],
    ['buildings', { id: 900, phone: '555 0100' }],
  ] as const)(
    'keeps listings as they are whose building is told by %s what none is found by',
    async (resource, record) => {
      const { database: tenant } = held;
      if (tenant === undefined) throw new Error('There is no database.');
      const home = { essentials_building: 900, main_house: '7', main_street: 'Broadway' };
      await server.put('acme', 'listings', [
        { ...home, main_id: 9001 },
        { ...home, main_id: 9002 },
      ]);
      await tenant.write((transaction) =>
        transaction
          .updateTable('listing_search')
          .set({ address: 'as it was' })
          .where('id', '=', 9001)
          .execute(),
      );
      await server.put('acme', resource, [record]);
      const twin = () =>
        tenant.db
          .selectFrom('listing_search')
          .select('address')
          .where('id', '=', 9001)
          .executeTakeFirstOrThrow();
      expect(await twin()).toEqual({ address: 'as it was' });
      // A fact that it is found by has it made anew.
      await server.put('acme', 'buildings', [{ id: 900, parking: 2 }]);
      expect((await twin()).address).toContain('broadway');
      await server.put('acme', 'buildings', [{ id: 900, parking: 0 }]);
    },
  );
});
