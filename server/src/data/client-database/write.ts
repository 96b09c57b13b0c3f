import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { fragment } from '../fragment.js';
import { runPrepared } from '../prepared.js';
import type { ClientDatabase } from './open.js';
import type { ClientTables, RevisionTable } from './tables.js';

/**
 * The revision grows by a random step, so that a database that was restored from a copy does not reuse
 * a number for other data. Steps of this size last for billions of writes.
 */
const LARGEST_STEP = 1_000_000;

/**
 * Runs `work` in a transaction that also bumps the database's revision, by which readers see that their
 * copies are out of date. Every write that a tagged read shows goes through here or `writeViews`.
 */
export function writeTo<Result>(
  database: ClientDatabase,
  work: (transaction: Transaction<ClientTables>) => Promise<Result>,
): Promise<Result> {
  return moving(database, 'number', work);
}

/**
 * Like `writeTo`, for view counts. Every page view writes one and few reads show them, so they have a
 * revision of their own and only those reads become out of date.
 */
export function writeViews<Result>(
  database: ClientDatabase,
  work: (transaction: Transaction<ClientTables>) => Promise<Result>,
): Promise<Result> {
  return moving(database, 'views', work);
}

/**
 * Like `writeTo`, for data that no read with an entity tag shows: members, their favourites and
 * trails. The revision stays the same; otherwise every page view of a member would make websites
 * fetch everything again.
 */
export function writeUnversioned<Result>(
  database: ClientDatabase,
  work: (transaction: Transaction<ClientTables>) => Promise<Result>,
): Promise<Result> {
  return database.write(work);
}

function moving<Result>(
  database: ClientDatabase,
  moved: keyof RevisionTable,
  work: (transaction: Transaction<ClientTables>) => Promise<Result>,
): Promise<Result> {
  return database.write(async (transaction) => {
    const result = await work(transaction);
    // The last statement, because other writers wait for this row until the transaction ends.
    await transaction
      .updateTable('revision')
      .set((eb) => ({ [moved]: eb(moved, '+', randomInt(1, LARGEST_STEP)) }))
      .execute();
    return result;
  });
}

/** Returns the database's revision. Equal revisions mean equal data. */
export async function revisionOf(database: ClientDatabase): Promise<RevisionTable> {
  const statement = fragment('revision', [], () =>
    database.db.selectFrom('revision').select(['number', 'views']),
  );
  const [row] = await runPrepared<RevisionTable>(database, statement);
  if (row === undefined) throw new Error(`The database of ${database.name} has lost its revision.`);
  return row;
}
