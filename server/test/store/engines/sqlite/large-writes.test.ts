import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../../../../src/store/engines/dialect.js';
import type { TenantDatabase } from '../../../../src/store/tenant/open.js';
import type { TenantTables } from '../../../../src/store/tenant/tables.js';
import { forEachDatabase } from '../../../rig/databases.js';
import { databaseOf, offline } from '../../../rig/offline.js';
import { serverFor } from '../../../rig/server.js';

/** More values than travel between threads at once. */
const ROWS = 7_001;

forEachDatabase('large writes', (place) => {
  const server = serverFor(place);
  const held: { database?: TenantDatabase } = {};
  const database = () => held.database as TenantDatabase;

  beforeAll(async () => {
    held.database = await server.services.tenants.database(await server.addTenant('acme'));
  });

  const add = (transaction: Transaction<TenantTables>, from: number, count: number) =>
    transaction
      .insertInto('source_key')
      .values(
        Array.from({ length: count }, (_, at) => ({
          kind: 'listings',
          source: 'crm',
          key: `${from + at}`,
          number: from + at,
        })),
      )
      .execute();
  const keys = (db = database().db) =>
    db.selectFrom('source_key').select(['key', 'number']).orderBy('number').execute();
  const clear = () =>
    database().write((transaction) => transaction.deleteFrom('source_key').execute());

  it('are there once they are committed, and read what they wrote before', async () => {
    const found = await database().write(async (transaction) => {
      for (let from = 1; from <= ROWS; from += 1000) {
        await add(transaction, from, Math.min(1000, ROWS + 1 - from));
      }
      expect(await keys()).toEqual([]);
      // At once, as a handler may ask.
      const [first, second] = await Promise.all([keys(transaction), keys(transaction)]);
      expect(second).toEqual(first);
      return first;
    }, 'large');
    expect(found).toEqual(
      Array.from({ length: ROWS }, (_, at) => ({ key: `${at + 1}`, number: at + 1 })),
    );
    expect(await keys()).toEqual(found);
    await clear();
  });

  it('that fail leave nothing, and say what the engine said', async () => {
    const failed = database().write(async (transaction) => {
      await add(transaction, 1, 10);
      throw new Error('not so');
    }, 'large');
    await expect(failed).rejects.toThrow('not so');
    const twice = database().write(async (transaction) => {
      await add(transaction, 1, 1);
      await add(transaction, 1, 1);
    }, 'large');
    await expect(twice).rejects.toMatchObject({
      code: place.kind === 'sqlite' ? 'SQLITE_CONSTRAINT_UNIQUE' : '23505',
    });
    expect(await keys()).toEqual([]);
  });

  it('and other writes of this process and of others take turns', async () => {
    const number = async (where: TenantDatabase, size: 'small' | 'large') =>
      where.write(async (transaction) => {
        const { views } = await transaction
          .updateTable('revision')
          .set((eb) => ({ views: eb('views', '+', 1) }))
          .returning('views')
          .executeTakeFirstOrThrow();
        await sql`select 1`.execute(transaction);
        return views;
      }, size);
    const { views } = await database()
      .db.selectFrom('revision')
      .select('views')
      .executeTakeFirstOrThrow();
    // With connections of its own, as another process.
    const numbers = await offline({ ...place }, async (services) => {
      const other = await databaseOf(services, 'acme');
      return Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          number(at % 3 === 0 ? other : database(), at % 2 === 0 ? 'large' : 'small'),
        ),
      );
    });
    expect(numbers.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 12 }, (_, at) => views + 1 + at),
    );
  });
});

it('a large write to a file that was closed and is gone makes no new file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-large-'));
  const file = join(folder, 'acme.sqlite');
  const { db, large } = openSqlite<{ thing: { id: number } }>(file);
  try {
    await sql`create table thing (id integer)`.execute(db);
    const write = () =>
      large.transaction().execute((transaction) => sql`select 1`.execute(transaction));
    await write();
    await db.destroy();
    rmSync(file);
    await expect(write()).rejects.toThrow('The SQLite driver is not open.');
    expect(existsSync(file)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
