import { beforeAll, expect, it } from 'vitest';
import { ListingIndexes } from '../../../src/search/index/ready-index.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

const LISTINGS = 30;

/** The same database, of which a read fails while it is `away`. */
class Unsteady {
  away = false;
  readonly database: TenantDatabase;

  constructor({ name, kind, db }: TenantDatabase) {
    const unsteady = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (this.away) throw new Error('The connection was lost.');
        return result;
      },
    });
    this.database = { name, kind, db: unsteady } as TenantDatabase;
  }
}

forEachDatabase('Indexes of listings that are kept', (database) => {
  const server = serverFor(database);
  const held: { tenant?: TenantDatabase } = {};
  const tenant = () => held.tenant as TenantDatabase;
  const putPrice = (price: number) =>
    server.put('acme', 'listings', [aListing({ main_id: 1, financials_price: price })]);

  const madeIndexes = async () => {
    const indexes = new ListingIndexes(server.clock, { worthRows: 1000 });
    indexes.counted(tenant(), 1000);
    await indexes.settled();
    return indexes;
  };

  beforeAll(async () => {
    await server.addTenant('acme');
    held.tenant = (await server.services.tenants.tenant('acme'))?.database as TenantDatabase;
    const records = Array.from({ length: LISTINGS }, (_, at) => aListing({ main_id: at + 1 }));
    await server.put('acme', 'listings', records);
  });

  it('stay when a read fails, and answer nothing until the changes are read', async () => {
    const indexes = await madeIndexes();
    const { bytes } = indexes;
    await putPrice(71);
    const { number } = await revisionOf(tenant());
    const unsteady = new Unsteady(tenant());
    unsteady.away = true;
    expect(await indexes.at(unsteady.database, number)).toBeUndefined();
    expect(indexes.bytes).toBe(bytes);
    unsteady.away = false;
    expect((await indexes.at(unsteady.database, number))?.revision).toBe(number);
  });

  it('are read again after as much was counted when a read of all fails', async () => {
    const indexes = new ListingIndexes(server.clock, { worthRows: 1000 });
    const unsteady = new Unsteady(tenant());
    unsteady.away = true;
    const counted = async () => {
      indexes.counted(unsteady.database, 1000);
      await indexes.settled();
      return indexes.bytes > 0;
    };
    expect(await counted()).toBe(false);
    unsteady.away = false;
    expect(await counted()).toBe(true);
  });

  it('count the names of neighborhoods that they hold', async () => {
    const indexes = await madeIndexes();
    const { number } = await revisionOf(tenant());
    const index = await indexes.at(tenant(), number);
    const before = indexes.bytes;
    const name = 'Quarter'.repeat(1000);
    await index?.neighborhoodNames(async () => new Map([[1, name]]));
    await indexes.at(tenant(), number);
    expect(indexes.bytes - before).toBeGreaterThan(2 * name.length);
    expect(indexes.bytes).toBe(index?.bytes);
  });
});
