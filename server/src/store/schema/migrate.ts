import { type Kysely, type Migration, sql } from 'kysely';
import { lockName, type Place } from '../engines/dialect.js';
import { MissingRightError } from '../engines/postgres/roles.js';

/** A schema step. A released step is never changed. */
export interface SchemaStep extends Migration {
  /**
   * Whether a program that does not know this step may work on a database that has taken it: the step
   * adds tables, indexes, or columns that an insert may leave out, and changes nothing existing. False
   * if the previous program would read or write something wrong.
   */
  readonly additive: boolean;
}

/** A step that a database has taken. */
export interface AppliedStep {
  readonly name: string;
  readonly additive: boolean;
}

/** How far a schema is, as the directory keeps it. */
export interface SchemaNote {
  readonly step: string;
  /** The last step that is not additive, which a program has to know; empty for none. */
  readonly breakingStep: string;
}

/** A newer Portico has written a database than the one that opens it. */
export class NewerDatabaseError extends Error {
  /** @param databases Their names in errors. @param note How far the schema of the first is. */
  constructor(
    databases: readonly string[],
    readonly note: SchemaNote,
  ) {
    const names = databases.slice(0, 5).join(', ') + (databases.length > 5 ? ', …' : '');
    const one = databases.length === 1;
    super(
      `${one ? `The database ${names} was` : `${databases.length} databases (${names}) were`} made by a ` +
        `newer Portico: this one does not know the step ${note.breakingStep} of ${one ? 'its' : 'their'} ` +
        'schema. Start that version, or restore a backup made by this one.',
    );
    this.name = 'NewerDatabaseError';
  }
}

export interface Schema {
  /** The name of the database in errors. */
  readonly database: string;
  readonly place: Place;
  /** The steps by name; they are taken in the order of their names. */
  readonly steps: Readonly<Record<string, SchemaStep>>;
  /**
   * The last step to take, for data that was saved when it was the newest. A schema never goes back:
   * one that is further stays as it is.
   */
  readonly lastStep?: string | undefined;
  /** Takes the steps, which may run longer than the check; by default `db` takes them. */
  readonly through?: Kysely<never>;
  /** What else has to exist, such as the role that may use the tables. */
  readonly prerequisite?: {
    isDone(db: Kysely<never>): Promise<boolean>;
    make(transaction: Kysely<never>): Promise<void>;
  };
  /** Called before any step is taken. @param applied The steps that were taken before. */
  readonly beforeSteps?: (applied: readonly AppliedStep[]) => Promise<void>;
}

interface StepTable {
  /** `additive` is null in steps that were taken before the column existed. */
  schema_step: { name: string; timestamp: string; additive: number | null };
}

/**
 * Migrates a database to the newest schema. All missing steps run in one transaction under a lock that
 * ends with it, so that a killed start leaves the old schema, two starts at once do the work once, and
 * a connection pooler may be in between.
 *
 * @returns The steps that the database has now, and those that were missing before.
 * @throws NewerDatabaseError when the database has taken a step that is not additive and that this
 *   program does not know.
 */
export async function migrate(
  db: Kysely<never>,
  schema: Schema,
): Promise<{ readonly applied: readonly AppliedStep[]; readonly taken: readonly string[] }> {
  const done = await appliedSteps(db, schema.place);
  const missing = missingSteps(schema, done);
  if (missing.length === 0 && (await schema.prerequisite?.isDone(db)) !== false) {
    return { applied: done, taken: [] };
  }
  if (missing.length > 0) await schema.beforeSteps?.(done);
  return (schema.through ?? db).transaction().execute(async (transaction) => {
    await lockSchema(transaction as Kysely<never>, schema.place);
    // Another start may have taken the steps while this one waited.
    const before = await appliedSteps(transaction, schema.place);
    await makeStepTable(transaction, schema.place);
    const steps = transaction as unknown as Kysely<StepTable>;
    const taken = missingSteps(schema, before);
    for (const name of taken) {
      const step = schema.steps[name] as SchemaStep;
      await step.up(transaction);
      await steps
        .insertInto('schema_step')
        .values({
          name,
          timestamp: sql<string>`cast(current_timestamp as text)`,
          additive: step.additive ? 1 : 0,
        })
        .execute();
    }
    await schema.prerequisite?.make(transaction);
    return { applied: await appliedSteps(transaction, schema.place), taken };
  });
}

/** The missing steps of a database, in their order. @throws NewerDatabaseError */
export function missingSteps(
  { database, steps, lastStep }: Pick<Schema, 'database' | 'steps' | 'lastStep'>,
  done: readonly AppliedStep[],
): readonly string[] {
  const note = noteOf(done, steps);
  if (!isKnown(note, steps)) throw new NewerDatabaseError([database], note);
  return Object.keys(steps)
    .sort()
    .filter(
      (name) =>
        !done.some((step) => step.name === name) && (lastStep === undefined || name <= lastStep),
    );
}

/** How far a schema with these steps is. @param steps The steps that this program knows. */
export function noteOf(applied: readonly AppliedStep[], steps: Schema['steps']): SchemaNote {
  const names = applied.map(({ name }) => name).sort();
  const breaking = applied
    .filter(({ name, additive }) => !(steps[name]?.additive ?? additive))
    .map(({ name }) => name)
    .sort();
  return { step: names.at(-1) ?? '', breakingStep: breaking.at(-1) ?? '' };
}

/** Whether a program that knows these steps may work on a database of this schema. */
export function isKnown({ breakingStep }: SchemaNote, steps: Schema['steps']): boolean {
  return breakingStep === '' || steps[breakingStep] !== undefined;
}

async function makeStepTable(transaction: Kysely<never>, place: Place): Promise<void> {
  const columns = await stepColumns(transaction, place);
  if (columns.length === 0) {
    await transaction.schema
      .createTable('schema_step')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('timestamp', 'text', (column) => column.notNull())
      .addColumn('additive', 'integer')
      .execute();
  } else if (!columns.includes('additive')) {
    await transaction.schema.alterTable('schema_step').addColumn('additive', 'integer').execute();
  }
}

/** SQLite needs no lock: it has one writer at a time, and every file is a schema. */
async function lockSchema(transaction: Kysely<never>, { schema }: Place): Promise<void> {
  if (schema === undefined) return;
  await lockName(transaction, `portico ${schema}`);
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

/** The steps that a database has taken; none if there is no database. */
export async function appliedSteps(
  db: Kysely<never>,
  place: Place,
): Promise<readonly AppliedStep[]> {
  const columns = await stepColumns(db, place);
  if (columns.length === 0) return [];
  const steps = (db as unknown as Kysely<StepTable>).selectFrom('schema_step');
  if (!columns.includes('additive')) {
    const rows = await steps.select('name').execute();
    return rows.map(({ name }) => ({ name, additive: false }));
  }
  const rows = await steps.select(['name', 'additive']).execute();
  return rows.map(({ name, additive }) => ({ name, additive: additive === 1 }));
}

async function stepColumns(db: Kysely<never>, { kind, schema }: Place): Promise<readonly string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info('schema_step')`.execute(db)
      : await sql<{ name: string }>`
          select a.attname as name from pg_catalog.pg_attribute a
          join pg_catalog.pg_class c on c.oid = a.attrelid
          join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where n.nspname = ${schema} and c.relname = 'schema_step'
            and a.attnum > 0 and not a.attisdropped`.execute(db);
  return rows.map(({ name }) => name);
}
