import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../engines/dialect.js';
import type { OwnedDatabase } from '../tenant/open.js';
import { tableIn, withLocks } from './locks.js';

/**
 * A move adds to both databases, while it lasts, a row with its state, and triggers that refuse changes
 * as the row says: none, those of records, or all.
 *
 * The triggers read the row in the writer's own transaction, so that the move itself can write to a
 * closed database: it opens the database for its transaction, which others do not see.
 */

/** What may be written: nothing, what people write (`copyOrder`), or everything. */
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

/** The table of a move. */
export interface MoveTables {
  move_state: MoveState & { id: number; open: number };
}

/** Describes an unused copy that a move has made or left; undefined for other databases. */
export function strayWords(state: MoveState | undefined): string | undefined {
  if (state?.phase === 'left') return 'what a move to another place has left behind';
  if (state?.phase === 'filling') return 'the unfinished copy of a move';
  return undefined;
}

/** The table of a move, typed. */
export function moveTables(owned: Pick<OwnedDatabase, 'db'>): Kysely<MoveTables> {
  return owned.db as unknown as Kysely<MoveTables>;
}

/** The state of a move of this database; undefined if there is none. */
export async function stateOf(
  owned: Pick<OwnedDatabase, 'db' | 'place'>,
): Promise<MoveState | undefined> {
  const { kind, schema } = owned.place;
  const { rows } =
    kind === 'sqlite'
      ? await sql`select 1 from sqlite_master where name = 'move_state'`.execute(owned.db)
      : await sql`
          select 1 from pg_tables where schemaname = ${schema} and tablename = 'move_state'
        `.execute(owned.db);
  if (rows.length === 0) return undefined;
  return moveTables(owned)
    .selectFrom('move_state')
    .select(['move_id', 'part', 'phase'])
    .executeTakeFirst();
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
  await moveTables(owned)
    .insertInto('move_state')
    .values({ id: 1, open, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ open, ...state }))
    .execute();
}

/**
 * Notes the next phase of the move, unless another move has taken over.
 *
 * @throws MoveOvertaken
 */
export async function advance(
  owned: OwnedDatabase,
  state: Pick<MoveState, 'move_id' | 'phase'>,
): Promise<void> {
  const { numUpdatedRows } = await moveTables(owned)
    .updateTable('move_state')
    .set({ phase: state.phase, open: OPEN.nothing })
    .where('move_id', '=', state.move_id)
    .executeTakeFirstOrThrow();
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
  await advance(owned, { move_id: moveId, phase: 'frozen' });
  // On SQLite nobody else was writing during that write.
  if (owned.kind === 'sqlite') return true;
  for (const name of tables) {
    const timeoutMs = Math.floor(leftMs());
    if (timeoutMs < 1) return false;
    const once = { timeoutMs, attempts: 1 };
    const done = await withLocks(owned, once, (transaction) =>
      sql`lock table ${tableIn(owned, name)} in share row exclusive mode`.execute(transaction),
    );
    if (!done) return false;
  }
  return true;
}

/** Opens a frozen source again for what people write; its move continues. @throws MoveOvertaken */
export async function reopen(owned: OwnedDatabase, moveId: string): Promise<void> {
  const { numUpdatedRows } = await moveTables(owned)
    .updateTable('move_state')
    .set({ phase: 'copying', open: OPEN.people })
    .where('move_id', '=', moveId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new MoveOvertaken();
}

/** Runs `work` in a transaction that may write to a closed database. @throws MoveOvertaken */
export async function writeInside<Result>(
  owned: OwnedDatabase,
  moveId: string,
  work: (transaction: OwnedDatabase['db']) => Promise<Result>,
): Promise<Result> {
  return owned.db.transaction().execute(async (transaction) => {
    const state = moveTables({ db: transaction })
      .updateTable('move_state')
      .where('move_id', '=', moveId);
    const { numUpdatedRows } = await state.set({ open: OPEN.everything }).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new MoveOvertaken();
    const result = await work(transaction);
    await state.set({ open: OPEN.nothing }).execute();
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
