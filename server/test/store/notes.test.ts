import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/engines/dialect.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import type { TenantTables } from '../../src/store/tenant/tables.js';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';

it('outside of a transaction do not wait for the disk on SQLite, and what is written after them does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-notes-'));
  const file = join(folder, 'a.sqlite');
  const { db, notes } = openSqlite<{ probe: { synchronous: number } }>(file);
  try {
    await sql`create table probe (synchronous integer)`.execute(db);
    for (const way of [notes, db]) {
      await sql`insert into probe select synchronous from pragma_synchronous`.execute(way);
    }
    const rows = await db.selectFrom('probe').select('synchronous').execute();
    expect(rows).toEqual([{ synchronous: 1 }, { synchronous: 2 }]);
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
});

forEachDatabase('notes', (place) => {
  const { kind } = place;
  const server = serverFor(place);
  const held: { database?: TenantDatabase } = {};
  const database = () => held.database as TenantDatabase;

  beforeAll(async () => {
    held.database = await server.services.tenants.database(await server.addTenant('acme'));
  });

  /** Whether a commit waits for the disk, as the database says within the transaction. */
  async function waitsForDisk(transaction: Kysely<TenantTables>): Promise<boolean> {
    if (kind === 'sqlite') {
      const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(transaction);
      return rows[0]?.synchronous === 2;
    }
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(
      transaction,
    );
    return rows[0]?.synchronous_commit !== 'off';
  }

  const views = () =>
    database().db.selectFrom('revision').select('views').executeTakeFirstOrThrow();
  const step = (transaction: Kysely<TenantTables>) =>
    transaction
      .updateTable('revision')
      .set((eb) => ({ views: eb('views', '+', 1) }))
      .execute();

  it('do not wait for the disk, and what is written after them does', async () => {
    const usual = await database().write(waitsForDisk);
    expect(await database().note(waitsForDisk)).toBe(false);
    expect(await database().write(waitsForDisk)).toBe(usual);
    if (kind === 'sqlite') expect(usual).toBe(true);
  });

  it('are there for everybody once they are made', async () => {
    const before = (await views()).views;
    await database().note(step);
    expect(await views()).toEqual({ views: before + 1 });
  });

  it('that fail leave nothing, and no write after them unsafe', async () => {
    const before = await views();
    const usual = await database().write(waitsForDisk);
    const failed = database().note(async (transaction) => {
      await step(transaction);
      throw new Error('not so');
    });
    await expect(failed).rejects.toThrow('not so');
    expect(await views()).toEqual(before);
    expect(await database().write(waitsForDisk)).toBe(usual);
  });

  it('and writes take turns', async () => {
    const before = (await views()).views;
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0 ? database().note(step) : database().write(step),
      ),
    );
    expect(await views()).toEqual({ views: before + 20 });
  });

  it('of a database that was closed end, and none waits for the one before', async () => {
    const { tenants } = server.services;
    const gone = await tenants.database(await server.addTenant('gone'));
    await gone.note(step);
    await tenants.letGo('gone');
    const notes = await Promise.allSettled([gone.note(step), gone.note(step)]);
    // On PostgreSQL the connections are the server's, and stay.
    const end = kind === 'sqlite' ? 'rejected' : 'fulfilled';
    expect(notes.map(({ status }) => status)).toEqual([end, end]);
  });
});
