import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type MovedTable, tableIn } from '../../data/move/catalog.js';
import { FROZEN_CODE, FROZEN_MESSAGE } from '../tenant/frozen.js';
import type { OwnedDatabase } from '../tenant/open.js';
import { moveTables, stateOf } from './guard.js';
import { withLocks } from './locks.js';

/** How long writers to a table are held up at a time while its triggers are created. */
const TRIGGER_TIMEOUT_MS = 1_000;

/** How long readers of a table are held up at a time while its triggers are removed. */
const REMOVAL_TIMEOUT_MS = 100;

/** How often tables are found in use before the remaining triggers stay. */
const REMOVAL_FAILURES = 100;

/** The pause in which others proceed. */
const REMOVAL_PAUSE_MS = 50;

/**
 * Creates the triggers that read the move's tables; existing ones stay. When this returns, every writer
 * notes its changes, so the row that enables that has to exist before.
 */
export async function installGuard(
  owned: OwnedDatabase,
  tables: readonly MovedTable[],
  { noting }: { readonly noting: boolean },
): Promise<void> {
  if (owned.kind === 'sqlite') await installOnSqlite(owned, tables, noting);
  else await installOnPostgres(owned, tables, noting);
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
          after ${sql.raw(event)} on ${name} when exists (select 1 from move_state)
          begin ${sql.join(notes, sql` `)} end
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
    // The triggers run with the writer's rights.
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
        if not exists (select from ${state}) then
          return null;
        end if;
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
  for (const { name, key } of tables) {
    const make = async (trigger: string, words: ReturnType<typeof sql>) => {
      const made = await withLocks(owned, { timeoutMs: TRIGGER_TIMEOUT_MS }, (transaction) =>
        there.get(name)?.includes(trigger)
          ? // Waits for writers that have run the trigger and may not have seen the row.
            sql`lock table ${tableIn(owned, name)} in share row exclusive mode`.execute(transaction)
          : sql`
              create trigger ${sql.id(trigger)} ${words} execute function ${functionIn(trigger)}
              (${sql.join(trigger === 'move_note' ? key.map((column) => sql.lit(column)) : [])})
            `.execute(transaction),
      );
      if (!made) throw new Error(`The table ${name} is written to without a pause.`);
    };
    const on = tableIn(owned, name);
    if (noting && key.length > 0) {
      await make('move_note', sql`after insert or update or delete on ${on} for each row`);
    }
    await make('move_guard', sql`before insert or update or delete on ${on} for each statement`);
  }
}

/** The triggers of moves on the tables of a schema, by table. */
async function triggersOf({ db, place }: OwnedDatabase): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ table: string; names: string[] }>`
    select c.relname::text as "table", array_agg(t.tgname::text) as names
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${place.schema} and not t.tgisinternal and t.tgname like 'move\\_%'
    group by c.relname
  `.execute(db);
  return new Map(rows.map(({ table, names }) => [table, names]));
}

/** Whether a move has left anything here, whether it runs or ended long ago. */
export async function hasGuard(owned: OwnedDatabase): Promise<boolean> {
  const { schema } = owned.place;
  const { rows } =
    owned.kind === 'sqlite'
      ? await sql`
          select 1 from sqlite_master where name like 'move\\_%' escape '\\' limit 1
        `.execute(owned.db)
      : await sql`
          select 1 from pg_tables
          where schemaname = ${schema} and tablename in ('move_state', 'move_change')
        `.execute(owned.db);
  return rows.length > 0;
}

/**
 * Lets everybody write again at once, and then removes the move's triggers and tables. Triggers of a
 * table that is always in use stay, and so do the move's tables, until the next call: without the row
 * they do nothing.
 *
 * @param failures How often tables are found in use before that.
 */
export async function removeGuard(
  owned: OwnedDatabase,
  failures = REMOVAL_FAILURES,
): Promise<void> {
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
  if (!(await removeTriggers(owned, failures))) return;
  const { schema = '' } = owned.place;
  await withLocks(owned, { timeoutMs: REMOVAL_TIMEOUT_MS }, async (transaction) => {
    await sql`drop function if exists ${sql.id(schema, 'move_guard')}`.execute(transaction);
    await sql`drop function if exists ${sql.id(schema, 'move_note')}`.execute(transaction);
    await dropTables(transaction);
  });
}

/** Tries all tables in turn, so that one in use holds up no other. @returns Whether none is left. */
async function removeTriggers(owned: OwnedDatabase, mostFailures: number): Promise<boolean> {
  const once = { timeoutMs: REMOVAL_TIMEOUT_MS, attempts: 1 };
  const left = new Map(await triggersOf(owned));
  for (let failures = 0; ; await pause(REMOVAL_PAUSE_MS)) {
    for (const [table, names] of left) {
      const removed = await withLocks(owned, once, async (transaction) => {
        for (const name of names) {
          await sql`drop trigger if exists ${sql.id(name)} on ${tableIn(owned, table)}`.execute(
            transaction,
          );
        }
      });
      if (removed) left.delete(table);
      else failures += 1;
    }
    if (left.size === 0) return true;
    if (failures >= mostFailures) return false;
  }
}

async function dropTables(transaction: OwnedDatabase['db']): Promise<void> {
  await transaction.schema.dropTable('move_change').ifExists().execute();
  await transaction.schema.dropTable('move_state').ifExists().execute();
}
