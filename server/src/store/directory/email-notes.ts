import { type Kysely, sql } from 'kysely';
import type { DirectoryTables, TenantEntry } from './tables.js';

/** A tenant whose database may hold email to send. */
export interface TenantEmailNote {
  readonly entry: TenantEntry;
  /** When that was last noted; undefined if its database was never looked into. */
  readonly notedAt: number | undefined;
}

/**
 * Notes which tenant databases may hold email to send, so that the others need not be opened.
 *
 * A note is written before the email's own transaction: a process that is killed in between leaves one
 * note too many, never one too few. The process that has looked into the database removes it, after
 * everything that the note announced was committed or given up. A tenant without a note was never
 * looked into: it is new, restored, or older than the notes.
 */
export class EmailNotes {
  readonly #db: Kysely<DirectoryTables>;

  constructor(db: Kysely<DirectoryTables>) {
    this.#db = db;
  }

  /** Notes that email is about to be stored. @param now Milliseconds since the epoch. */
  async note(tenant: string, now: number): Promise<void> {
    await this.#db
      .insertInto('queued_email')
      .values({ client: tenant, noted_at: now, failed: 0 })
      .onConflict((conflict) =>
        conflict.column('client').doUpdateSet({
          // Always different from the last value, even if a clock was set back.
          noted_at: sql<number>`case when queued_email.noted_at < ${now} then ${now} else queued_email.noted_at + 1 end`,
        }),
      )
      .execute();
  }

  /** The tenants that may hold email to send. */
  async noted(): Promise<TenantEmailNote[]> {
    const rows = await this.#db
      .selectFrom('client')
      .leftJoin('queued_email', 'queued_email.client', 'client.name')
      .selectAll('client')
      .select('queued_email.noted_at')
      .where('client.kind', '=', 'client')
      .where((eb) =>
        eb.or([eb('queued_email.noted_at', 'is', null), eb('queued_email.noted_at', '>', 0)]),
      )
      .orderBy('client.name')
      .execute();
    return rows.map(({ noted_at, ...entry }) => ({ entry, notedAt: noted_at ?? undefined }));
  }

  /** The tenants after a name, for walks through all of them. */
  async after(name: string, most: number): Promise<TenantEmailNote[]> {
    const entries = await this.#db
      .selectFrom('client')
      .selectAll()
      .where('kind', '=', 'client')
      .where('name', '>', name)
      .orderBy('name')
      .limit(most)
      .execute();
    return entries.map((entry) => ({ entry, notedAt: 0 }));
  }

  /**
   * Notes that a database holds no email to send, unless it was noted again since.
   *
   * @param notedAt The note before the database was looked into.
   * @param failed How many emails in it were given up.
   */
  async settle(tenant: string, notedAt: number | undefined, failed: number): Promise<void> {
    if (notedAt === undefined) {
      await this.#db
        .insertInto('queued_email')
        .values({ client: tenant, noted_at: 0, failed })
        .onConflict((conflict) => conflict.column('client').doNothing())
        .execute();
      return;
    }
    await this.#db
      .updateTable('queued_email')
      .set({ noted_at: 0, failed })
      .where('client', '=', tenant)
      .where('noted_at', '=', notedAt)
      .where((eb) => eb.or([eb('noted_at', '>', 0), eb('failed', '!=', failed)]))
      .execute();
  }

  /** How many emails were given up, in the databases without email to send. */
  async failed(): Promise<number> {
    const { failed } = await this.#db
      .selectFrom('queued_email')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('failed'), sql.lit(0)).as('failed'))
      .where('noted_at', '=', 0)
      .executeTakeFirstOrThrow();
    return Number(failed);
  }
}
