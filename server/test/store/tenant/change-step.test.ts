import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { newEntry } from '../../../src/commands/client/entry.js';
import { CHANGE_KINDS } from '../../../src/store/tenant/change-tables.js';
import { openAsOwner } from '../../../src/store/tenant/open.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf } from '../../rig/offline.js';
import { serverFor } from '../../rig/server.js';

/** What a row needs for a website to read it, where that is not the default of its table. */
const READABLE: Readonly<Record<string, object>> = {
  agent: { status: 'Active' },
  blog: { status: 1 },
};
const HIDDEN: Readonly<Record<string, object>> = {
  agent: { status: 'Suspend' },
  blog: { status: 0 },
};

forEachDatabase('The step that makes the entries of changes', (database) => {
  const server = serverFor(database);

  it('makes one for each record that is there and can be read, under the code of its kind', async () => {
    const { directory, tenants } = server.services;
    const kinds = Object.values(CHANGE_KINDS);
    await directory.addTenant(newEntry('older', 'client', 0));
    const store = await tenants.store('default');
    const notes = directory.tenantSchemas;
    const older = await openAsOwner(store, 'older', { lastStep: '007-web-title', notes });
    const loose = older.db as unknown as Kysely<Record<string, object>>;
    for (const { code, table } of kinds) {
      const rows = [{ id: 100 + code, ...READABLE[table] }];
      if (HIDDEN[table]) rows.push({ id: 200 + code, ...HIDDEN[table] });
      await loose.insertInto(table).values(rows).execute();
    }
    await older.close();
    const { db } = await databaseOf(server.services, 'older');
    const { entries_seq, epoch } = await db
      .selectFrom('revision')
      .select(['entries_seq', 'epoch'])
      .executeTakeFirstOrThrow();
    // Drawn for each database, so that a cursor of another one is refused.
    expect(epoch).toBeGreaterThan(1_000_000);
    const entries = await db
      .selectFrom('change_entry')
      .select(['kind', 'record_id', 'seq', 'removed'])
      .orderBy('kind')
      .orderBy('record_id')
      .execute();
    expect(entries).toEqual(
      kinds.map(({ code }) => ({
        kind: code,
        record_id: 100 + code,
        seq: entries_seq,
        removed: 0,
      })),
    );
  });
});
