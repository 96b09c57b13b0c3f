import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { lockName } from '../engines/dialect.js';
import type { TenantDatabase, WriteSize } from './open.js';
import type { TenantTables } from './tables.js';

/** How often a transaction is repeated that PostgreSQL ended for another one. */
const REPEATS = 5;

/** The pause before it is repeated, in milliseconds, so that the other one can finish. */
const PAUSE_MS = 20;

/**
 * The same database, for an import or a removal. A batch locks thousands of rows of several tables, in
 * an order that its file decides, so on PostgreSQL the batches of two imports could wait for each other
 * for ever. Here they take turns: each holds a lock of this database until its transaction ends.
 * Websites do not wait for it. A transaction that PostgreSQL ends nevertheless, because a website wrote
 * the same rows in another order, is repeated.
 */
export function forImport(database: TenantDatabase): TenantDatabase {
  if (inOneImport.has(database)) return database;
  return writingBy(database, (work, size) =>
    repeated(() =>
      database.write(async (transaction) => {
        await lockImports(database, transaction);
        return work(transaction);
      }, size),
    ),
  );
}

/**
 * The same database, for the records of an import: each write first runs `check`, under the lock of imports. What
 * another import or a sweep changes under this lock is so before this write or after it.
 *
 * @param check Throws where the records must not be written.
 */
export function checkedForImport(
  database: TenantDatabase,
  check: (transaction: Transaction<TenantTables>) => Promise<void>,
): TenantDatabase {
  return writingBy(database, (work, size) =>
    database.write(async (transaction) => {
      await lockImports(database, transaction);
      await check(transaction);
      return work(transaction);
    }, size),
  );
}

function lockImports({ name }: TenantDatabase, transaction: Transaction<TenantTables>) {
  return lockName(transaction, `portico import ${name}`);
}

/** The same database with another way to write. */
export function writingBy(
  database: TenantDatabase,
  write: TenantDatabase['write'],
): TenantDatabase {
  return {
    name: database.name,
    role: database.role,
    removedKeptMs: database.removedKeptMs,
    codes: database.codes,
    now: () => database.now(),
    get kind() {
      return database.kind;
    },
    get db() {
      return database.db;
    },
    announce: async () => database.announce?.(),
    write,
    note: (work) => database.note(work),
  };
}

/** Databases whose writes are parts of a transaction that holds the lock. */
const inOneImport = new WeakSet<TenantDatabase>();

/** Runs several writes of an import as one transaction. @param work May run again, as of `write`. @param size As there. */
export function asOneImport<Result>(
  database: TenantDatabase,
  work: (database: TenantDatabase, transaction: Transaction<TenantTables>) => Promise<Result>,
  size?: WriteSize,
): Promise<Result> {
  return forImport(database).write((transaction) => {
    const inside: TenantDatabase = {
      name: database.name,
      role: database.role,
      removedKeptMs: database.removedKeptMs,
      codes: database.codes,
      now: () => database.now(),
      kind: database.kind,
      db: transaction,
      write: (part) => part(transaction),
      note: (part) => part(transaction),
    };
    inOneImport.add(inside);
    return work(inside, transaction);
  }, size);
}

async function repeated<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await write();
    } catch (error) {
      if (repeats === REPEATS || !isEndedForAnother(error)) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** A deadlock or a serialization failure: nothing is wrong with the transaction itself. */
function isEndedForAnother(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === '40P01' || code === '40001';
}
