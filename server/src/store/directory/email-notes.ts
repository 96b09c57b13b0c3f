import { type Kysely, type NotNull, sql } from 'kysely';
import type { DirectoryTables, TenantEntry } from './tables.js';

/** How long the note of a sent email is kept at most: longer than an email is tried. */
const SENT_NOTE_KEPT_MS = 90 * 86_400_000;

/** A tenant whose database may hold email to send. */
export interface TenantEmailNote {
  readonly entry: TenantEntry;
  /** When that was last noted; undefined if its database was never looked into. */
  readonly notedAt: number | undefined;
}

/** What a database without email to send holds, so that commands need not open it to count. */
export interface DatabaseCounts {
  readonly listings: number;
  /** Emails that were sent and are still listed. */
  readonly sent: number;
  /** When the newest email was queued, in milliseconds since the epoch; 0 for none. */
  readonly newestEmailAt: number;
  /** The last import, as JSON, which is `null` for none (`tenant/import-runs.ts`). */
  readonly lastImport: string;
  /** Its pulls, a list of `PullNote` as JSON (`tenant/pull-ends.ts`). */
  readonly pulls: string;
}

/** How the pulls of one source are, as the directory notes it. Moments are milliseconds since the epoch, 0 for never. */
export interface PullNote {
  readonly source: string;
  readonly succeededAt: number;
  /** Since when it is to be pulled; undefined in a note of a release up to 0.4.0. */
  readonly addedAt?: number;
  /** Up to when, by the clock of the source, all of its resources were read. */
  readonly readTo: number;
  /** Rejected records that wait to be requested again. */
  readonly rejected: number;
  /** Pictures that are still to be fetched; undefined in a note of 0.3.0. */
  readonly pictures?: number;
  readonly failures: number;
  readonly requests: number;
  readonly records: number;
  /** Until when no run may read the source, where the last one ended for that. */
  readonly waitsUntil?: number;
  /** Of one that servers run: how often, and when it is due; null while it is paused. */
  readonly everyMs?: number;
  readonly nextAt?: number | null;
  /** While it runs: until when it is heard of again, if it was not killed. */
  readonly heldUntil?: number;
}

/** The counts of a database, and the emails in it that were given up. */
type CountedDatabase = Omit<DatabaseCounts, 'lastImport' | 'pulls'> & { readonly failed: number };

/** The last import of a database, as it is noted. */
interface NotedImport {
  /** As in the counts of the database. */
  readonly lastImport: string;
  /** False where a key may have pushed records since. */
  readonly isCurrent: boolean;
}

const HELD = ['failed', 'listings', 'sent', 'newest_email_at', 'last_import', 'pulls'] as const;

/**
 * Notes which databases of tenants and feeds may hold email to send or records that nobody has counted, so
 * that the others need not be opened.
 *
 * A note is written before the email's own transaction: a process that is killed in between leaves one
 * note too many, never one too few. The process that has looked into the database removes it, after
 * everything that the note announced was committed or given up. A tenant without a note was never
 * looked into: it is new, restored, or older than the notes.
 */
export class EmailNotes {
  readonly #db: Kysely<DirectoryTables>;
  readonly #notes: Kysely<DirectoryTables>;

  /** @param notes The same tables. On SQLite no commit of what is sent waits for the disk there, and the calls of others with it. */
  constructor(db: Kysely<DirectoryTables>, notes: Kysely<DirectoryTables>) {
    this.#db = db;
    this.#notes = notes;
  }

  /** Notes that the counts of a database are about to change: email is stored, or records are imported. */
  async note(
    tenant: string,
    now: number,
    imports?: Pick<DatabaseCounts, 'lastImport' | 'pulls'>,
  ): Promise<void> {
    const imported =
      imports === undefined ? {} : { last_import: imports.lastImport, pulls: imports.pulls };
    await this.#db
      .insertInto('queued_email')
      .values({ client: tenant, noted_at: now, failed: 0, ...imported })
      .onConflict((conflict) =>
        conflict.column('client').doUpdateSet({
          ...imported,
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
   * @param counts What it holds; unknown if left out.
   */
  async settle(
    tenant: string,
    notedAt: number | undefined,
    failed: number,
    counts?: DatabaseCounts,
  ): Promise<void> {
    const held = {
      failed,
      listings: counts?.listings ?? null,
      sent: counts?.sent ?? null,
      newest_email_at: counts?.newestEmailAt ?? null,
      last_import: counts?.lastImport ?? null,
      pulls: counts?.pulls ?? null,
    };
    if (notedAt === undefined) {
      await this.#db
        .insertInto('queued_email')
        .values({ client: tenant, noted_at: 0, ...held })
        .onConflict((conflict) => conflict.column('client').doNothing())
        .execute();
      return;
    }
    await this.#db
      .updateTable('queued_email')
      .set({ noted_at: 0, ...held })
      .where('client', '=', tenant)
      .where('noted_at', '=', notedAt)
      .where((eb) =>
        eb.or([
          eb('noted_at', '>', 0),
          ...HELD.map((column) => eb(column, 'is distinct from', held[column])),
        ]),
      )
      .execute();
  }

  /**
   * Notes that an email was sent. The email's own database may have to wait for an import to say so, and a
   * process that is killed until then must not leave an email that is sent again.
   */
  async noteSent(messageId: string, now: number): Promise<void> {
    await this.#notes
      .insertInto('sent_email')
      .values({ message_id: messageId, sent_at: now })
      .onConflict((conflict) => conflict.column('message_id').doNothing())
      .execute();
  }

  /** Whether a note says that an email was sent. */
  async wasSent(messageId: string): Promise<boolean> {
    const rows = await this.#db
      .selectFrom('sent_email')
      .select('message_id')
      .where('message_id', '=', messageId)
      .execute();
    return rows.length > 0;
  }

  /**
   * Deletes the note of `noteSent`, once the email's own database says that it was sent. Old notes, of
   * databases that were removed in between, go with it.
   */
  async forgetSent(messageId: string, now: number): Promise<void> {
    await this.#notes
      .deleteFrom('sent_email')
      .where((eb) =>
        eb.or([eb('message_id', '=', messageId), eb('sent_at', '<', now - SENT_NOTE_KEPT_MS)]),
      )
      .execute();
  }

  /** What the databases hold that were looked into since their last change, by name. @param names Only these. */
  async counts(names?: readonly string[]): Promise<ReadonlyMap<string, CountedDatabase>> {
    if (names?.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('queued_email')
      .selectAll()
      .where('noted_at', '=', 0)
      .$if(names !== undefined, (of) => of.where('client', 'in', [...(names ?? [])]))
      .execute();
    const counts = new Map<string, CountedDatabase>();
    for (const { client: tenant, listings, sent, newest_email_at, failed } of rows) {
      if (listings === null || sent === null || newest_email_at === null) continue;
      counts.set(tenant, { listings, sent, newestEmailAt: newest_email_at, failed });
    }
    return counts;
  }

  /** The last imports of databases that were looked into, by name. */
  async imports(): Promise<ReadonlyMap<string, NotedImport>> {
    const rows = await this.#db
      .selectFrom('queued_email')
      .select(['client', 'noted_at', 'last_import'])
      .where('last_import', 'is not', null)
      .$narrowType<{ last_import: NotNull }>()
      .execute();
    return new Map(
      rows.map(({ client: tenant, noted_at, last_import }) => [
        tenant,
        { lastImport: last_import, isCurrent: noted_at === 0 },
      ]),
    );
  }

  /** The pulls of clients and feeds, by name. Only pulls change them, and note it. */
  async pulls(): Promise<ReadonlyMap<string, readonly PullNote[]>> {
    const rows = await this.#db
      .selectFrom('queued_email')
      .select(['client', 'pulls'])
      .where('pulls', '<>', '[]')
      .orderBy('client')
      .execute();
    return new Map(rows.map(({ client: tenant, pulls }) => [tenant, JSON.parse(pulls ?? '[]')]));
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
