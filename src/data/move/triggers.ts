import { sql } from 'kysely';
import { FROZEN_CODE, FROZEN_MESSAGE } from '../client-database/frozen.js';
import type { OwnedDatabase } from '../client-database/open.js';
import { columnTypes } from '../dialect.js';
import { type MovedTable, tableIn } from './catalog.js';
import { moveTables, stateOf } from './guard.js';
import { withLocks } from './locks.js';

/** How long writers to a table are held up while its triggers are made, at a time. */
const TRIGGER_PATIENCE_MS = 1_000;

/** How long readers of a table are held up while its triggers are removed, at a time. */
const REMOVAL_PATIENCE_MS = 100;

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
  for (const { name, key } of tables) {
    const make = async (trigger: string, words: ReturnType<typeof sql>) => {
      if (there.has(`${name} ${trigger}`)) return;
      const made = await withLocks(owned, { patienceMs: TRIGGER_PATIENCE_MS }, (transaction) =>
        sql`
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
 * Lets everybody write again, at once, and then clears away what the move has put there. Triggers of
 * a table that is never left alone stay: without the row they look for they do nothing.
 */
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
  const patience = { patienceMs: REMOVAL_PATIENCE_MS };
  for (const trigger of await triggersOf(owned)) {
    const [table = '', name = ''] = trigger.split(' ');
    if (!name.startsWith('move_')) continue;
    const removed = await withLocks(owned, patience, (transaction) =>
      sql`drop trigger if exists ${sql.id(name)} on ${tableIn(owned, table)}`.execute(transaction),
    );
    if (!removed) return;
  }
  const { schema = '' } = owned.place;
  await withLocks(owned, patience, async (transaction) => {
    await sql`drop function if exists ${sql.id(schema, 'move_guard')}`.execute(transaction);
    await sql`drop function if exists ${sql.id(schema, 'move_note')}`.execute(transaction);
    await dropTables(transaction);
  });
}

async function dropTables(transaction: OwnedDatabase['db']): Promise<void> {
  await transaction.schema.dropTable('move_change').ifExists().execute();
  await transaction.schema.dropTable('move_state').ifExists().execute();
}
