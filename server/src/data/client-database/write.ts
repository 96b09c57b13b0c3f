import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { fragment } from '../fragment.js';
import { runPrepared } from '../prepared.js';
import type { ClientDatabase } from './open.js';
import type { ClientTables, RevisionTable } from './tables.js';

/**
 * The revision moves by a random step, so that a database that was restored from a copy does not come
 * through the same numbers again with other data. Steps of this size last for billions of writes.
 */
const LARGEST_STEP = 1_000_000;

/**
 * The one way to write to a client database: `work` in a transaction, and in the same one a step of
 * the database's revision, by which readers everywhere know that what they hold is out of date.
 */
export function writeTo<Result>(
  database: ClientDatabase,
  work: (transaction: Transaction<ClientTables>) => Promise<Result>,
): Promise<Result> {
  return moving(database, 'number', work);
}

/**
 * As `writeTo`, for view counts: they come with every page that a visitor opens, and few reads show
 * them. Those alone are out of date after one.
 */
export function writeViews<Result>(
  database: ClientDatabase,
  work: (transaction: Transaction<ClientTables>) => Promise<Result>,
): Promise<Result> {
  return moving(database, 'views', work);
}

/**
 * As `writeTo`, for what no read with an entity tag shows: members, their favourites and trails.
 * The revision stays, as otherwise every page that a member looks at would have websites read all
 * they hold anew.
 */
export function writeUnseen<Result>(
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
    // Last, as from here to the end of the transaction other writers wait for this row.
    await transaction
      .updateTable('revision')
      .set((eb) => ({ [moved]: eb(moved, '+', randomInt(1, LARGEST_STEP)) }))
      .execute();
    return result;
  });
}

/** Where the database's revision stands. Two equal revisions are the same data. */
export async function revisionOf(database: ClientDatabase): Promise<RevisionTable> {
  const statement = fragment('revision', [], () =>
    database.db.selectFrom('revision').select(['number', 'views']),
  );
  const [row] = await runPrepared<RevisionTable>(database, statement);
  if (row === undefined) throw new Error(`The database of ${database.name} has lost its revision.`);
  return row;
}
