import { createHash } from 'node:crypto';
import { type Kysely, type Migration, sql } from 'kysely';
import type { Place } from './dialect.js';
import { MissingRightError } from './postgres-roles.js';

/** A database was written by a newer Portico than the one that opens it. */
export class NewerDatabaseError extends Error {
  constructor(database: string) {
    super(
      `The database ${database} was made by a newer Portico. Start that version, or restore a backup made by this one.`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/** What is brought to the newest schema. */
export interface Schema {
  /** What the database is called in errors. */
  readonly database: string;
  readonly place: Place;
  /** By name, in the order of their names. */
  readonly steps: Readonly<Record<string, Migration>>;
  /**
   * Goes no further than this step, for data that was saved when it was the last. A schema never goes
   * back: one that is further stays where it is.
   */
  readonly lastStep?: string | undefined;
  /** Takes the steps, which may take longer than a look at what is there; else what looks does. */
  readonly through?: Kysely<never>;
  /** What else has to be there, such as the role that may use the tables. */
  readonly beside?: {
    isDone(db: Kysely<never>): Promise<boolean>;
    make(transaction: Kysely<never>): Promise<void>;
  };
}

interface StepTable {
  schema_step: { name: string; timestamp: string };
}

/**
 * Brings a database to the newest schema. All steps that are missing run in one transaction under a
 * lock that ends with it, so that a killed start leaves the old schema, two starts at once do the
 * work once, and a pooler may stand in between.
 *
 * @throws NewerDatabaseError when the database knows a step that this program does not.
 */
export async function migrate(db: Kysely<never>, schema: Schema): Promise<void> {
  const done = await appliedSteps(db, schema);
  if (missingSteps(schema, done).length === 0 && (await schema.beside?.isDone(db)) !== false)
    return;
  await (schema.through ?? db).transaction().execute(async (transaction) => {
    await lockSchema(transaction as Kysely<never>, schema.place);
    // Another start may have done it all while this one waited.
    const before = await appliedSteps(transaction, schema);
    await makeStepTable(transaction);
    const steps = transaction as unknown as Kysely<StepTable>;
    for (const name of missingSteps(schema, before)) {
      await schema.steps[name]?.up(transaction);
      await steps
        .insertInto('schema_step')
        .values({ name, timestamp: sql<string>`cast(current_timestamp as text)` })
        .execute();
    }
    await schema.beside?.make(transaction);
  });
}

function missingSteps(
  { database, steps, lastStep }: Schema,
  done: readonly string[],
): readonly string[] {
  if (done.some((name) => steps[name] === undefined)) throw new NewerDatabaseError(database);
  return Object.keys(steps)
    .sort()
    .filter((name) => !done.includes(name) && (lastStep === undefined || name <= lastStep));
}

async function makeStepTable(transaction: Kysely<never>): Promise<void> {
  await transaction.schema
    .createTable('schema_step')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('timestamp', 'text', (column) => column.notNull())
    .execute();
}

/** SQLite has one writer at a time, and every file is a schema. */
async function lockSchema(transaction: Kysely<never>, { schema }: Place): Promise<void> {
  if (schema === undefined) return;
  const key = createHash('sha256').update(`portico ${schema}`).digest().readBigInt64BE();
  await sql`select pg_advisory_xact_lock(${sql.lit(key)})`.execute(transaction);
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(
    transaction,
  );
  if (rows.length > 0) return;
  try {
    await transaction.schema.createSchema(schema).execute();
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    throw new MissingRightError(
      'The PostgreSQL role of the URL may not make schemas in its database. Let an administrator ' +
        'run: GRANT CREATE ON DATABASE … TO …; or make the role the owner of the database.',
      error,
    );
  }
}

async function appliedSteps(db: Kysely<never>, { place }: Schema): Promise<readonly string[]> {
  const { kind, schema } = place;
  const { rows: found } =
    kind === 'sqlite'
      ? await sql`select 1 from sqlite_master where name = 'schema_step'`.execute(db)
      : await sql`select 1 from pg_tables where schemaname = ${schema} and tablename = 'schema_step'`.execute(
          db,
        );
  if (found.length === 0) return [];
  const steps = db as unknown as Kysely<StepTable>;
  const rows = await steps.selectFrom('schema_step').select('name').execute();
  return rows.map((row) => row.name);
}
