import type { Kysely, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { iso } from '../lib/dates.js';
import { unlocked } from '../store/engines/dialect.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { EmailTable, QueueRow } from '../store/tenant/outbox-tables.js';
import type { TenantTables } from '../store/tenant/tables.js';

/**
 * What the rows of emails and webhooks have in common, once for both. Nothing here writes by `writeTo`: no
 * website reads these rows, and a new revision would make every website fetch everything again. The
 * writes are notes that do not wait for the disk: after a power cut something may be sent once more.
 */

/** The states of a row: to be sent, sent, or given up. */
export const QUEUE_STATES = ['waiting', 'sent', 'failed'] as const;

export type QueueState = (typeof QUEUE_STATES)[number];

/** Emails, and messages to receivers of webhooks. What is read and written here, both tables have. */
type QueueTable = 'letter' | 'webhook_message';

const DAY_MS = 86_400_000;
/** How long what was sent is listed, and how long what was not can be sent again. */
const SENT_KEPT_MS = 30 * DAY_MS;
const UNSENT_KEPT_MS = 90 * DAY_MS;

/**
 * The tables of leases: of the emails that a process sends, of the receivers to which it sends webhooks.
 * A process that dies leaves its leases to end, and another one takes its place.
 */
type LeasedTable = 'letter' | 'webhook_endpoint';

/** A leased row, as far as its lease goes. */
interface Leased {
  readonly id: number;
  /** The end of the lease, which identifies it, as a later lease ends later. */
  readonly leased_until: number;
}

type IdQuery = SelectQueryBuilder<TenantTables, 'letter', { id: number }>;

/**
 * Leases a row to this process until the lease ends or it is given back. The attempts at an email count
 * from here on.
 *
 * @param until The end of the lease, in milliseconds since the epoch: later than the work ends.
 * @param due The query for the id of a row that nobody has leased, the longest waiting.
 * @returns The whole row; undefined when none is due.
 */
export async function leaseRow<Row extends Leased>(
  database: TenantDatabase,
  table: LeasedTable,
  until: number,
  due: (db: Pick<Kysely<TenantTables>, 'selectFrom'>) => unknown,
): Promise<Row | undefined> {
  // Mostly there is none, and a read need not wait for its turn to write.
  if ((await (due(database.db) as IdQuery).execute()).length === 0) return undefined;
  const [row] = await database.note((transaction) =>
    transaction
      .with('taken', (db) => unlocked(transaction, due(db) as IdQuery))
      .updateTable(table as 'letter')
      .set((eb) => ({
        leased_until: until,
        ...(table === 'letter' ? { attempts: eb('attempts', '+', 1) } : {}),
      }))
      .where('id', 'in', (eb) => eb.selectFrom('taken').select('taken.id'))
      .returningAll()
      .execute(),
  );
  return row as unknown as Row | undefined;
}

/** Gives a leased row back, with other values, unless another process has leased it since. */
export async function giveBack(
  database: TenantDatabase,
  table: LeasedTable,
  { id, leased_until }: Leased,
  values: Updateable<EmailTable> = {},
): Promise<void> {
  // An email that was sent in the meantime has no lease any more.
  await database.note((transaction) =>
    transaction
      .updateTable(table as 'letter')
      .set({ ...values, leased_until: 0 })
      .where('id', '=', id)
      .where('leased_until', '=', leased_until)
      .execute(),
  );
}

/** The state of a row by now; undefined when it is gone. */
export async function stateOf(
  db: Kysely<TenantTables>,
  table: QueueTable,
  { id }: { readonly id: number },
): Promise<string | undefined> {
  const query = db
    .selectFrom(table as 'letter')
    .select('state')
    .where('id', '=', id);
  return (await query.executeTakeFirst())?.state;
}

/** Deletes rows that are older than they are kept. An email that still waits is never too old. */
export async function forgetOld(
  database: TenantDatabase,
  table: QueueTable,
  now: number,
): Promise<void> {
  const old = (db: Pick<Kysely<TenantTables>, 'selectFrom'>) =>
    db
      .selectFrom(table as 'letter')
      .select('id')
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'sent'), eb('sent_at', '<', now - SENT_KEPT_MS)]),
          eb.and([
            eb('created_at', '<', now - UNSENT_KEPT_MS),
            ...(table === 'letter' ? [eb('state', '=', 'failed')] : []),
          ]),
        ]),
      );
  // Mostly there is none, and a read opens nothing for writing.
  if ((await old(database.db).limit(1).execute()).length === 0) return;
  await database.note(async (transaction) => {
    const gone = old(transaction);
    if (table === 'webhook_message') {
      await transaction.deleteFrom('webhook_attempt').where('message_id', 'in', gone).execute();
    }
    await transaction
      .deleteFrom(table as 'letter')
      .where('id', 'in', gone)
      .execute();
  });
}

/** What lists show of how far an email or a webhook is. */
export type Progress = Omit<Selectable<QueueRow>, 'id' | 'message_id'>;

/** What became of an email or a webhook, for programs. */
export function progressJson(row: Progress) {
  return {
    state: row.state,
    attempts: row.attempts,
    created: iso(row.created_at),
    next: row.state === 'waiting' ? iso(row.next_attempt_at) : null,
    sent: iso(row.sent_at),
    reason: row.last_error,
  };
}
