import { type Kysely, type Migration, Migrator } from 'kysely';

/** A database was written by a newer Portico than the one that opens it. */
export class NewerDatabaseError extends Error {
  constructor(database: string) {
    super(
      `The database ${database} was made by a newer Portico. Start that version, or restore a backup made by this one.`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/**
 * Brings a database to the newest schema. All steps that are missing run in one transaction under a
 * lock, so that a killed start leaves the old schema and two starts at once do the work once.
 *
 * @param database What the database is called in errors.
 * @param schema The PostgreSQL schema, none on SQLite.
 * @param lastStep Goes no further than this step, for data that was saved when it was the last.
 * @throws NewerDatabaseError when the database knows a step that this program does not.
 */
export async function migrate(
  db: Kysely<never>,
  database: string,
  steps: Record<string, Migration>,
  schema?: string,
  lastStep?: string,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => steps },
    migrationTableName: 'schema_step',
    migrationLockTableName: 'schema_lock',
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const known = new Set(Object.keys(steps));
  const done = await appliedSteps(db, schema);
  if (done.some((name) => !known.has(name))) throw new NewerDatabaseError(database);
  // A schema never goes back: asked for an earlier step, it stays where it is.
  if (done.length === known.size || (lastStep !== undefined && done.includes(lastStep))) return;
  const { error } =
    lastStep === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(lastStep);
  if (error !== undefined) throw error;
}

async function appliedSteps(
  db: Kysely<never>,
  schema: string | undefined,
): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const made = tables.some(
    (table) => table.name === 'schema_step' && (schema === undefined || table.schema === schema),
  );
  if (!made) return [];
  const loose = db as unknown as Kysely<{ schema_step: { name: string } }>;
  const rows = await loose.selectFrom('schema_step').select('name').execute();
  return rows.map((row) => row.name);
}
