import type { TenantDatabase } from './open.js';

/**
 * Runs several reads that all see the database as it is at one moment: a listing and its photos, say. It holds up no
 * writer, and on PostgreSQL it holds a connection, so `read` waits for nothing else.
 *
 * @param read Gets the database to read from.
 */
export function atOneMoment<Result>(
  database: TenantDatabase,
  read: (database: TenantDatabase) => Promise<Result>,
): Promise<Result> {
  const { name, role, removedKeptMs, codes, kind, db } = database;
  const refuse = async () => {
    throw new Error('Only reads run at one moment.');
  };
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) =>
      read({
        ...{ name, role, removedKeptMs, codes, kind, db: transaction },
        now: () => database.now(),
        write: refuse,
        note: refuse,
      }),
    );
}
