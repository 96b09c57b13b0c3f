import type { Selectable } from 'kysely';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { EmailTable } from '../../store/tenant/outbox-tables.js';
import { leaseRow, QUEUE_STATES, type QueueState } from '../queue.js';

/**
 * The state of email after it was queued. Each step is one statement, so that a killed process leaves an
 * email waiting, leased or sent, and nothing in between.
 */

export type StoredEmail = Selectable<EmailTable>;

/**
 * Completes an email of some kind when it is sent, so that the call that queues it neither knows nor shows
 * whether there is anybody to get it.
 *
 * @param isAway Whether the mail server did not take the last ones: this one asks whether it is there again.
 * @returns Undefined where nobody is to get it: it is deleted.
 */
export type CompleteEmail = (
  database: TenantDatabase,
  email: StoredEmail,
  isAway?: boolean,
) => Promise<StoredEmail | undefined>;

/** The columns of a list: not the bodies. */
export const LISTED_COLUMNS = [
  'id',
  'kind',
  'to_name',
  'to_address',
  'subject',
  'message_id',
  'created_at',
  'state',
  'attempts',
  'next_attempt_at',
  'last_error',
  'sent_at',
] as const;

export type ListedEmail = Pick<StoredEmail, (typeof LISTED_COLUMNS)[number]>;

/**
 * Leases the email that has been due longest to this process, until the lease ends or it is given back.
 * One that nobody waits for comes after all others.
 *
 * @param now Milliseconds since the epoch, like every moment here.
 * @param leaseMs Longer than sending takes: another process sends an email whose lease has ended.
 * @returns Undefined when none is due.
 */
export function leaseEmail(
  database: TenantDatabase,
  now: number,
  leaseMs: number,
): Promise<StoredEmail | undefined> {
  return leaseRow(database, 'letter', now + leaseMs, (db) =>
    db
      .selectFrom('letter')
      .select('id')
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .where('leased_until', '<=', now)
      .orderBy('bulk')
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1),
  );
}

/** Written over the bodies of an email that was sent. */
const NO_BODIES = { text: '', html: '', calendar: '', unsubscribe: '' };

/** Notes that an email was sent, whichever process holds its lease: it is not sent again. */
export async function markSent(
  database: TenantDatabase,
  { id }: StoredEmail,
  now: number,
): Promise<void> {
  await database.note((transaction) =>
    transaction
      .updateTable('letter')
      .set({ state: 'sent', sent_at: now, leased_until: 0, last_error: '', ...NO_BODIES })
      .where('id', '=', id)
      .execute(),
  );
}

/** Deletes a leased email that nobody is to get. */
export async function dropEmail(database: TenantDatabase, { id }: StoredEmail): Promise<void> {
  await database.note((transaction) =>
    transaction.deleteFrom('letter').where('id', '=', id).execute(),
  );
}

/** Makes every unsent email due at once, including those that were given up. */
export async function makeAllDue(database: TenantDatabase, now: number): Promise<void> {
  await database.note((transaction) =>
    transaction
      .updateTable('letter')
      .set({ state: 'waiting', next_attempt_at: now })
      .where((eb) =>
        eb.or([
          eb('state', '=', 'failed'),
          eb.and([eb('state', '=', 'waiting'), eb('next_attempt_at', '>', now)]),
        ]),
      )
      .execute(),
  );
}

/** Makes one email due at once that was not sent. @returns Whether there is one. */
export async function makeDue(database: TenantDatabase, id: number, now: number): Promise<boolean> {
  return database.note(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('letter')
      .set({ state: 'waiting', next_attempt_at: now })
      .where('id', '=', id)
      .where('state', '<>', 'sent')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

export interface EmailCounts extends Record<QueueState, number> {
  /** Of those that wait, how many nobody waits for. */
  readonly bulk: number;
  /** When the oldest waiting email was queued, in milliseconds since the epoch. */
  readonly oldest: number | undefined;
}

/**
 * Counts emails.
 *
 * @param states Only those in these states: by default those that were not sent.
 * @param now Leaves out those that a process is sending at this moment.
 */
export async function countEmail(
  { db }: TenantDatabase,
  states: readonly QueueState[] = ['waiting', 'failed'],
  now?: number,
): Promise<EmailCounts> {
  // The index covers all of this except `created_at`, which is stored after the long bodies: it is read only of the first
  // email of each state.
  const counts = db
    .selectFrom('letter')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('letters'),
      eb.fn.sum<number>('bulk').as('bulk'),
      eb.fn.min('id').as('first'),
    ])
    .where('state', 'in', states)
    .groupBy('state');
  const counted = now === undefined ? counts : counts.where('leased_until', '<=', now);
  const rows = await db
    .selectFrom(counted.as('c'))
    .innerJoin('letter as l', 'l.id', 'c.first')
    .select(['c.state', 'c.letters', 'c.bulk', 'l.created_at as oldest'])
    .execute();
  const [waiting, sent, failed] = QUEUE_STATES.map((state) =>
    rows.find((row) => row.state === state),
  );
  return {
    waiting: waiting?.letters ?? 0,
    sent: sent?.letters ?? 0,
    failed: failed?.letters ?? 0,
    bulk: Number(waiting?.bulk ?? 0),
    oldest: waiting?.oldest,
  };
}

/** The newest emails, newest first. @param state Only those in this state. */
export function listEmail(
  { db }: TenantDatabase,
  { state, limit }: { readonly state?: QueueState | undefined; readonly limit: number },
): Promise<ListedEmail[]> {
  const query = db.selectFrom('letter').select(LISTED_COLUMNS).orderBy('id', 'desc').limit(limit);
  return (state === undefined ? query : query.where('state', '=', state)).execute();
}
