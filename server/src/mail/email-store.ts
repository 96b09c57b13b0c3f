import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import type { ClientDatabase } from '../data/client-database/open.js';
import type { LetterTable } from '../data/client-database/outbox-tables.js';
import type { ClientTables } from '../data/client-database/tables.js';
import { unlocked } from '../data/dialect.js';
import type { LetterState } from './email.js';

/**
 * The book-keeping of letters after they were written. It writes to the client database without
 * `writeTo`: no website reads a letter, and moving the revision for one would make every website
 * read everything anew. Each step is one statement, whole or not at all, so that a killed process
 * leaves a letter waiting, leased or sent, and nothing in between. They are notes that do not wait
 * for the disk: what a power cut takes back is a letter that goes once more.
 */

/** A letter as it is kept. */
export type StoredLetter = Selectable<LetterTable>;

/** What lists tell of a letter: not its bodies. */
const LISTED = [
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

/** A letter as lists show it. */
export type ListedLetter = Pick<StoredLetter, (typeof LISTED)[number]>;

const DAY_MS = 86_400_000;
/** How long a letter that was sent is listed, and one that was given up is kept to be sent again. */
const SENT_KEPT_MS = 30 * DAY_MS;
const FAILED_KEPT_MS = 90 * DAY_MS;

/**
 * Takes the letters that are due longest, for this process alone, until the lease runs out or they are
 * given back. None when nothing is due.
 *
 * @param now Milliseconds since the epoch, as every moment here.
 * @param leaseMs Longer than sending them takes: a letter whose lease ran out is another's to send.
 * @param most How many at most.
 */
export async function leaseLetters(
  database: ClientDatabase,
  now: number,
  leaseMs: number,
  most: number,
): Promise<StoredLetter[]> {
  // Most of the time there is none, and to find that out nobody has to wait for their turn to write.
  const [one] = await due(database.db, now, 1).execute();
  if (one === undefined) return [];
  const letters = await database.note((transaction) =>
    transaction
      .with('taken', (db) => unlocked(transaction, due(db, now, most)))
      .updateTable('letter')
      .set((eb) => ({ leased_until: now + leaseMs, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', (eb) => eb.selectFrom('taken').select('taken.id'))
      .returningAll()
      .execute(),
  );
  return letters.sort((a, b) => a.next_attempt_at - b.next_attempt_at || a.id - b.id);
}

function due(db: Pick<Kysely<ClientTables>, 'selectFrom'>, now: number, most: number) {
  return db
    .selectFrom('letter')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .where('leased_until', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(most);
}

/** Notes that letters were sent, whoever holds their leases by now: they are not to be sent again. */
export async function markSent(
  database: ClientDatabase,
  letters: readonly StoredLetter[],
  now: number,
): Promise<void> {
  const ids = letters.map(({ id }) => id);
  await database.note((transaction) =>
    transaction
      .updateTable('letter')
      .set({ state: 'sent', sent_at: now, leased_until: 0, last_error: '', text: '', html: '' })
      .where('id', 'in', ids)
      .execute(),
  );
}

/** Gives a leased letter back with what is to become of it; unless the lease has become another's. */
export async function giveBack(
  database: ClientDatabase,
  letter: StoredLetter,
  fate: {
    readonly state: 'waiting' | 'failed';
    readonly next_attempt_at: number;
    readonly last_error: string;
    /** As many as there were, unless it is told. */
    readonly attempts?: number;
  },
): Promise<void> {
  await database.note((transaction) =>
    transaction
      .updateTable('letter')
      .set({ ...fate, leased_until: 0 })
      .where('id', '=', letter.id)
      .where('state', '=', 'waiting')
      // A later lease ends later, so that its end tells it from ours.
      .where('leased_until', '=', letter.leased_until)
      .execute(),
  );
}

/** Makes every letter that was not sent due at once, those that were given up too. */
export async function makeAllDue(database: ClientDatabase, now: number): Promise<void> {
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

/** Forgets letters that nobody will ask for any more. */
export async function forgetOld(database: ClientDatabase, now: number): Promise<void> {
  const isOld = ({ eb }: { eb: ExpressionBuilder<ClientTables, 'letter'> }) =>
    eb.or([
      eb.and([eb('state', '=', 'sent'), eb('sent_at', '<', now - SENT_KEPT_MS)]),
      eb.and([eb('state', '=', 'failed'), eb('created_at', '<', now - FAILED_KEPT_MS)]),
    ]);
  // Most of the time there is none, and to find that out nothing has to be opened for writing.
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

/** How many letters there are in each state. */
export async function countLetters({ db }: ClientDatabase): Promise<Record<LetterState, number>> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => ['state', eb.fn.countAll<number>().as('letters')])
    .groupBy('state')
    .execute();
  const counts = { waiting: 0, sent: 0, failed: 0 };
  for (const { state, letters } of rows) counts[state as LetterState] = letters;
  return counts;
}

/** Letters that have not gone. */
export interface UnsentLetters {
  /** To be sent, those that some process is sending now among them. */
  readonly waiting: number;
  /** Given up. */
  readonly failed: number;
  /** When the oldest waiting letter was written, in milliseconds since the epoch. */
  readonly oldest: number | undefined;
}

/** How many letters have not gone, and since when. */
export async function unsentLetters({ db }: ClientDatabase): Promise<UnsentLetters> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('letters'),
      eb.fn.min('created_at').as('oldest'),
    ])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute();
  const waiting = rows.find(({ state }) => state === 'waiting');
  const failed = rows.find(({ state }) => state === 'failed');
  return {
    waiting: waiting?.letters ?? 0,
    failed: failed?.letters ?? 0,
    oldest: waiting?.oldest,
  };
}

/** How many letters were not sent, beside those that some process is sending now. */
export async function countUnsent(
  { db }: ClientDatabase,
  now: number,
): Promise<Pick<Record<LetterState, number>, 'waiting' | 'failed'>> {
  const rows = await db
    .selectFrom('letter')
    .select((eb) => ['state', eb.fn.countAll<number>().as('letters')])
    .where('state', 'in', ['waiting', 'failed'])
    .where('leased_until', '<=', now)
    .groupBy('state')
    .execute();
  const counts = { waiting: 0, failed: 0 };
  for (const { state, letters } of rows) counts[state as 'waiting' | 'failed'] = letters;
  return counts;
}

/**
 * The newest letters, newest first.
 *
 * @param state Only those in this state.
 */
export function listLetters(
  { db }: ClientDatabase,
  { state, limit }: { readonly state?: LetterState | undefined; readonly limit: number },
): Promise<ListedLetter[]> {
  const query = db.selectFrom('letter').select(LISTED).orderBy('id', 'desc').limit(limit);
  return (state === undefined ? query : query.where('state', '=', state)).execute();
}

/** The letters that tell of a lead, oldest first; those sent longer ago than is kept are gone. */
export function lettersAbout({ db }: ClientDatabase, alertId: number): Promise<ListedLetter[]> {
  return db
    .selectFrom('letter')
    .select(LISTED)
    .where('alert_id', '=', alertId)
    .orderBy('id')
    .execute();
}
