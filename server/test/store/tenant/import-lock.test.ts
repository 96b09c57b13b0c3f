import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { importResources } from '../../../src/changes/transfers.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { asOneImport, checkedForImport, forImport } from '../../../src/store/tenant/import-lock.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { forEachDatabase, onPostgres } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { NOON, serverFor } from '../../rig/server.js';

const ZONE = 'America/New_York';
const MANY = 1200;
const BATCH = 200;

forEachDatabase('two imports into one client at once', (place) => {
  const server = serverFor(place);

  it('both finish, whatever the order of their records', async () => {
    const database = await server.services.tenants.database(await server.addTenant('acme'));
    const ids = Array.from({ length: MANY }, (_, index) => index + 1);
    const write = async (order: readonly number[], price: number) => {
      const resources = importResources(database, ZONE, new ManualClock(NOON));
      const listings = resources.get('listings');
      if (listings === undefined) throw new Error('there is no import of listings');
      for (let start = 0; start < order.length; start += BATCH) {
        const records = order.slice(start, start + BATCH).map((id) =>
          // A building and a neighborhood of several batches, which each of them writes.
          aListing({
            main_id: id,
            essentials_building: (id % 50) + 1,
            main_neighborhood: `Place ${id % 7}`,
            financials_price: price,
          }),
        );
        await listings.write(records.map((record) => listings.parse({ ...record })));
      }
    };
    // 7 has no common divisor with the number of records, so each batch holds ids from everywhere.
    const mixed = ids.map((id) => ((id * 7) % MANY) + 1);
    await Promise.all([write(ids, 1000), write(ids.toReversed(), 2000), write(mixed, 3000)]);
    const { all } = await database.db
      .selectFrom('listing')
      .select((eb) => eb.fn.countAll().as('all'))
      .executeTakeFirstOrThrow();
    expect(Number(all)).toBe(MANY);
  });

  it('are not repeated where their own work fails', async () => {
    const database = await server.services.tenants.database(await server.addTenant('fails'));
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw new Error('A record is wrong.');
    };
    await expect(forImport(database).write(work)).rejects.toThrow('A record is wrong.');
    expect(runs).toBe(1);
  });

  it.each(['40P01', '40001'])('are repeated five times where PostgreSQL says %s', async (code) => {
    const database = await server.services.tenants.database(
      await server.addTenant(`ends${code.toLowerCase()}`),
    );
    let runs = 0;
    const ended = async () => {
      runs += 1;
      throw Object.assign(new Error('ended for another'), { code });
    };
    await expect(forImport(database).write(ended)).rejects.toThrow('ended for another');
    expect(runs).toBe(6);
    const once = async () => {
      runs += 1;
      if (runs === 1) throw Object.assign(new Error('ended for another'), { code });
      return 'done';
    };
    runs = 0;
    expect([await forImport(database).write(once), runs]).toEqual(['done', 2]);
  });
});

forEachDatabase('a client database for an import', (place) => {
  const server = serverFor(place);

  it('is the same database, but for how it writes', async () => {
    const database = await server.services.tenants.database(
      await server.addTenant('feed', { kind: 'mls' }),
    );
    const asItIs = ({ name, role, kind, removedKeptMs, now }: TenantDatabase) => ({
      ...{ name, role, kind, removedKeptMs, now: now.call(database) },
    });
    const nothing = async () => {};
    for (const other of [forImport(database), checkedForImport(database, nothing)]) {
      expect(asItIs(other)).toEqual(asItIs(database));
      expect(other.db).toBe(database.db);
      expect(await other.note(async () => 'noted')).toBe('noted');
    }
    await asOneImport(database, async (inside, transaction) => {
      expect(asItIs(inside)).toEqual(asItIs(database));
      expect(inside.db).toBe(transaction);
      expect(await inside.write(async (within) => within === transaction)).toBe(true);
      expect(await inside.note(async (within) => within === transaction)).toBe(true);
      // All of it is one import already.
      expect(forImport(inside)).toBe(inside);
    });
  });

  it('writes no record that a check refuses, and looks in the same transaction', async () => {
    const database = await server.services.tenants.database(await server.addTenant('checked'));
    const offices = async () =>
      (await database.db.selectFrom('office').select('id').orderBy('id').execute()).map(
        ({ id }) => id,
      );
    const add = (to: TenantDatabase, id: number) =>
      to.write(async (transaction) => {
        await transaction
          .insertInto('office')
          .values({ id } as never)
          .execute();
        return id;
      });
    const checked = checkedForImport(database, async (transaction) => {
      const { length } = await transaction.selectFrom('office').select('id').execute();
      if (length > 0) throw new Error('There is one.');
    });
    expect(await add(checked, 1)).toBe(1);
    await expect(add(checked, 2)).rejects.toThrow('There is one.');
    expect(await offices()).toEqual([1]);
  });

  it('takes all writes of one import, or none', async () => {
    const database = await server.services.tenants.database(await server.addTenant('whole'));
    const add = (to: TenantDatabase, id: number) =>
      to.write((transaction) =>
        transaction
          .insertInto('office')
          .values({ id } as never)
          .execute(),
      );
    const failing = asOneImport(database, async (inside) => {
      await add(inside, 1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await asOneImport(database, async (inside) => {
      for (const id of [2, 3]) await add(inside, id);
    });
    const rows = await database.db.selectFrom('office').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual([2, 3]);
  });
});

onPostgres('an import whose transaction PostgreSQL ends for another one', (place) => {
  const server = serverFor(place);

  it('repeats it', async () => {
    const database = await server.services.tenants.database(await server.addTenant('acme'));
    const resources = importResources(database, ZONE, new ManualClock(NOON));
    const listings = resources.get('listings');
    if (listings === undefined) throw new Error('there is no import of listings');
    const write = (price: number) =>
      listings.write(
        [1, 2].map((main_id) =>
          listings.parse({ main_id, main_status: 'For Rent', financials_price: price }),
        ),
      );
    await write(1000);
    let importing: Promise<unknown> = Promise.resolve();
    const collide = () =>
      database.write(async (transaction) => {
        const change = (id: number) =>
          transaction
            .updateTable('listing')
            .set({ city: 'Elsewhere' })
            .where('id', '=', id)
            .execute();
        await change(2);
        importing = write(2000);
        // The import locks the first listing and waits for the second. Other suites use the same PostgreSQL.
        for (let waits = 0; waits === 0; ) {
          const { rows } = await sql<{ waits: number }>`
            select count(*) as waits from pg_locks where not granted and pid in (
              select l.pid from pg_locks as l join pg_database as d on d.oid = l.database
              where d.datname = current_database())`.execute(transaction);
          waits = Number(rows[0]?.waits);
        }
        await change(1);
      });
    // PostgreSQL ends the one that has waited for a second. On a slow machine that can be the website.
    for (let isOver = false; !isOver; ) {
      isOver = await collide().then(
        () => true,
        (error: { readonly code?: unknown }) => {
          if (error.code !== '40P01') throw error;
          return false;
        },
      );
      await importing;
    }
    const rows = await database.db.selectFrom('listing').select(['city', 'price']).execute();
    expect(rows).toEqual([1, 2].map(() => ({ city: 'Elsewhere', price: 2000 })));
  });
});
