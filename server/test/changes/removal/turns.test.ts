import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { erasePerson } from '../../../src/changes/removal/erase-person.js';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { importResources } from '../../../src/changes/transfers.js';
import { register } from '../../../src/resources/members/client.registration.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import type { TenantTables } from '../../../src/store/tenant/tables.js';
import { onPostgres } from '../../rig/databases.js';
import { aBuilding, aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';

// On SQLite there is one writer at a time.
onPostgres('a removal beside another write', (place) => {
  const server = serverFor(place);

  const opened = async (tenant: string): Promise<TenantDatabase> => {
    const database = await server.services.tenants.database(await server.addTenant(tenant));
    await server.put(tenant, 'buildings', [aBuilding({ id: 3 }), aBuilding({ id: 4 })]);
    await server.put(tenant, 'listings', [listing({ essentials_building: 3, agents_agent_id: 1 })]);
    return database;
  };

  it('leaves the narrow twin of a listing that an import moved meanwhile as it is', async () => {
    const database = await opened('moved');
    await beside(database, async (held) => {
      const resource = importResources(held, 'UTC', server.clock).get('listings');
      const row = resource?.parse(listing({ essentials_building: 4, agents_agent_id: 2 }));
      await resource?.write([row]);
    });
    expect(await twins(database)).toEqual([{ id: 7, building_id: 4, agent_id: 2 }]);
  });

  it('makes no narrow twin of a listing that is removed meanwhile', async () => {
    const database = await opened('removed');
    await beside(database, (held) => removeRecords(held, 'listings', [7]));
    expect(await twins(database)).toEqual([]);
  });
});

onPostgres('a client who goes', (place) => {
  const server = serverFor(place);
  const registrant = { firstName: 'N', lastName: 'Q', passwordHash: 'h', code: 'c' };

  /** A client with a favorite and a lead. */
  const opened = async (tenant: string): Promise<TenantDatabase> => {
    const database = await server.services.tenants.database(await server.addTenant(tenant));
    await server.put(tenant, 'clients', [{ id: 11, email: 'nora@example.com' }]);
    await server.put(tenant, 'favorites', [{ clientID: 11, listingID: 5 }]);
    await server.put(tenant, 'leads', [{ id: 1, email: 'nora@example.com', clientID: 11 }]);
    return database;
  };

  it('may register meanwhile', async () => {
    const database = await opened('registering');
    const removal = () => removeRecords(database, 'clients', [11]);
    const registration = () =>
      register(database, { ...registrant, email: 'nora@example.com' }, 0, async () => {});
    const [, stored] = await both(database, removal, registration);
    expect(stored).toMatchObject({ email: 'nora@example.com' });
    const rows = await database.db.selectFrom('client').select(['id', 'member']).execute();
    expect(rows).toEqual([{ id: 12, member: 1 }]);
  });

  it('may be erased meanwhile', async () => {
    const database = await opened('erased');
    const person = { ids: [11], emails: ['nora@example.com'] };
    const removal = () => removeRecords(database, 'clients', [11]);
    await both(database, removal, () => erasePerson(database, person, false));
    const lead = await database.db.selectFrom('alert').select(['email']).executeTakeFirst();
    expect(lead).toEqual({ email: '' });
  });
});

/** Runs two writes of which the first waits for a favorite that nobody gives free before the second waits, too. */
async function both<First, Second>(
  database: TenantDatabase,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  let running: [Promise<First>, Promise<Second>] | undefined;
  await database.write(async (transaction) => {
    await transaction.selectFrom('favorite_listing').selectAll().forUpdate().execute();
    const one = first();
    await waiters(transaction, 1);
    running = [one, second()];
    await waiters(transaction, 2);
  });
  if (running === undefined) throw new Error('Nothing ran.');
  return Promise.all(running);
}

/** Returns when so many transactions wait for others. */
async function waiters(transaction: Kysely<TenantTables>, count: number): Promise<void> {
  for (let waits = 0; waits < count; ) {
    // Other suites use the same PostgreSQL.
    const { rows } = await sql<{ waits: number }>`
      select count(distinct pid) as waits from pg_locks where not granted and pid in (
        select l.pid from pg_locks as l join pg_database as d on d.oid = l.database
        where d.datname = current_database())`.execute(transaction);
    waits = Number(rows[0]?.waits);
  }
}

function listing(fields: object): Record<string, unknown> {
  return { ...aListing({ main_id: 7 }), ...fields };
}

function twins(database: TenantDatabase) {
  return database.db
    .selectFrom('listing_search')
    .select(['id', 'building_id', 'agent_id'])
    .execute();
}

/** Removes building 3 while `write` has written and not yet committed. */
async function beside(
  database: TenantDatabase,
  write: (held: TenantDatabase) => Promise<unknown>,
): Promise<void> {
  let removal: Promise<unknown> = Promise.resolve();
  const held: TenantDatabase = {
    name: database.name,
    role: database.role,
    kind: database.kind,
    db: database.db,
    removedKeptMs: database.removedKeptMs,
    codes: database.codes,
    now: () => database.now(),
    note: (work) => database.note(work),
    write: (work) =>
      database.write(async (transaction) => {
        const result = await work(transaction);
        removal = removeRecords(database, 'buildings', [3]);
        await waiters(transaction, 1);
        return result;
      }),
  };
  await write(held);
  await removal;
}
