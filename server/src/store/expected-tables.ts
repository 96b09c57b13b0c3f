import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { directorySteps } from './directory/migrations.js';
import { BOOKKEEPING } from './engines/bookkeeping.js';
import { openSqlite } from './engines/dialect.js';
import { migrate } from './schema/migrate.js';
import { tenantSteps } from './tenant/migrations.js';

/** The values that a column takes. */
export interface ExpectedColumn {
  readonly type: 'text' | 'number';
  readonly nullable: boolean;
}

/** The columns of each table, by name. */
export type ExpectedTables = ReadonlyMap<string, ReadonlyMap<string, ExpectedColumn>>;

/**
 * The tables of a directory or a tenant database after a schema step. The steps themselves create them
 * in a temporary file, where they are looked up.
 */
export async function expectedTables(
  of: 'directory' | 'client',
  lastStep: string,
): Promise<ExpectedTables> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-schema-'));
  const db = openSqlite<never>(join(folder, 'schema.sqlite')).db as Kysely<never>;
  const place = { kind: 'sqlite', schema: undefined } as const;
  const steps = of === 'directory' ? directorySteps(place) : tenantSteps(place);
  try {
    await migrate(db, { database: of, place, steps, lastStep });
    const { rows } = await sql<{ table: string; column: string; type: string; nullable: number }>`
      select t.name as "table", c.name as "column", lower(c.type) as type,
        c."notnull" = 0 and c.pk = 0 as nullable
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`.execute(db);
    const tables = new Map<string, Map<string, ExpectedColumn>>();
    for (const { table, column, type, nullable } of rows) {
      if ((BOOKKEEPING as readonly string[]).includes(table)) continue;
      const columns = tables.get(table) ?? new Map<string, ExpectedColumn>();
      columns.set(column, { type: type === 'text' ? 'text' : 'number', nullable: nullable === 1 });
      tables.set(table, columns);
    }
    return tables;
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
