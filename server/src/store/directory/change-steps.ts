import { type Kysely, sql } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';

/** The tables that every call depends on. */
const COUNTED = ['client', 'api_key'] as const;

/**
 * Counts the changes of tenants and keys in one row. Triggers count, so that every change is noticed:
 * of a server, a command, an older release, or an operator with a database tenant.
 */
export async function countChanges(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer } = columnTypes(place.kind);
  await db.schema
    .createTable('directory_change')
    .addColumn('only', integer, (column) => column.primaryKey())
    .addColumn('number', integer, (column) => column.notNull())
    .execute();
  const loose = db as Kysely<{ directory_change: { only: number; number: number } }>;
  await loose.insertInto('directory_change').values({ only: 1, number: 1 }).execute();
  await (place.kind === 'sqlite' ? countOnSqlite(db) : countOnPostgres(db, place));
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of COUNTED) {
    for (const event of ['insert', 'update', 'delete'] as const) {
      await sql`
        create trigger ${sql.id(`directory_change_${table}_${event}`)}
        after ${sql.raw(event)} on ${sql.id(table)}
        begin update directory_change set number = number + 1; end
      `.execute(db);
    }
  }
}

async function countOnPostgres(db: Kysely<unknown>, { schema = '' }: Place): Promise<void> {
  const count = sql.id(schema, 'count_change');
  await sql`
    create function ${count}() returns trigger language plpgsql as $$
    begin
      update ${sql.id(schema, 'directory_change')} set number = number + 1;
      return null;
    end $$
  `.execute(db);
  for (const table of COUNTED) {
    await sql`
      create trigger directory_change after insert or update or delete
      on ${sql.id(schema, table)} for each statement execute function ${count}()
    `.execute(db);
  }
}
