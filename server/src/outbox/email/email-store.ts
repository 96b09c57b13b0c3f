import type { ExpressionBuilder, Selectable } from 'kysely';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { EmailTable } from '../../store/tenant/outbox-tables.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { giveBackRow, leaseRows } from '../leases.js';
import type { EmailState } from './email.js';

/**
 * The state of email after it was queued. These functions write without `writeTo`: no website reads
 * email, and a new revision would make every website fetch everything again. Each step is one
 * statement, so that a killed process leaves an email waiting, leased or sent, and nothing in between.
 * The writes are notes that do not wait for the disk: after a power cut an email may be sent once more.
 */

/** An email as the database stores it. */
export type StoredEmail = Selectable<EmailTable>;

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

/** An email as lists show it. */
export type ListedEmail = Pick<StoredEmail, (typeof LISTED_COLUMNS)[number]>;

const DAY_MS = 86_400_000;
/** How long a sent email is listed, and how long one that was given up can be sent again. */
const SENT_KEPT_MS = 30 * DAY_MS;
const FAILED_KEPT_MS = 90 * DAY_MS;

/**
 * Leases the email that has been due longest to this process, until the lease ends or it is given back.
 * One that nobody waits for comes after all others.
 *
 * @param now Milliseconds since the epoch, like every moment here.
 * @param leaseMs Longer than sending takes: another process sends an email whose lease has ended.
 * @returns Undefined when none is due.
 */
export async function leaseEmail(
  database: TenantDatabase,
  now: number,
  leaseMs: number,
): Promise<StoredEmail | undefined> {
  const [email] = await leaseRows<StoredEmail>(database, 'letter', {
    due: (db, limit) =>
      db
        .selectFrom('letter')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .where('leased_until', '<=', now)
        .orderBy('bulk')
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(limit),
    until: now + leaseMs,
    most: 1,
    counted: 'attempts',
  });
  return email;
}

/** Whether an email has to be sent still: nobody has sent it or given it up, and it was not erased. */
export async function isWaiting({ db }: TenantDatabase, { id }: StoredEmail): Promise<boolean> {
  const rows = await db.selectFrom('letter').select('state').where('id', '=', id).execute();
  return rows[0]?.state === 'waiting';
}

/** Notes that an email was sent, whichever process holds its lease: it is not sent again. */
export async function markSent(
  database: TenantDatabase,
  { id }: StoredEmail,
  now: number,
): Promise<void> {
  await database.note((transaction) =>
    transaction
      .updateTable('letter')
      .set({ state: 'sent', sent_at: now, leased_until: 0, last_error: '', text: '', html: '' })
      .where('id', '=', id)
      .execute(),
  );
}

/** Those of these emails whose rows are gone. */
export async function erasedEmail(
  { db }: TenantDatabase,
  emails: readonly StoredEmail[],
): Promise<readonly StoredEmail[]> {
  const ids = emails.map(({ id }) => id);
  const rows = await db.selectFrom('letter').select('id').where('id', 'in', ids).execute();
  const there = new Set(rows.map(({ id }) => id));
  return emails.filter(({ id }) => !there.has(id));
}

/** Gives a leased email back with its next state, unless another process has leased it since. */
export async function giveBack(
  database: TenantDatabase,
  email: StoredEmail,
  fate: {
    readonly state: 'waiting' | 'failed';
    readonly next_attempt_at: number;
    readonly last_error: string;
    /** Unchanged if left out. */
    readonly attempts?: number;
  },
): Promise<void> {
  // An email that was sent in the meantime has no lease any more.
  await database.note((transaction) => giveBackRow(transaction, 'letter', email, { ...fate }));
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

/** Deletes emails that are older than they are kept. */
export async function forgetOld(database: TenantDatabase, now: number): Promise<void> {
  const isOld = ({ eb }: { eb: ExpressionBuilder<TenantTables, 'letter'> }) =>
    eb.or([
      eb.and([eb('state', '=', 'sent'), eb('sent_at', '<', now - SENT_KEPT_MS)]),
      eb.and([eb('state', '=', 'failed'), eb('created_at', '<', now - FAILED_KEPT_MS)]),
    ]);
  // Mostly there is none, and a read opens nothing for writing.
  const [old] = await database.db
    .selectFrom('letter')
    .select('id')
    .where((eb) => isOld({ eb }))
    .limit(1)
    .execute();
  if (old === undefined) return;
  await database.note((transaction) =>
    transaction
      .deleteFrom('letter')
      .where((eb) => isOld({ eb: eb as never }))
      .execute(),
  );
}

/** Counts the emails in each state. */
export async function countEmail({ db }: TenantDatabase): Promise<Record<EmailState, number>> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => ['state', eb.fn.countAll<number>().as('letters')])
    .groupBy('state')
    .execute();
  const counts = { waiting: 0, sent: 0, failed: 0 };
  for (const { state, letters: emails } of rows) counts[state as EmailState] = emails;
  return counts;
}

/** The emails that were not sent. */
export interface UnsentEmail {
  /** To be sent, including those that a process is sending now. */
  readonly waiting: number;
  /** Given up. */
  readonly failed: number;
  /** When the oldest waiting email was queued, in milliseconds since the epoch. */
  readonly oldest: number | undefined;
}

/** Counts the emails that were not sent, and those of them that nobody waits for; finds the oldest. */
export async function unsentEmail({
  db,
}: TenantDatabase): Promise<UnsentEmail & { readonly bulk: number }> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('letters'),
      eb.fn.sum<number>('bulk').as('bulk'),
      eb.fn.min('created_at').as('oldest'),
    ])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute();
  const waiting = rows.find(({ state }) => state === 'waiting');
  const failed = rows.find(({ state }) => state === 'failed');
  return {
    waiting: waiting?.letters ?? 0,
    bulk: Number(waiting?.bulk ?? 0),
    failed: failed?.letters ?? 0,
    oldest: waiting?.oldest,
  };
}

/** Counts the emails that were not sent, except those that a process is sending now. */
export async function countUnsent(
  { db }: TenantDatabase,
  now: number,
): Promise<Pick<Record<EmailState, number>, 'waiting' | 'failed'>> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => ['state', eb.fn.countAll<number>().as('letters')])
    .where('state', 'in', ['waiting', 'failed'])
    .where('leased_until', '<=', now)
    .groupBy('state')
    .execute();
  const counts = { waiting: 0, failed: 0 };
  for (const { state, letters: emails } of rows) counts[state as 'waiting' | 'failed'] = emails;
  return counts;
}

/**
 * The newest emails, newest first.
 *
 * @param state Only those in this state.
 */
export function listEmail(
  { db }: TenantDatabase,
  { state, limit }: { readonly state?: EmailState | undefined; readonly limit: number },
): Promise<ListedEmail[]> {
  const query = db.selectFrom('letter').select(LISTED_COLUMNS).orderBy('id', 'desc').limit(limit);
  return (state === undefined ? query : query.where('state', '=', state)).execute();
}
