import { beforeEach, expect, it } from 'vitest';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { NOON, serverFor } from '../../rig/server.js';

const DAY_MS = 86_400_000;

forEachDatabase('the history of listings', (database) => {
  const server = serverFor(database);
  let count = 0;
  let name: string;
  let acme: TenantDatabase;
  beforeEach(async () => {
    count += 1;
    name = `acme${count}`;
    acme = await server.services.tenants.database(await server.addTenant(name));
  });

  const put = (values: object, id = 1) =>
    server.put(name, 'listings', [{ ...aListing({ main_id: id }), ...values }]);
  const history = () =>
    acme.db.selectFrom('listing_history').selectAll().orderBy('listing_id').orderBy('at').execute();
  const states = async () => (await history()).map(({ price, status }) => [price, status]);

  it('has the first state and each change of price or status, and nothing else', async () => {
    await put({ financials_price: 1000, main_status: 'For Rent' });
    const [first] = await history();
    expect(first).toMatchObject({ listing_id: 1, price: 1000, at: server.clock.now() });
    server.clock.advance(1000);
    await put({ financials_price: 1000, main_description: 'Another text' });
    expect(await history()).toHaveLength(1);
    const before = await revisionOf(acme);
    await put({ financials_price: 1000, main_description: 'Another text' });
    expect(await revisionOf(acme)).toEqual(before);
    await put({ financials_price: 900 });
    // Within the same millisecond, too.
    await put({ financials_price: 900, main_status: 'Rented' });
    const status = first?.status ?? 0;
    const all = await history();
    expect(all.map(({ price }) => price)).toEqual([1000, 900, 900]);
    expect(all.map((row) => row.status === status)).toEqual([true, true, false]);
  });

  it('of a new listing begins when its record says that it came on the market, and never ahead of now', async () => {
    const listed = '2026-10-01 09:00:00';
    await put({ financials_price: 1000, listed });
    await put({ financials_price: 1000, listed: '2027-01-01' }, 2);
    await put({ financials_price: 1000, listed: '' }, 3);
    // Since when it is sold is another day.
    await put({ financials_price: 1000, main_status: 'Sold', listed }, 4);
    const at = Date.parse('2026-10-01T13:00:00Z');
    const now = server.clock.now();
    expect((await history()).map((row) => row.at)).toEqual([at, now, now, now]);
    server.clock.advance(DAY_MS);
    // What was noted stays.
    await put({ financials_price: 900, listed: '2026-09-01' });
    const [first, second, ...more] = await history();
    expect([first?.at, second?.at, more.length]).toEqual([at, server.clock.now(), 3]);
  });

  it('of a listing from before there was one begins with its state before, at an unknown moment', async () => {
    await put({ financials_price: 1000 });
    await acme.db.deleteFrom('listing_history').execute();
    await put({ financials_price: 1200 });
    expect((await history()).map(({ price, at }) => [price, at])).toEqual([
      [1000, 0],
      [1200, server.clock.now()],
    ]);
  });

  it('stays while a listing is away, and goes when its removal is forgotten', async () => {
    await put({ financials_price: 1000 });
    await put({ financials_price: 1000 }, 2);
    server.clock.advance(DAY_MS);
    await removeRecords(acme, 'listings', [1]);
    server.clock.advance(DAY_MS);
    await put({ financials_price: 1000 });
    expect((await states()).map(([price]) => price)).toEqual([1000, 1000]);
    server.clock.advance(DAY_MS);
    await put({ financials_price: 1100 });
    expect((await history()).filter((row) => row.listing_id === 1)).toHaveLength(2);
    await removeRecords(acme, 'listings', [1]);
    server.clock.advance(acme.removedKeptMs + DAY_MS);
    await removeRecords(acme, 'listings', [2]);
    expect((await history()).map((row) => row.listing_id)).toEqual([2]);
    expect(server.clock.now()).toBeGreaterThan(NOON);
  });
});
