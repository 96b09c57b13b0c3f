import { type Kysely, sql, type Transaction } from 'kysely';
import type { TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';

/** Something that happened to a record of people, which no entry of changes reports. */
export interface RecordEvent {
  readonly type: string;
  /** What every receiver gets: the tenant, the kind and id of the record, and what became of it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The contents of the lead, for receivers that ask for them. */
  readonly lead?: Readonly<Record<string, unknown>>;
}

/** Who brings changes of records to the receivers of webhooks that follow them. */
export interface ChangeListener {
  /**
   * Stores messages about events in the transaction that causes them.
   *
   * @param before Runs before the first message is stored, and may refuse it by throwing.
   * @returns Whether any receiver wants one.
   */
  store(
    database: TenantDatabase,
    transaction: Transaction<TenantTables>,
    events: readonly RecordEvent[],
    before: () => Promise<void>,
  ): Promise<boolean>;
  /** Notes, before a write begins, that it may leave changes to report. Never fails. */
  announce(database: TenantDatabase): Promise<void>;
  /** Reports, after the commit, that there are changes to report. Returns at once. */
  wake(database: TenantDatabase): void;
}

/** The number of receivers that follow the changes of a database, as a part of a statement. */
export function followers(db: Kysely<TenantTables>) {
  return db
    .selectFrom('webhook_endpoint')
    .select(sql<number>`count(*)`.as('followers'))
    .where(sql<boolean>`follows = 1 and state = 'active'`);
}

/** Whether receivers follow the changes of a database. */
export async function isFollowed(db: Kysely<TenantTables>): Promise<boolean> {
  const row = await followers(db).executeTakeFirstOrThrow();
  return Number(row.followers) > 0;
}

/**
 * Whether the changes of a transaction are followed, for the time after its commit. The function that
 * steps the revision knows it, and the one that commits has to: with an `Idempotency-Key` that is long
 * after the first has ended.
 */
const known = new WeakMap<Transaction<TenantTables>, boolean>();

export function noteFollowed(transaction: Transaction<TenantTables>, followed: boolean): void {
  known.set(transaction, followed);
}

/** What `noteFollowed` noted; undefined where this transaction changed no records. */
export function notedFollowed(transaction: Transaction<TenantTables>): boolean | undefined {
  return known.get(transaction);
}

/** The events of a transaction, until it commits. */
const events = new WeakMap<Transaction<TenantTables>, RecordEvent[]>();

/** Has the messages about these events stored with the transaction. */
export function noteEvents(
  transaction: Transaction<TenantTables>,
  more: readonly RecordEvent[],
): void {
  if (more.length > 0) events.set(transaction, [...(events.get(transaction) ?? []), ...more]);
}

export function notedEvents(transaction: Transaction<TenantTables>): readonly RecordEvent[] {
  return events.get(transaction) ?? [];
}
