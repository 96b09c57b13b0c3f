import { randomInt } from 'node:crypto';
import { type Compilable, sql, type Transaction } from 'kysely';
import { type Fragment, fragment } from '../engines/fragment.js';
import { noteChanges } from './audit.js';
import { Changes, startAgain } from './changes.js';
import { followers, noteFollowed } from './followers.js';
import type { TenantDatabase } from './open.js';
import { runPrepared, runPreparedIn, runPreparedNow } from './prepared.js';
import type { RevisionTable, TenantTables } from './tables.js';

/**
 * The revision grows by a random step, so that a database that was restored from a copy does not reuse
 * a number for other data. Steps of this size last for billions of writes.
 */
const LARGEST_STEP = 1_000_000;

/**
 * Runs `work` in a transaction that also bumps the database's revision, by which readers see that their
 * copies are out of date. Every write that a tagged read shows goes through here or `writeViews`.
 *
 * `work` names in `changes` which records it wrote or removed, for those that keep a copy.
 */
export function writeTo<Result>(
  database: TenantDatabase,
  work: (transaction: Transaction<TenantTables>, changes: Changes) => Promise<Result>,
): Promise<Result> {
  return database.write(async (transaction) => {
    // Made in here, as a write that meets a move is done again.
    const changes = new Changes();
    const result = await work(transaction, changes);
    await storeChanges(database, transaction, changes);
    return result;
  });
}

/**
 * Like `writeTo`, for records that others bring again and again, mostly as they are: where `work` names
 * no change, it wrote nothing that anybody reads, and the revision stays, so that copies and entity tags
 * stay good.
 */
export function writeRecords<Result>(
  database: TenantDatabase,
  work: (transaction: Transaction<TenantTables>, changes: Changes) => Promise<Result>,
): Promise<Result> {
  return database.write(async (transaction) => {
    const changes = new Changes();
    const result = await work(transaction, changes);
    if (!changes.isEmpty) await storeChanges(database, transaction, changes);
    return result;
  });
}

async function storeChanges(
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  changes: Changes,
): Promise<void> {
  noteChanges(transaction, changes);
  const at = database.now();
  const seq = await stepRevision(transaction, at);
  await changes.store(transaction, seq, at, at - database.removedKeptMs);
}

/** Steps the revision, and returns it. Other writers wait for this row, so that only entries of changes follow. */
async function stepRevision(transaction: Transaction<TenantTables>, at: number): Promise<number> {
  const step = randomInt(1, LARGEST_STEP);
  const statement = fragment('step revision', [step, step], (one, same) =>
    transaction
      .updateTable('revision')
      .set({
        number: sql<number>`number + ${one}`,
        // Stays behind where an earlier program stepped only the number.
        entries_seq: sql<number>`case when entries_seq = number then number + ${same} else entries_seq end`,
      })
      .returning(['number', 'entries_seq', followers(transaction).as('followers')]),
  );
  type Row = Pick<RevisionTable, 'number' | 'entries_seq'> & { readonly followers: number | null };
  const [row] = await runPreparedIn<Row>(transaction, statement);
  if (row === undefined) throw new Error('The database has lost its revision.');
  noteFollowed(transaction, Number(row.followers) > 0);
  if (row.entries_seq !== row.number) await startAgain(transaction, row.number, at);
  return row.number;
}

/**
 * Like `writeTo`, for view counts. Every page view writes one and few reads show them, so they have a
 * revision of their own and only those reads become out of date.
 */
export function writeViews<Result>(
  database: TenantDatabase,
  work: (transaction: Transaction<TenantTables>) => Promise<Result>,
): Promise<Result> {
  return database.write(async (transaction) => {
    const result = await work(transaction);
    await transaction
      .updateTable('revision')
      .set((eb) => ({ views: eb('views', '+', randomInt(1, LARGEST_STEP)) }))
      .execute();
    return result;
  });
}

/**
 * Like `writeTo`, for data that no read with an entity tag shows: members, their favourites and
 * trails. The revision stays the same; otherwise every page view of a member would make websites
 * fetch everything again.
 */
export function writeUnversioned<Result>(
  database: TenantDatabase,
  work: (transaction: Transaction<TenantTables>) => Promise<Result>,
): Promise<Result> {
  return database.write(work);
}

/** The revision of the data, that of the view counts, and when the data was last brought up to date. */
export type Revision = Pick<RevisionTable, 'number' | 'views' | 'refreshed_at'>;

/** Returns the database's revision. Equal revisions mean equal data. */
export async function revisionOf(database: TenantDatabase): Promise<Revision> {
  return onlyRow(database, await runPrepared<Revision>(database, revisionQuery(database)));
}

/** As `revisionOf`, without waiting; undefined where the database has to be waited for. */
export function revisionNow(database: TenantDatabase): Revision | undefined {
  return revisionOfTurn(database, () => {
    const rows = runPreparedNow<Revision>(database.db, revisionQuery(database));
    return rows && onlyRow(database, rows);
  });
}

function revisionQuery({ db }: TenantDatabase): Fragment<Compilable<Revision>> {
  return fragment('revision', [], () =>
    db.selectFrom('revision').select(['number', 'views', 'refreshed_at']),
  );
}

function onlyRow({ name }: TenantDatabase, [row]: readonly Revision[]): Revision {
  if (row === undefined) throw new Error(`The database of ${name} has lost its revision.`);
  return row;
}

/** The revisions that the calls of this turn of the event loop have read; undefined where none has come in it. */
let revisions: Map<TenantDatabase, Revision> | undefined;

/**
 * Says that a call has come in from its socket, from where on the calls of this turn read each revision once.
 *
 * All of them had arrived before the first of them was answered, as they come out of one poll of the sockets. So
 * a revision that is read in this turn is newer than every write that one of them can know of, in whatever process it
 * was. It is forgotten before the next poll of the sockets (`setImmediate`), and when this process has written. What
 * is read in a turn without a call, as after a timer, is not kept: a poll of the sockets follows in the same turn.
 * A caller who sends a call before the last one on its connection is answered (pipelining) may have sent it within
 * the turn, and gets the answer of the last one's revision. So may one of more than 1,024 callers whose sockets are ready
 * at once, as libuv then polls the sockets again within the turn.
 */
export function beginTurnOfCalls(): void {
  if (revisions !== undefined) return;
  revisions = new Map();
  setImmediate(() => {
    revisions = undefined;
  });
}

/** A revision that was read in this turn; otherwise it is read. */
export function revisionOfTurn(
  database: TenantDatabase,
  read: () => Revision | undefined,
): Revision | undefined {
  const before = revisions?.get(database);
  if (before !== undefined) return before;
  const revision = read();
  if (revision !== undefined) revisions?.set(database, revision);
  return revision;
}

/** Says that this process has written. */
export function forgetRevisions(): void {
  revisions?.clear();
}
