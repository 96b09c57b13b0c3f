import { beforeAll, expect, it } from 'vitest';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import {
  revisionNow,
  revisionOf,
  writeRecords,
  writeTo,
  writeUnversioned,
  writeViews,
} from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';

forEachDatabase('the revision of a client database', (database) => {
  const server = serverFor(database);
  const held: { database?: TenantDatabase } = {};
  const opened = () => held.database as TenantDatabase;
  const nothing = async () => {};

  beforeAll(async () => {
    await server.addTenant('acme');
    held.database = (await server.services.tenants.tenant('acme'))?.database as TenantDatabase;
  });

  it('moves by a step that nobody can foresee', async () => {
    const steps: number[] = [];
    for (let write = 0; write < 8; write += 1) {
      const before = await revisionOf(opened());
      await writeTo(opened(), nothing);
      const after = await revisionOf(opened());
      expect(after.views).toBe(before.views);
      steps.push(after.number - before.number);
    }
    for (const step of steps) {
      expect(step).toBeGreaterThanOrEqual(1);
      expect(step).toBeLessThan(1_000_000);
    }
    // Eight of a million that are all small, or all the same, do not come up.
    expect(Math.max(...steps)).toBeGreaterThan(1000);
    expect(new Set(steps).size).toBeGreaterThan(1);
  });

  it('counts views by themselves', async () => {
    const before = await revisionOf(opened());
    await writeViews(opened(), nothing);
    const after = await revisionOf(opened());
    expect(after.number).toBe(before.number);
    expect(after.views).toBeGreaterThan(before.views);
  });

  it('stays where no read shows what was written, and where nothing was', async () => {
    const before = await revisionOf(opened());
    expect(await writeUnversioned(opened(), async () => 'done')).toBe('done');
    const failing = writeTo(opened(), async (transaction) => {
      await transaction.updateTable('revision').set({ number: 1, views: 1 }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await revisionOf(opened())).toEqual(before);
  });

  it('moves with records that others bring where one of them has changed, or something unnamed', async () => {
    const moved = async (work: Parameters<typeof writeRecords>[1]) => {
      const before = await revisionOf(opened());
      expect(await writeRecords(opened(), work)).toBe('done');
      return (await revisionOf(opened())).number !== before.number;
    };
    expect(await moved(async () => 'done')).toBe(false);
    expect(
      await moved(async (_, changes) => {
        changes.unnamed();
        return 'done';
      }),
    ).toBe(true);
    expect(
      await moved(async (_, changes) => {
        changes.removed('offices', [1]);
        return 'done';
      }),
    ).toBe(true);
  });

  it('is read at once where the database needs no waiting', async () => {
    const now = revisionNow(opened());
    expect(now).toEqual(database.kind === 'sqlite' ? await revisionOf(opened()) : undefined);
  });

  it('cannot be lost unnoticed', async () => {
    await opened().db.deleteFrom('revision').execute();
    await expect(writeTo(opened(), nothing)).rejects.toThrow('The database has lost its revision.');
    await expect(revisionOf(opened())).rejects.toThrow(
      'The database of acme has lost its revision.',
    );
  });
});
