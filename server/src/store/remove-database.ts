import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Clock } from '../lib/clock.js';
import { strayWords } from './copy/guard.js';
import { openSqlite } from './engines/dialect.js';
import type { PostgresServer } from './engines/postgres/postgres-server.js';
import { tenantRole } from './engines/postgres/roles.js';
import { giveUp, hold } from './engines/sqlite/native-objects.js';
import { schemaOf, type TenantStore, tenantFile, whereIs } from './tenant/open.js';
import type { TenantTables } from './tenant/tables.js';

/** How long other processes may take to close a file. A server does within a second or two. */
const LET_GO_MS = 10_000;

/** How often it is looked whether they have. */
const LOOK_EVERY_MS = 50;

/** How often a removal is repeated that PostgreSQL ended for another transaction. */
const REPEATS = 5;

/** Another process still has the file of a database open. */
export class DatabaseInUseError extends Error {
  constructor(file: string) {
    super(
      `${file} is still open in another program, such as an import or a backup, or a server of an earlier ` +
        'version. Run the same command again when that has ended.',
    );
    this.name = 'DatabaseInUseError';
  }
}

export interface RemovedDatabase {
  /** Where it was: a file, or a schema of a server. */
  readonly place: string;
  /** The tenant's role, if the login role lacks the right to remove it. */
  readonly roleLeft: string | undefined;
}

/**
 * Removes the database of a tenant or feed from a place: its file, or its schema and role. The directory
 * must say already that it is being removed, so that nobody opens it again.
 *
 * @returns Undefined if there is none.
 * @throws DatabaseInUseError
 */
export async function removeDatabase(
  store: TenantStore,
  name: string,
  clock: Clock,
): Promise<RemovedDatabase | undefined> {
  const place = whereIs(store, name);
  if (!('folder' in store)) {
    const removed = await removeSchema(store.server, name);
    return removed && { place, ...removed };
  }
  const file = tenantFile(store.folder, name);
  if (!existsSync(file)) return undefined;
  await untilUnused(file, clock);
  for (const end of ['-wal', '-shm', '']) await rm(`${file}${end}`, { force: true });
  return { place, roleLeft: undefined };
}

/** Whether a place holds a copy that a move or a rename has left, and nobody uses. */
export async function holdsStray(store: TenantStore, name: string): Promise<boolean> {
  if (!('folder' in store)) {
    const db = store.server.schema<TenantTables>(schemaOf(name));
    return (await strayWords({ db })) !== undefined;
  }
  const file = tenantFile(store.folder, name);
  if (!existsSync(file)) return false;
  const { db } = openSqlite<TenantTables>(file);
  return strayWords({ db })
    .then((words) => words !== undefined)
    .finally(() => db.destroy());
}

/** Waits until no other process has a file open: only then can it leave WAL mode. */
async function untilUnused(file: string, clock: Clock): Promise<void> {
  const giveUpAt = clock.monotonic() + LET_GO_MS;
  const database = new Sqlite(file, { timeout: 0 });
  hold(database);
  try {
    for (;;) {
      try {
        if (leftWalMode(database)) return;
      } catch (error) {
        const code = error instanceof Sqlite.SqliteError ? error.code : '';
        // Nobody can have used a file that holds no database.
        if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') return;
        if (!code.startsWith('SQLITE_BUSY')) throw error;
      }
      if (clock.monotonic() >= giveUpAt) throw new DatabaseInUseError(file);
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    database.close();
    giveUp(database);
  }
}

/** `pragma()` of a database makes a statement that nobody could hold. @throws SqliteError while others have the file. */
function leftWalMode(database: Sqlite.Database): boolean {
  const statement = database.prepare('pragma journal_mode = delete');
  hold(statement);
  try {
    return statement.pluck().get() === 'delete';
  } finally {
    giveUp(statement);
  }
}

async function removeSchema(
  server: PostgresServer,
  name: string,
): Promise<Omit<RemovedDatabase, 'place'> | undefined> {
  const schema = schemaOf(name);
  const role = tenantRole(await server.database(), name);
  const db = server.steps(schema);
  const { rows } = await sql`
    select 1 from pg_catalog.pg_namespace where nspname = ${schema}
  `.execute(db);
  if (rows.length > 0) await dropSchema(db, schema);
  // Also without a schema: a removal may have been killed in between.
  const roleLeft = await dropRole(db, role);
  return rows.length === 0 ? undefined : { roleLeft };
}

async function dropSchema(db: ReturnType<PostgresServer['steps']>, schema: string): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
      return;
    } catch (error) {
      // A deadlock with the last calls.
      const { code } = error as { readonly code?: unknown };
      if (code !== '40P01' || repeats === REPEATS) throw error;
    }
  }
}

/** @returns The role, if the login role lacks the right to remove it. */
async function dropRole(
  db: ReturnType<PostgresServer['steps']>,
  role: string,
): Promise<string | undefined> {
  try {
    await sql`drop role if exists ${sql.id(role)}`.execute(db);
    return undefined;
  } catch (error) {
    // An administrator made the role, or has given it rights elsewhere.
    const { code } = error as { readonly code?: unknown };
    if (code === '42501' || code === '2BP01') return role;
    throw error;
  }
}
