import { type Kysely, sql } from 'kysely';
import type { SchemaNote } from '../schema/migrate.js';
import type { DirectoryTables } from './tables.js';

export interface TenantSchema {
  readonly name: string;
  /** Its encoded location (`places.ts`). */
  readonly place: string | null;
  /** Undefined if unknown: its database has to be read. */
  readonly note: SchemaNote | undefined;
}

/**
 * What the directory keeps of the schema of each tenant and feed, so that a start reads all of them in
 * one query. A note is deleted before a database changes and written afterwards: whenever a process is
 * killed, a missing note is harmless and an existing one is right.
 */
export class SchemaNotes {
  readonly #db: Kysely<DirectoryTables>;

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  /** All tenants and feeds, by name. */
  async all(): Promise<readonly TenantSchema[]> {
    const rows = await this.#db
      .selectFrom('client')
      .leftJoin('client_schema', 'client_schema.client', 'client.name')
      .select(['client.name', 'client.database_url', 'client_schema.step'])
      .select('client_schema.breaking_step')
      .orderBy('client.name')
      .execute();
    return rows.map(({ name, database_url: place, step, breaking_step }) => ({
      name,
      place,
      note: step === null ? undefined : { step, breakingStep: breaking_step ?? '' },
    }));
  }

  /** How many tenants and feeds are noted with each breaking step. */
  async breakingSteps(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db
      .selectFrom('client_schema')
      .select((eb) => ['breaking_step as step', eb.fn.countAll<number>().as('clients')])
      .groupBy('breaking_step')
      .execute();
    return new Map(rows.map(({ step, clients: tenants }) => [step, Number(tenants)]));
  }

  /** Whether there is a note of this tenant or feed, which proves that it has had a database. */
  async has(name: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('client_schema')
      .select('client')
      .where('client', '=', name)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes the note of a database before a change: until the next note it has to be read. */
  async forget(name: string, db: Kysely<DirectoryTables> = this.#db): Promise<void> {
    await db.deleteFrom('client_schema').where('client', '=', name).execute();
  }

  /** Notes the schema of a tenant or feed that is listed. */
  async set(name: string, { step, breakingStep }: SchemaNote): Promise<void> {
    await noting(this.#db, name, { step, breakingStep })
      .onConflict((conflict) =>
        conflict.column('client').doUpdateSet({ step, breaking_step: breakingStep }),
      )
      .execute();
  }

  /** Adds notes only where there is none, as another process may have changed a database since. */
  async fill(found: ReadonlyMap<string, SchemaNote>): Promise<void> {
    if (found.size === 0) return;
    await this.#db.transaction().execute(async (transaction) => {
      for (const [name, note] of found) {
        await noting(transaction, name, note)
          .onConflict((conflict) => conflict.column('client').doNothing())
          .execute();
      }
    });
  }
}

function noting(db: Kysely<DirectoryTables>, name: string, { step, breakingStep }: SchemaNote) {
  return db
    .insertInto('client_schema')
    .columns(['client', 'step', 'breaking_step'])
    .expression((eb) =>
      eb
        .selectFrom('client')
        .select([
          'name',
          sql<string>`cast(${step} as text)`.as('step'),
          sql<string>`cast(${breakingStep} as text)`.as('breaking_step'),
        ])
        .where('name', '=', name),
    );
}
