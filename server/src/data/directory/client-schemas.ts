import { type Kysely, sql } from 'kysely';
import type { SchemaNote } from '../migrate.js';
import type { DirectoryTables } from './tables.js';

/** A client or feed as far as its place and its schema go. */
export interface NotedClient {
  readonly name: string;
  /** The word for where it is kept (`places.ts`). */
  readonly place: string | null;
  /** Undefined where it is not known: its database has to be looked at. */
  readonly note: SchemaNote | undefined;
}

/**
 * What the directory keeps of the schema of each client and feed, so that a start knows all of them
 * by one query. A note is taken away before a database is changed, and made when it was: one that is
 * missing is harmless, and one that is there is right, whenever a process is killed.
 */
export class ClientSchemaNotes {
  readonly #db: Kysely<DirectoryTables>;

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  /** All clients and feeds, by name. */
  async all(): Promise<readonly NotedClient[]> {
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

  /** How many clients and feeds are noted with each breaking step. */
  async breakingSteps(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db
      .selectFrom('client_schema')
      .select((eb) => ['breaking_step as step', eb.fn.countAll<number>().as('clients')])
      .groupBy('breaking_step')
      .execute();
    return new Map(rows.map(({ step, clients }) => [step, Number(clients)]));
  }

  /** Whether there is a note of this client or feed: then it has had a database. */
  async has(name: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('client_schema')
      .select('client')
      .where('client', '=', name)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The database is about to be changed: until it is noted again, it has to be looked at. */
  async forget(name: string, db: Kysely<DirectoryTables> = this.#db): Promise<void> {
    await db.deleteFrom('client_schema').where('client', '=', name).execute();
  }

  /** Notes how far the schema is of a client or feed that is listed. */
  async set(name: string, { step, breakingStep }: SchemaNote): Promise<void> {
    await noting(this.#db, name, { step, breakingStep })
      .onConflict((conflict) =>
        conflict.column('client').doUpdateSet({ step, breaking_step: breakingStep }),
      )
      .execute();
  }

  /** Notes what was found where nothing is noted: others may have changed a database since. */
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
