import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { columnTypes, lockTable } from '../engines/dialect.js';
import { catalog } from '../engines/dialect-tables.js';
import type { OwnedDatabase } from '../tenant/open.js';

/** How often a lock is tried, and the pause in which others proceed. */
const ATTEMPTS = 100;
const PAUSE_MS = 50;

/** PostgreSQL's code of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A move adds to both databases, while it lasts, a row with its state, and triggers that refuse changes
 * as the row says: none, those of records, or all.
 *
 * The triggers read the row in the writer's own transaction, so that the move itself can write to a
 * closed database: it opens the database for its transaction, which others do not see.
 */

export const OPEN = { nothing: 0, people: 1, everything: 2 } as const;

/** The state of a database that is being moved. */
export interface MoveState {
  /** The id of the move that wrote it last. */
  readonly move_id: string;
  readonly part: 'source' | 'target';
  /**
   * Of a source: being copied, its records read-only; frozen for the switch; left behind by it. Of a target: being filled;
   * complete, whether the directory already names it or not.
   */
  readonly phase: 'copying' | 'frozen' | 'left' | 'filling' | 'ready';
}

export interface MoveTables {
  move_state: MoveState & { id: number; open: number };
}

/** Describes an unused copy that a move has made or left; undefined for other databases. */
export async function strayWords(owned: Pick<OwnedDatabase, 'db'>): Promise<string | undefined> {
  const { phase } = (await stateOf(owned)) ?? {};
  if (phase === 'left') return 'what a move to another place has left behind';
  if (phase === 'filling') return 'the unfinished copy of a move';
  return undefined;
}

export function moveTables(db: OwnedDatabase['db']): Kysely<MoveTables> {
  return db as unknown as Kysely<MoveTables>;
}

/** Whether a move has left anything here, whether it runs or ended long ago. */
export async function hasGuard({ db }: Pick<OwnedDatabase, 'db'>): Promise<boolean> {
  const columns = await catalog(db);
  return columns.some(({ table }) => table === 'move_state' || table === 'move_change');
}

/** The state of a move of this database; undefined if there is none. */
export async function stateOf({ db }: Pick<OwnedDatabase, 'db'>): Promise<MoveState | undefined> {
  if (!(await catalog(db)).some(({ table }) => table === 'move_state')) return undefined;
  const query = moveTables(db).selectFrom('move_state').select(['move_id', 'part', 'phase']);
  return query.executeTakeFirst();
}

/**
 * Notes that a move begins here, replacing any other, and what others may write. Creates the table for
 * that if it is missing.
 */
export async function beginState(
  owned: OwnedDatabase,
  state: MoveState,
  open: (typeof OPEN)[keyof typeof OPEN],
): Promise<void> {
  const { integer, text } = columnTypes(owned.kind);
  await owned.db.schema
    .createTable('move_state')
    .ifNotExists()
    .addColumn('id', integer, (column) => column.primaryKey())
    .addColumn('open', integer, (column) => column.notNull())
    .addColumn('move_id', text, (column) => column.notNull())
    .addColumn('part', text, (column) => column.notNull())
    .addColumn('phase', text, (column) => column.notNull())
    .execute();
  await moveTables(owned.db)
    .insertInto('move_state')
    .values({ id: 1, open, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ open, ...state }))
    .execute();
}

/** Changes the state of a move, unless another move has taken over. @throws MoveOvertaken */
export async function updateState(
  db: OwnedDatabase['db'],
  moveId: string,
  values: Partial<Pick<MoveTables['move_state'], 'phase' | 'open'>>,
): Promise<void> {
  const update = moveTables(db).updateTable('move_state').set(values).where('move_id', '=', moveId);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new MoveOvertaken();
}

/**
 * Closes the database for all writers, and waits for those that had begun: writes that they acknowledge
 * are stored when this returns, and all others are refused.
 *
 * @param tables Those that could be written to until now.
 * @param leftMs How long they may take from now on, in milliseconds, all tables together.
 * @returns False if a writer takes too long; the database is closed anyway.
 * @throws MoveOvertaken
 */
export async function freeze(
  owned: OwnedDatabase,
  moveId: string,
  tables: readonly string[],
  leftMs: () => number,
): Promise<boolean> {
  await updateState(owned.db, moveId, { phase: 'frozen', open: OPEN.nothing });
  // On SQLite nobody else was writing during that write.
  if (owned.kind === 'sqlite') return true;
  for (const name of tables) {
    const timeoutMs = Math.floor(leftMs());
    if (timeoutMs < 1) return false;
    const once = { timeoutMs, attempts: 1 };
    const lock = (transaction: OwnedDatabase['db']) => lockTable(transaction, name as 'listing');
    if (!(await withLocks(owned, once, lock))) return false;
  }
  return true;
}

/** Runs `work` in a transaction that may write to a closed database. @throws MoveOvertaken */
export async function writeInside<Result>(
  owned: OwnedDatabase,
  moveId: string,
  work: (transaction: OwnedDatabase['db']) => Promise<Result>,
): Promise<Result> {
  return owned.db.transaction().execute(async (transaction) => {
    await updateState(transaction, moveId, { open: OPEN.everything });
    const result = await work(transaction);
    await updateState(transaction, moveId, { open: OPEN.nothing });
    return result;
  });
}

/** Another move of the same tenant has begun and replaces this one. */
export class MoveOvertaken extends Error {
  constructor() {
    super('Another move of this client has taken over, or has ended this one.');
    this.name = 'MoveOvertaken';
  }
}

/**
 * Runs `work` in a separate transaction with a short lock timeout, as all later callers wait behind
 * one that waits for a lock. Others proceed between two attempts.
 *
 * Lock one table in a transaction: a transaction with one lock at a time is never part of a deadlock.
 *
 * @param timeoutMs For how long others are held up at most.
 * @returns Whether it was done.
 */
export async function withLocks(
  { db }: Pick<OwnedDatabase, 'db'>,
  { timeoutMs, attempts = ATTEMPTS }: { readonly timeoutMs: number; readonly attempts?: number },
  work: (transaction: OwnedDatabase['db']) => Promise<unknown>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`select set_config('lock_timeout', ${String(timeoutMs)}, true)`.execute(
          transaction,
        );
        await work(transaction);
      });
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
    if (attempt === attempts) return false;
    await pause(PAUSE_MS);
  }
}
