import type { Generated, Kysely } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { addColumns, addIndex, makeTable } from '../schema/steps.js';

/** What emails and messages to receivers of webhooks have in common, as the outbox sends both. */
export interface QueueRow {
  id: Generated<number>;
  /**
   * Made once and the same in all attempts, so that the copies of what was sent twice can be recognised:
   * `<…@…>` of an email, `msg_` and random characters of a message.
   */
  message_id: string;
  /** Milliseconds since the epoch, like every moment here. */
  created_at: number;
  /** `waiting`, `sent` or `failed`. */
  state: string;
  /** The number of attempts; at an email, without those that failed because the mail server was unreachable. */
  attempts: number;
  next_attempt_at: number;
  /** Why the last attempt failed, in few words; empty for none. */
  last_error: string;
  /** 0 until it is sent. */
  sent_at: number;
}

/** Unsent and sent emails. R152. The transaction of the work that causes an email stores it. */
export interface EmailTable extends QueueRow {
  /** The kind of email; docs/mail.md lists them. */
  kind: string;
  /** The sender's name; the sender's address is the installation's. */
  from_name: string;
  to_name: string;
  to_address: string;
  /** The recipient of replies; an empty address means the sender. */
  reply_name: string;
  reply_address: string;
  subject: string;
  /** Both bodies and the calendar are emptied after sending, because they hold codes and what people wrote. */
  text: string;
  html: string;
  /** The end of the lease of the process that sends it; 0 for none. */
  leased_until: number;
  /** The lead that it announces; 0 for none. */
  alert_id: number;
  /** 1 for email that nobody waits for: it is sent when no other email is due. */
  bulk: Generated<number>;
  /** A calendar file (RFC 5545) that goes with it; empty for none. */
  calendar: Generated<string>;
  /** The saved search that it is about; 0 for none. */
  search_id: Generated<number>;
  /** The address that ends email of this kind with one click (RFC 8058); empty for none. */
  unsubscribe: Generated<string>;
}

/** A receiver of webhooks: a URL of another system, and what it wants to hear. R210. */
export interface WebhookEndpointTable {
  id: Generated<number>;
  /** `ep_` and random characters: its name for operators, and the place that its secrets are sealed to. */
  public_id: string;
  url: string;
  /** The types of message that it gets, comma separated. */
  types: string;
  /** `lead` where messages about leads carry them; empty for none. */
  include: string;
  /** Who gets an email when it is disabled; empty for only the operator. */
  contact: string;
  /** The secret that signs, sealed under the configured key. */
  sealed_secret: string;
  /** The secret before the last rotation, and until when it signs, too; empty and 0 for none. */
  old_sealed_secret: string;
  old_until: number;
  /** `active`, `paused` by the operator, `disabled` by failures, or `listening`: only `portico webhook listen` sends to it. */
  state: string;
  /** Why it is disabled, in few words. */
  reason: string;
  /** Milliseconds since the epoch, like every moment here. */
  created_at: number;
  /** Since when every attempt has failed; 0 after a success. */
  failing_since: number;
  /** Before this moment the receiver wants no request (`Retry-After`); 0 for none. */
  not_before: number;
  /** The end of the lease of the process that sends to it; 0 for none. It gets one request at a time. */
  leased_until: number;
  /** 1 where it wants messages about changes of records; only then do the other three mean anything. */
  follows: Generated<number>;
  /** The series of changes that it follows, and the revision up to which messages were stored for it. */
  change_epoch: Generated<number>;
  change_seq: Generated<number>;
  /** Before this moment no messages about changes are stored for it; 0 for none. */
  changes_at: Generated<number>;
}

/** Messages, a row for each receiver of an event. R211. The transaction of the work that causes it stores them. */
export interface WebhookMessageTable extends QueueRow {
  endpoint_id: number;
  type: string;
  /** The body as it is sent: JSON. Kept with the message, so that it can be sent again. */
  body: string;
}

/** Attempts to deliver messages, for `portico webhook log`. */
export interface WebhookAttemptTable {
  id: Generated<number>;
  message_id: number;
  at: number;
  /** The receiver's HTTP status; 0 where there was no answer. */
  status: number;
  /** How long it took, in milliseconds. */
  ms: number;
  /** Why it failed, in few words; empty for a success. */
  reason: string;
  /** The beginning of the receiver's answer. */
  answer: string;
}

export interface OutboxTables {
  letter: EmailTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_message: WebhookMessageTable;
  webhook_attempt: WebhookAttemptTable;
}

export async function makeOutbox(db: Kysely<unknown>, place: Place): Promise<void> {
  const email = `
    unique: message_id
    text: kind from_name to_name to_address reply_name reply_address subject text html state
      last_error
    integer: created_at attempts next_attempt_at leased_until sent_at alert_id`;
  await makeTable(db, place, 'letter', 'counted: id', email);

  // One index for the due emails, the longest waiting first, and one for the emails to delete.
  await addIndex(db, 'letter_due', 'letter', 'state, next_attempt_at, id');
}

/**
 * The step that tells email that nobody waits for from the rest, and orders what is due by it. What an
 * earlier program writes is email that somebody waits for.
 */
export async function makeOutboxClasses(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'letter', 'integer: bulk');
  await db.schema.dropIndex('letter_due').execute();
  await addIndex(db, 'letter_due', 'letter', 'state, bulk, next_attempt_at, id');
}

export async function makeWebhooks(db: Kysely<unknown>, place: Place): Promise<void> {
  const receiver = `
    unique: public_id text: url types include contact sealed_secret old_sealed_secret state reason
    integer: old_until created_at failing_since not_before leased_until`;
  await makeTable(db, place, 'webhook_endpoint', 'counted: id', receiver);
  const message = `text: message_id type body state last_error
    integer: endpoint_id created_at attempts next_attempt_at sent_at`;
  await makeTable(db, place, 'webhook_message', 'counted: id', message);
  const attempt = 'text: reason answer integer: message_id at status ms';
  await makeTable(db, place, 'webhook_attempt', 'counted: id', attempt);
  // The messages that are due for a receiver, the longest waiting first.
  await addIndex(
    db,
    'webhook_message_due',
    'webhook_message',
    'endpoint_id, state, next_attempt_at, id',
  );
  await addIndex(db, 'webhook_attempt_message', 'webhook_attempt', 'message_id');
}

/**
 * The step that adds how far each receiver of webhooks follows the changes of records, and since when
 * each record is there.
 *
 * The defaults are right for what an earlier program writes: its receivers follow nothing, and a record
 * without a beginning counts as one that was there before.
 */
export async function makeWebhookCursors(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(
    db,
    place,
    'webhook_endpoint',
    'integer: follows change_epoch change_seq changes_at',
  );
  await addColumns(db, place, 'change_entry', 'integer: since_seq');
}
