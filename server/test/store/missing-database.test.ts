import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { MissingDatabaseError } from '../../src/store/tenant/open.js';
import { forEachDatabase } from '../rig/databases.js';
import { databaseOf, offline } from '../rig/offline.js';
import { serverFor } from '../rig/server.js';

forEachDatabase('a database that the directory lists', (database) => {
  const server = serverFor(database);
  const file = (name: string) => join(database.dataFolder, 'clients', `${name}.sqlite`);
  const rows = (name: string) =>
    offline(database, async (services) => {
      const { db } = await databaseOf(services, name);
      return db.selectFrom('agent').select('id').execute();
    });
  const schemas = async () =>
    (await server.services.directory.tenantSchemas.all()).filter(({ note }) => note !== undefined);

  /** Takes the database away as a disk that was not mounted would. @returns Brings it back. */
  async function takeAway(name: string): Promise<() => Promise<unknown>> {
    const { databaseUrl } = database;
    if (databaseUrl === undefined) {
      renameSync(file(name), `${file(name)}.away`);
      return async () => {
        rmSync(file(name), { force: true });
        renameSync(`${file(name)}.away`, file(name));
      };
    }
    const run = async (statement: string) => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    };
    await run(`alter schema client_${name} rename to away`);
    return () => run(`alter schema away rename to client_${name}`);
  }

  it('and that is missing is not made again, as the brokerage would find its website empty', async () => {
    await server.addTenant('acme');
    await server.put('acme', 'agents', [{ id: 7, email: 'ann@acme.example', status: 'Active' }]);
    await server.services.tenants.letGo('acme');
    const bringBack = await takeAway('acme');
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect(rows('acme')).rejects.toThrow(MissingDatabaseError);
      // The note that it was there stays.
      expect(await schemas()).toHaveLength(1);
    }
    if (database.kind === 'sqlite') expect(existsSync(file('acme'))).toBe(false);
    await bringBack();
    expect(await rows('acme')).toEqual([{ id: 7 }]);
  });

  if (database.kind === 'sqlite')
    it('and whose file is empty is taken for missing, too', async () => {
      const bringBack = await takeAway('acme');
      writeFileSync(file('acme'), '');
      await expect(rows('acme')).rejects.toThrow(MissingDatabaseError);
      expect(await schemas()).toHaveLength(1);
      await bringBack();
      expect(await rows('acme')).toEqual([{ id: 7 }]);
    });

  it('is made where it never was, and noted', async () => {
    await server.services.directory.addTenant({
      ...(await server.addTenant('beta')),
      name: 'fresh',
    });
    expect(await rows('fresh')).toEqual([]);
    expect((await schemas()).map(({ name }) => name)).toEqual(['acme', 'beta', 'fresh']);
  });
});
