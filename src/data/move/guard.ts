import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { FROZEN_CODE, FROZEN_MESSAGE } from '../client-database/frozen.js';
import type { OwnedDatabase } from '../client-database/open.js';
import { columnTypes } from '../dialect.js';
import { type MovedTable, tableIn } from './catalog.js';

/**
 * What a move puts into the two databases while it lasts: a row that says how far it is, and
 * triggers. One refuses every change while that row says that the database is closed; in the source
 * another notes the key of every row that is changed.
 *
 * The row is looked at by the trigger in the writer's own transaction, so that the move itself can
 * write to a closed database: it opens it for the length of its transaction, which others do not see.
 */

/** What a closed or watched database says of itself. */
export interface MoveState {
  /** Names the move that wrote it last. */
  readonly move_id: string;
  readonly part: 'source' | 'target';
  /**
   * Of a source: being copied; frozen for the switch; left behind by it. Of a target: being filled;
   * filled and complete, whether the directory knows it yet or not.
   */
  readonly phase: 'copying' | 'frozen' | 'left' | 'filling' | 'ready';
}

/** The tables of a move. */
export interface MoveTables {
  move_state: MoveState & { id: number; open: number };
  move_change: { id: number; table_name: string; key: string };
}

/** How often a lock that would make readers wait is tried to be had at once. */
const LOCK_ATTEMPTS = 100;
const LOCK_PAUSE_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';

/** The tables of a move, typed. */
export function moveTables(owned: Pick<OwnedDatabase, 'db'>): Kysely<MoveTables> {
  return owned.db as unknown as Kysely<MoveTables>;
}

/** How far a move of this database is; undefined when there is none. */
export async function stateOf(owned: OwnedDatabase): Promise<MoveState | undefined> {
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

/** Notes that a move begins here, in place of any other, and whether others may write. */
export async function beginState(
  owned: OwnedDatabase,
  state: MoveState,
  open: 0 | 1,
): Promise<void> {
  await moveTables(owned)
    .insertInto('move_state')
    .values({ id: 1, open, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ open, ...state }))
    .execute();
}

/**
 * Notes how much further the move is, unless another has taken over.
 *
 * @throws MoveOvertaken
 */
export async function advance(
  owned: OwnedDatabase,
  state: Pick<MoveState, 'move_id' | 'phase'>,
): Promise<void> {
  const { numUpdatedRows } = await moveTables(owned)
    .updateTable('move_state')
    .set({ phase: state.phase, open: 0 })
    .where('move_id', '=', state.move_id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new MoveOvertaken();
}

/** Makes the move's tables and the triggers that look at them; those that are there stay. */
export async function installGuard(
  owned: OwnedDatabase,
  tables: readonly MovedTable[],
  { noting }: { readonly noting: boolean },
): Promise<void> {
  await makeTables(owned);
  if (owned.kind === 'sqlite') await installOnSqlite(owned, tables, noting);
  else await installOnPostgres(owned, tables, noting);
}

async function makeTables({ db, kind }: OwnedDatabase): Promise<void> {
  const { integer, text, counted } = columnTypes(kind);
  await db.transaction().execute(async (transaction) => {
    await transaction.schema
      .createTable('move_state')
      .ifNotExists()
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('open', integer, (column) => column.notNull())
      .addColumn('move_id', text, (column) => column.notNull())
      .addColumn('part', text, (column) => column.notNull())
      .addColumn('phase', text, (column) => column.notNull())
      .execute();
    await transaction.schema
      .createTable('move_change')
      .ifNotExists()
      .addColumn('id', integer, counted)
      .addColumn('table_name', text, (column) => column.notNull())
      .addColumn('key', text, (column) => column.notNull())
      .execute();
  });
}

async function installOnSqlite(
  owned: OwnedDatabase,
  tables: readonly MovedTable[],
  noting: boolean,
): Promise<void> {
  await owned.db.transaction().execute(async (transaction) => {
    for (const table of tables) {
      const name = sql.id(table.name);
      for (const event of ['insert', 'update', 'delete'] as const) {
        await sql`
          create trigger if not exists ${sql.id(`move_guard_${table.name}_${event}`)}
          before ${sql.raw(event)} on ${name} when (select open from move_state) = 0
          begin select raise(abort, ${sql.lit(FROZEN_MESSAGE)}); end
        `.execute(transaction);
        if (!noting || table.key.length === 0) continue;
        const rows = event === 'insert' ? ['new'] : event === 'delete' ? ['old'] : ['old', 'new'];
        const notes = rows.map((row) => {
          const key = sql.join(table.key.map((column) => sql`${sql.raw(row)}.${sql.id(column)}`));
          return sql`
            insert into move_change (table_name, "key")
            values (${sql.lit(table.name)}, json_array(${key}));
          `;
        });
        await sql`
          create trigger if not exists ${sql.id(`move_note_${table.name}_${event}`)}
          after ${sql.raw(event)} on ${name} begin ${sql.join(notes, sql` `)} end
        `.execute(transaction);
      }
    }
  });
}

async function installOnPostgres(
  owned: OwnedDatabase,
  tables: readonly MovedTable[],
  noting: boolean,
): Promise<void> {
  const { db, place, role } = owned;
  const [state, change] = [tableIn(owned, 'move_state'), tableIn(owned, 'move_change')];
  const functionIn = (name: string) => sql.id(place.schema ?? '', name);
  await db.transaction().execute(async (transaction) => {
    // The triggers run with the rights of whoever writes.
    if (role !== undefined) {
      await sql`grant select on ${state} to ${sql.id(role)}`.execute(transaction);
      await sql`grant insert on ${change} to ${sql.id(role)}`.execute(transaction);
    }
    await sql`
      create or replace function ${functionIn('move_guard')}() returns trigger language plpgsql as $$
      begin
        if exists (select from ${state} where open = 0) then
          raise exception ${sql.lit(FROZEN_MESSAGE)} using errcode = ${sql.lit(FROZEN_CODE)};
        end if;
        return null;
      end $$
    `.execute(transaction);
    await sql`
      create or replace function ${functionIn('move_note')}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into ${change} (table_name, key)
          select tg_table_name, jsonb_agg(to_jsonb(old) -> name order by place)
          from unnest(tg_argv) with ordinality as keys (name, place);
        end if;
        if tg_op <> 'DELETE' then
          insert into ${change} (table_name, key)
          select tg_table_name, jsonb_agg(to_jsonb(new) -> name order by place)
          from unnest(tg_argv) with ordinality as keys (name, place);
        end if;
        return null;
      end $$
    `.execute(transaction);
  });
  const there = await triggersOf(owned);
  // Each table in a transaction of its own: whoever holds one lock at a time is never waited for by
  // somebody whom it waits for.
  for (const { name, key } of tables) {
    const make = async (trigger: string, words: ReturnType<typeof sql>) => {
      if (there.has(`${name} ${trigger}`)) return;
      await sql`
        create trigger ${sql.id(trigger)} ${words} execute function ${functionIn(trigger)}
        (${sql.join(trigger === 'move_note' ? key.map((column) => sql.lit(column)) : [])})
      `.execute(db);
    };
    const on = tableIn(owned, name);
    if (noting && key.length > 0) {
      await make('move_note', sql`after insert or update or delete on ${on} for each row`);
    }
    await make('move_guard', sql`before insert or update or delete on ${on} for each statement`);
  }
}

async function triggersOf({ db, place }: OwnedDatabase): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || ' ' || t.tgname as name
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${place.schema} and not t.tgisinternal
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Closes the database for everybody, and waits for those who had begun to write: what they were
 * told is stored is stored when this returns, and everybody else is refused.
 */
export async function freeze(
  owned: OwnedDatabase,
  moveId: string,
  tables: readonly MovedTable[],
): Promise<void> {
  await advance(owned, { move_id: moveId, phase: 'frozen' });
  // On SQLite nobody else was writing while that was written.
  if (owned.kind === 'sqlite') return;
  for (const { name } of tables) {
    await owned.db
      .transaction()
      .execute((transaction) =>
        sql`lock table ${tableIn(owned, name)} in share row exclusive mode`.execute(transaction),
      );
  }
}

/** Opens a frozen source again, whose move goes on. @throws MoveOvertaken */
export async function reopen(owned: OwnedDatabase, moveId: string): Promise<void> {
  const { numUpdatedRows } = await moveTables(owned)
    .updateTable('move_state')
    .set({ phase: 'copying', open: 1 })
    .where('move_id', '=', moveId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new MoveOvertaken();
}

/** Runs `work` in a transaction to which a closed database is open. @throws MoveOvertaken */
export async function writeInside<Result>(
  owned: OwnedDatabase,
  moveId: string,
  work: (transaction: OwnedDatabase['db']) => Promise<Result>,
): Promise<Result> {
  return owned.db.transaction().execute(async (transaction) => {
    const state = moveTables({ db: transaction })
      .updateTable('move_state')
      .where('move_id', '=', moveId);
    const { numUpdatedRows } = await state.set({ open: 1 }).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new MoveOvertaken();
    const result = await work(transaction);
    await state.set({ open: 0 }).execute();
    return result;
  });
}

/** Another move of the same client has begun, and goes on in place of this one. */
export class MoveOvertaken extends Error {
  constructor() {
    super('Another move of this client has taken over, or has ended this one.');
    this.name = 'MoveOvertaken';
  }
}

/** Lets everybody write again, at once, and then clears away what the move has put there. */
export async function removeGuard(owned: OwnedDatabase): Promise<void> {
  if ((await stateOf(owned)) !== undefined) {
    await moveTables(owned).deleteFrom('move_state').execute();
  }
  if (owned.kind === 'sqlite') {
    await owned.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_master where type = 'trigger' and name like 'move\\_%' escape '\\'
      `.execute(transaction);
      for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(transaction);
      await dropTables(transaction);
    });
    return;
  }
  for (const trigger of await triggersOf(owned)) {
    const [table = '', name = ''] = trigger.split(' ');
    if (!name.startsWith('move_')) continue;
    await withoutQueueing(owned, (transaction) =>
      sql`drop trigger if exists ${sql.id(name)} on ${tableIn(owned, table)}`.execute(transaction),
    );
  }
  const { schema = '' } = owned.place;
  await withoutQueueing(owned, async (transaction) => {
    await sql`drop function if exists ${sql.id(schema, 'move_guard')}`.execute(transaction);
    await sql`drop function if exists ${sql.id(schema, 'move_note')}`.execute(transaction);
    await dropTables(transaction);
  });
}

async function dropTables(transaction: OwnedDatabase['db']): Promise<void> {
  await transaction.schema.dropTable('move_change').ifExists().execute();
  await transaction.schema.dropTable('move_state').ifExists().execute();
}

/**
 * Takes locks that readers collide with only when they are free at once: whoever waits for such a
 * lock has everybody behind it wait as well.
 */
async function withoutQueueing(
  { db }: OwnedDatabase,
  work: (transaction: OwnedDatabase['db']) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = '100ms'`.execute(transaction);
        await work(transaction);
      });
      return;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS) throw error;
    }
    await pause(LOCK_PAUSE_MS);
  }
}
