import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { contains } from '../../store/engines/dialect.js';
import { fragment } from '../../store/engines/fragment.js';
import { inPortions } from '../../store/tenant/bulk.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { WebhookAttemptTable, WebhookMessageTable } from '../../store/tenant/outbox-tables.js';
import { insertPrepared, runPreparedIn } from '../../store/tenant/prepared.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import type { Unsent } from '../channel.js';
import { type QueueState, stateOf } from '../queue.js';
import { countBehind, type StoredEndpoint } from './endpoint-store.js';

export type StoredMessage = Selectable<WebhookMessageTable>;

export type StoredAttempt = Selectable<WebhookAttemptTable>;

/** The receivers for which messages are stored: all but those that are disabled. */
export function listeningEndpoints(
  transaction: Kysely<TenantTables>,
): Promise<Pick<StoredEndpoint, 'id' | 'types' | 'include'>[]> {
  const statement = fragment('listening webhook endpoints', ['disabled'], (disabled) =>
    transaction
      .selectFrom('webhook_endpoint')
      .select(['id', 'types', 'include'])
      .where('state', '<>', disabled as never)
      .orderBy('id'),
  );
  return runPreparedIn(transaction, statement);
}

/** Stores messages to a receiver; they are due at once. */
export async function storeMessages(
  transaction: Kysely<TenantTables>,
  messages: readonly Pick<
    StoredMessage,
    'endpoint_id' | 'message_id' | 'type' | 'body' | 'created_at'
  >[],
): Promise<void> {
  const rows = messages.map((message) => ({
    ...message,
    ...{ state: 'waiting', attempts: 0, next_attempt_at: message.created_at },
    ...{ last_error: '', sent_at: 0 },
  }));
  const [first] = rows;
  // A call of a website causes one, whose statement is prepared.
  if (first !== undefined && rows.length === 1) {
    return insertPrepared(transaction, 'webhook_message', first);
  }
  await inPortions(rows, (portion) =>
    transaction.insertInto('webhook_message').values(portion).execute(),
  );
}

/** The message that has been due longest for a receiver. */
export function dueMessage(
  { db }: TenantDatabase,
  endpointId: number,
  now: number,
): Promise<StoredMessage | undefined> {
  return db
    .selectFrom('webhook_message')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export interface AttemptOutcome extends Omit<StoredAttempt, 'id' | 'message_id'> {
  readonly state: QueueState;
  /** When the message is tried again, if it is. */
  readonly next: number;
}

/**
 * Stores an attempt at a message, and what becomes of the message. Of one that is gone (its receiver was
 * removed during the attempt, or a person erased) nothing is stored.
 */
export async function storeAttempt(
  transaction: Transaction<TenantTables>,
  { id, attempts }: StoredMessage,
  { state, next, ...attempt }: AttemptOutcome,
): Promise<void> {
  const update = transaction
    .updateTable('webhook_message')
    .set({
      state,
      attempts: attempts + 1,
      next_attempt_at: next,
      last_error: attempt.reason,
      sent_at: state === 'sent' ? attempt.at : 0,
    })
    .where('id', '=', id);
  // An operator may have set the message going again during the attempt: its failure does not undo that.
  const { numUpdatedRows } = await (state === 'sent'
    ? update
    : update.where('attempts', '=', attempts)
  ).executeTakeFirstOrThrow();
  const isGone = async () => (await stateOf(transaction, 'webhook_message', { id })) === undefined;
  if (numUpdatedRows === 0n && (await isGone())) return;
  await insertPrepared(transaction, 'webhook_attempt', { message_id: id, ...attempt });
}

/** The messages that wait for a receiver, as the beginning of a statement that changes them. */
export function waitingMessages(transaction: Transaction<TenantTables>, endpointId: number) {
  return transaction
    .updateTable('webhook_message')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting');
}

/**
 * Makes a receiver's undelivered messages due at once, those that were given up too, with all attempts
 * before them again.
 *
 * @param since Only messages from this moment on, in milliseconds since the epoch.
 * @returns How many there are.
 */
export async function recoverMessages(
  database: TenantDatabase,
  endpointId: number,
  since: number,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await database.write((transaction) =>
    transaction
      .updateTable('webhook_message')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: now })
      .where('endpoint_id', '=', endpointId)
      .where('state', 'in', ['waiting', 'failed'])
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow(),
  );
  return Number(numUpdatedRows);
}

/** Makes one message due at once, whatever its state. @returns Undefined when there is none. */
export async function redeliverMessage(
  database: TenantDatabase,
  endpointId: number,
  messageId: string,
  now: number,
): Promise<StoredMessage | undefined> {
  return database.write((transaction) =>
    transaction
      .updateTable('webhook_message')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: now, sent_at: 0 })
      .where('endpoint_id', '=', endpointId)
      .where('message_id', '=', messageId)
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Counts what waits for active receivers: messages, and changes for which none are stored yet. */
export async function unsentMessages(database: TenantDatabase): Promise<Unsent> {
  // First, as the messages about these changes may be stored in between.
  const behind = await countBehind(database);
  const { waiting } = await unsentWebhooks(database);
  // The directory's notes count email that was given up, and nothing else.
  return { waiting: waiting + behind, failed: 0 };
}

/** What waits for the receivers of a database, and how many of these fail. */
export interface UnsentWebhooks {
  /** Messages to active receivers. */
  readonly waiting: number;
  /** When the oldest of them was stored; undefined without any. */
  readonly oldest: number | undefined;
  /** Active receivers whose last attempt failed, as far as something waits for them. */
  readonly failing: number;
}

/** What waits for the receivers of a database. */
export async function unsentWebhooks({ db }: TenantDatabase): Promise<UnsentWebhooks> {
  const { waiting, oldest, failing } = await db
    .selectFrom('webhook_message as m')
    .innerJoin('webhook_endpoint as e', 'e.id', 'm.endpoint_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.min('m.created_at').as('oldest'),
      sql<number>`count(distinct case when e.failing_since > 0 then e.id end)`.as('failing'),
    ])
    .where('m.state', '=', 'waiting')
    .where('e.state', '=', 'active')
    .executeTakeFirstOrThrow();
  return {
    waiting: Number(waiting),
    oldest: oldest === null ? undefined : Number(oldest),
    failing: Number(failing),
  };
}

export async function countMessages({
  db,
}: TenantDatabase): Promise<ReadonlyMap<number, Readonly<Record<QueueState, number>>>> {
  const rows = await db
    .selectFrom('webhook_message')
    .select((eb) => ['endpoint_id', 'state', eb.fn.countAll<number>().as('messages')])
    .groupBy(['endpoint_id', 'state'])
    .execute();
  const counts = new Map<number, Record<QueueState, number>>();
  for (const { endpoint_id, state, messages } of rows) {
    const of = counts.get(endpoint_id) ?? { waiting: 0, sent: 0, failed: 0 };
    of[state as QueueState] = Number(messages);
    counts.set(endpoint_id, of);
  }
  return counts;
}

/** The newest messages to a receiver, or to all where it is undefined, newest first, without their bodies. */
export function listMessages(
  { db }: TenantDatabase,
  endpointId: number | undefined,
  { state, limit }: { readonly state?: QueueState | undefined; readonly limit: number },
): Promise<Omit<StoredMessage, 'body'>[]> {
  let query = newestMessages(db, limit);
  if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId);
  if (state !== undefined) query = query.where('state', '=', state);
  return query.execute();
}

function newestMessages(db: Kysely<TenantTables>, limit: number) {
  return db
    .selectFrom('webhook_message')
    .select(['id', 'endpoint_id', 'message_id', 'type', 'created_at', 'state', 'attempts'])
    .select(['next_attempt_at', 'last_error', 'sent_at'])
    .orderBy('id', 'desc')
    .limit(limit);
}

/** How many of the newest messages are looked through for one lead: bodies have no index. */
const LOOKED_THROUGH = 10_000;

/** The messages about one lead among the newest of all, newest first, without their bodies. */
export function messagesAboutLead(
  { db }: TenantDatabase,
  id: number,
  limit: number,
): Promise<Omit<StoredMessage, 'body'>[]> {
  return newestMessages(db, limit)
    .where('id', '>', (eb) =>
      eb
        .selectFrom('webhook_message')
        .select(sql<number>`max(id) - ${sql.lit(LOOKED_THROUGH)}`.as('from')),
    )
    .where('type', 'like', 'lead.%')
    .where(contains(sql`body`, `"resource":"leads","id":${id},`))
    .execute();
}

/** A message to a receiver, with its body and all attempts at it, oldest first. */
export async function messageWithAttempts(
  { db }: TenantDatabase,
  endpointId: number,
  messageId: string,
): Promise<{ message: StoredMessage; attempts: StoredAttempt[] } | undefined> {
  const message = await db
    .selectFrom('webhook_message')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (message === undefined) return undefined;
  const attempts = await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('message_id', '=', message.id)
    .orderBy('id')
    .execute();
  return { message, attempts };
}
