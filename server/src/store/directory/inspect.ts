import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openSqlite } from '../engines/dialect.js';
import { type AppliedStep, appliedSteps } from '../schema/migrate.js';
import type { SchemaLook } from '../schema/schema-look.js';
import { DIRECTORY_FILE, DIRECTORY_SCHEMA, type DirectoryStore } from './directory.js';
import { SchemaNotes, type TenantSchema } from './schema-notes.js';
import type { DirectoryTables } from './tables.js';

/** A directory, possibly of an older release. */
export interface DirectoryAsItIs {
  readonly applied: readonly AppliedStep[];
  /** All tenants and feeds, with their encoded locations and what is noted of their schemas. */
  readonly tenants: readonly TenantSchema[];
}

/** Reads a directory and changes nothing. @returns Undefined if there is none. */
export async function lookAtDirectory(
  store: DirectoryStore,
  look: SchemaLook,
): Promise<DirectoryAsItIs | undefined> {
  if ('server' in store) {
    const db = store.server.schema<DirectoryTables>(DIRECTORY_SCHEMA);
    const place = { kind: 'postgres', schema: DIRECTORY_SCHEMA } as const;
    const applied = await appliedSteps(db as unknown as Kysely<never>, place);
    return applied.length === 0 ? undefined : { applied, tenants: await tenantsIn(db, applied) };
  }
  const file = join(store.folder, DIRECTORY_FILE);
  const applied = look.file(file);
  if (applied === undefined) return undefined;
  const { db } = openSqlite<DirectoryTables>(file);
  try {
    return { applied, tenants: await tenantsIn(db, applied) };
  } finally {
    await db.destroy();
  }
}

async function tenantsIn(
  db: Kysely<DirectoryTables>,
  applied: readonly AppliedStep[],
): Promise<readonly TenantSchema[]> {
  if (applied.some(({ name }) => name === '005-client-schemas')) return new SchemaNotes(db).all();
  // Both columns are as old as the directory.
  const rows = await db
    .selectFrom('client')
    .select(['name', 'database_url as place'])
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ ...row, note: undefined }));
}
