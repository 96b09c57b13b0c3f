import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { lockTable, qualifiedName } from '../engines/dialect.js';
import {
  FROZEN_CODE,
  FROZEN_MESSAGE,
  READ_ONLY_CODE,
  READ_ONLY_MESSAGE,
} from '../tenant/handle.js';
import type { OwnedDatabase } from '../tenant/open.js';
import { moveTables, OPEN, stateOf, withLocks } from './guard.js';

/** How long writers to a table are held up at a time while its triggers are created. */
const TRIGGER_TIMEOUT_MS = 1_000;

/** How long readers of a table are held up at a time while its triggers are removed. */
const REMOVAL_TIMEOUT_MS = 100;

/** How often tables are found in use before the remaining triggers stay. */
const REMOVAL_FAILURES = 100;

/** The pause in which others proceed. */
const REMOVAL_PAUSE_MS = 50;

/** A trigger, what may be written when it refuses, and with which words. */
const FROZEN = ['move_guard', OPEN.nothing, FROZEN_MESSAGE, FROZEN_CODE] as const;
const READ_ONLY = ['move_read_only', OPEN.people, READ_ONLY_MESSAGE, READ_ONLY_CODE] as const;

/** A table that a trigger guards, and when the trigger refuses to write to it. */
interface Guarded {
  readonly name: string;
  /** Whether it is also refused while people may write. */
  readonly readOnly: boolean;
}

/**
 * Creates the triggers that read the move's table; existing ones stay. When this returns, the row decides
 * about every write, so it has to exist before.
 *
 * @param readOnly The tables that are read-only while people may write to the others.
 */
export async function installGuard(
  owned: OwnedDatabase,
  tables: readonly string[],
  readOnly: readonly string[] = [],
): Promise<void> {
  const guarded = tables.map((name) => ({ name, readOnly: readOnly.includes(name) }));
  if (owned.kind === 'sqlite') await installOnSqlite(owned, guarded);
  else await installOnPostgres(owned, guarded);
}

async function installOnSqlite(owned: OwnedDatabase, tables: readonly Guarded[]): Promise<void> {
  await owned.db.transaction().execute(async (transaction) => {
    for (const { name, readOnly } of tables) {
      for (const [trigger, open, message] of readOnly ? [FROZEN, READ_ONLY] : [FROZEN]) {
        for (const event of ['insert', 'update', 'delete']) {
          await sql`
            create trigger if not exists ${sql.id(`${trigger}_${name}_${event}`)}
            before ${sql.raw(event)} on ${sql.id(name)}
            when (select open from move_state) = ${sql.lit(open)}
            begin select raise(abort, ${sql.lit(message)}); end
          `.execute(transaction);
        }
      }
    }
  });
}

async function installOnPostgres(owned: OwnedDatabase, tables: readonly Guarded[]): Promise<void> {
  const { db, place, role } = owned;
  const state = tableIn(owned.db, 'move_state');
  const functionIn = (name: string) => sql.id(place.schema ?? '', name);
  await db.transaction().execute(async (transaction) => {
    // The triggers run with the writer's rights.
    if (role !== undefined) {
      await sql`grant select on ${state} to ${sql.id(role)}`.execute(transaction);
    }
    for (const [trigger, open, message, code] of [FROZEN, READ_ONLY]) {
      await sql`
        create or replace function ${functionIn(trigger)}() returns trigger language plpgsql as $$
        begin
          if exists (select from ${state} where open = ${sql.lit(open)}) then
            raise exception ${sql.lit(message)} using errcode = ${sql.lit(code)};
          end if;
          return null;
        end $$
      `.execute(transaction);
    }
  });
  const there = await triggersOf(owned);
  for (const { name, readOnly } of tables) {
    const make = async (trigger: string) => {
      const made = await withLocks(owned, { timeoutMs: TRIGGER_TIMEOUT_MS }, (transaction) =>
        there.get(name)?.includes(trigger)
          ? // Waits for writers that have run the trigger and may not have seen the row.
            lockTable(transaction, name as 'listing')
          : sql`
              create trigger ${sql.id(trigger)} before insert or update or delete
              on ${tableIn(owned.db, name)} for each statement execute function ${functionIn(trigger)}()
            `.execute(transaction),
      );
      if (!made) throw new Error(`The table ${name} is written to without a pause.`);
    };
    await make('move_guard');
    if (readOnly) await make('move_read_only');
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
    await moveTables(owned.db).deleteFrom('move_state').execute();
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
    // `move_note`, as the table `move_change`, is of moves by 0.2.
    for (const name of ['move_guard', 'move_read_only', 'move_note']) {
      await sql`drop function if exists ${sql.id(schema, name)}`.execute(transaction);
    }
    await dropTables(transaction);
  });
}

/** Removes the guard of a move that was cut short, which refuses writes. */
export async function thaw(owned: OwnedDatabase): Promise<void> {
  if ((await stateOf(owned)) !== undefined) await removeGuard(owned);
}

/** Tries all tables in turn, so that one in use holds up no other. @returns Whether none is left. */
async function removeTriggers(owned: OwnedDatabase, mostFailures: number): Promise<boolean> {
  const once = { timeoutMs: REMOVAL_TIMEOUT_MS, attempts: 1 };
  const left = new Map(await triggersOf(owned));
  for (let failures = 0; ; await pause(REMOVAL_PAUSE_MS)) {
    for (const [table, names] of left) {
      const removed = await withLocks(owned, once, async (transaction) => {
        for (const name of names) {
          await sql`drop trigger if exists ${sql.id(name)} on ${tableIn(owned.db, table)}`.execute(
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

/** The table's name in a statement without a builder. */
function tableIn(db: OwnedDatabase['db'], name: string): RawBuilder<unknown> {
  return sql.raw(qualifiedName(db, name as 'listing'));
}

async function dropTables(transaction: OwnedDatabase['db']): Promise<void> {
  await transaction.schema.dropTable('move_change').ifExists().execute();
  await transaction.schema.dropTable('move_state').ifExists().execute();
}
