import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newEntry } from '../../src/commands/client/entry.js';
import { forEachDatabase } from '../rig/databases.js';
import { databaseOf, offline } from '../rig/offline.js';
import { serverFor } from '../rig/server.js';

forEachDatabase('the databases of clients', (database) => {
  const server = serverFor(database);

  it('are closed at the end of a process, also while one of them fails to open', async () => {
    const entry = await server.addTenant('acme');
    const lost = await server.addTenant('lost');
    await server.services.tenants.letGo('lost');
    if (database.databaseUrl === undefined) {
      rmSync(join(database.dataFolder, 'clients', 'lost.sqlite'));
    }
    await offline(database, async ({ tenants, directory, files }) => {
      const { db } = await tenants.database(entry);
      await db.selectFrom('revision').selectAll().execute();
      // A place that nobody can read fails on both engines.
      await directory.switchPlace('lost', null, 'postgres.broken');
      const opening = tenants.database({ ...lost, database_url: 'postgres.broken' });
      const failed = expect(opening).rejects.toThrow();
      await tenants.close();
      await failed;
      expect(files.state.open).toBe(0);
    });
  });

  it('are noted in the directory where a new one is whole, and not while it is being restored', async () => {
    const { tenants, directory } = server.services;
    const noted = async (name: string, lastStep?: string) => {
      const entry = newEntry(name, 'client', 0);
      await directory.addTenant(entry);
      await (await tenants.openAt(entry, lastStep)).close();
      return directory.tenantSchemas.has(name);
    };
    expect([await noted('whole'), await noted('part', '001-listings')]).toEqual([true, false]);
  });

  it('say which engine they are on, opened for calls or for their owner', async () => {
    const { tenants } = server.services;
    const entry = await server.addTenant('engine');
    const owned = await tenants.openAt(entry);
    const kinds = [(await tenants.database(entry)).kind, owned.kind];
    await owned.close();
    expect(kinds).toEqual([database.kind, database.kind]);
  });

  it('are opened again for the next call after a process has let go of them', async () => {
    const { tenants } = server.services;
    const entry = await server.addTenant('again');
    await tenants.letGo('again');
    const { db } = await tenants.database(entry);
    expect(await db.selectFrom('revision').selectAll().execute()).toHaveLength(1);
  });

  if (database.kind === 'sqlite')
    it('are opened once in a new place, however many calls meet them there at once', async () => {
      await server.addTenant('moved');
      await offline(database, async (services) => {
        const { tenants, directory, places, files } = services;
        const handle = await databaseOf(services, 'moved');
        await directory.switchPlace('moved', null, await places.encodePlace('moved', 'sqlite'));
        const entry = await directory.tenant('moved');
        if (entry === undefined) throw new Error('There is no client moved.');
        const { opened } = files.state;
        const handles = await Promise.all(Array.from({ length: 5 }, () => tenants.database(entry)));
        expect(new Set(handles)).toEqual(new Set([handle]));
        expect(files.state.opened - opened).toBe(1);
        // From then on a call opens nothing.
        await tenants.database(entry);
        await handle.db.selectFrom('revision').selectAll().execute();
        expect(files.state.opened - opened).toBe(1);
        // Neither does one that read the directory before the move.
        await tenants.database({ ...entry, database_url: null });
        expect(files.state.opened - opened).toBe(1);
        // A second move is followed like the first.
        const third = await places.encodePlace('moved', 'sqlite');
        await directory.switchPlace('moved', entry.database_url, third);
        await tenants.database({ ...entry, database_url: third });
        expect(files.state.opened - opened).toBe(2);
        // A client that was removed in between is no reason to fail.
        await directory.removals.end('moved');
        expect(await tenants.database({ ...entry, database_url: null })).toBe(handle);
        // The one in the place that it has left stays open for reads that began there, and is closed at the end.
        await tenants.close();
        expect(files.state.open).toBe(0);
      });
    });
});
