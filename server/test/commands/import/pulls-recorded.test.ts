import { expect, it } from 'vitest';
import { recordedImport } from '../../../src/commands/import/recorded.js';
import { beginRun, lastBases } from '../../../src/store/tenant/import-runs.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('a pull that is noted', (installation) => {
  const server = serverFor(installation);
  let tenants = 0;

  /** Notes pulls with these counts, and gives the types of the events that receivers get. */
  async function noted(...counts: readonly object[]) {
    tenants += 1;
    const name = `acme${tenants}`;
    await server.addTenant(name);
    const { services } = server;
    const entry = await services.directory.tenant(name);
    if (entry === undefined) throw new Error(`There is no ${name}.`);
    const database = await services.tenants.database(entry);
    const types: string[] = [];
    const webhooks = Object.create(services.webhooks, {
      wants: { value: async (_: unknown, type: string) => types.push(type) < 0 },
    });
    const opened = { services: { ...services, webhooks }, entry, database };
    const asked = { sources: ['mls.yaml'], mode: 'pull' } as const;
    for (const listings of counts) {
      await recordedImport(opened, asked, async () => ({ listings, rejects: null }) as never);
    }
    return { types, database };
  }

  it('tells receivers only where something has changed', async () => {
    const idle = { read: 4, written: 4, rejected: 0, unchanged: 4 };
    expect((await noted(idle, { read: 0, written: 0, rejected: 0 })).types).toEqual([]);
    const { types } = await noted({ ...idle, unchanged: 3 }, { ...idle, removed: 1 });
    expect(types).toEqual(['import.completed', 'import.completed']);
  });

  it('has not failed by a single bad record, and has by many', async () => {
    expect((await noted({ read: 1, written: 0, rejected: 1 })).types).toEqual([]);
    const { types } = await noted({ read: 40, written: 0, rejected: 40 });
    expect(types).toEqual(['import.failed']);
  });

  it('does not push out what complete imports compare with', async () => {
    const { database } = await noted();
    const { db } = database;
    const note = async (counts: object) => {
      const id = await beginRun(database, { mode: 'complete', files: '[]' });
      const set = { counts: JSON.stringify(counts), result: 'ok' as const };
      await db.updateTable('import_run').set(set).where('id', '=', id).execute();
      return id;
    };
    const superseded = await note({ listings: { bases: { '': 5, mls: 7 } } });
    const first = await note({ listings: { bases: { '': 6, mls: 8 } } });
    await note({ agents: { read: 1 } });
    await db
      .updateTable('import_run')
      .set((eb) => ({ id: eb('id', '-', 2000) }))
      .execute();
    await beginRun(database, { mode: 'pull', files: '[]' });
    const runs = await db.selectFrom('import_run').select('id').orderBy('id').execute();
    expect(runs.map(({ id }) => Number(id))).toEqual([first - 2000, expect.any(Number)]);
    expect(superseded).toBeLessThan(first);
    expect(await lastBases(database, 'listings')).toEqual({ '': 6, mls: 8 });
  });
});
