import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { removeRecords } from '../../../src/changes/removal/remove-records.js';
import { importResources } from '../../../src/changes/transfers.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
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
    now: () => database.now(),
    note: (work) => database.note(work),
    write: (work) =>
      database.write(async (transaction) => {
        const result = await work(transaction);
        removal = removeRecords(database, 'buildings', [3]);
        // Other suites use the same PostgreSQL.
        for (let waits = 0; waits === 0; ) {
          const { rows } = await sql<{ waits: number }>`
            select count(*) as waits from pg_locks where not granted and pid in (
              select l.pid from pg_locks as l join pg_database as d on d.oid = l.database
              where d.datname = current_database())`.execute(transaction);
          waits = Number(rows[0]?.waits);
        }
        return result;
      }),
  };
  await write(held);
  await removal;
}
