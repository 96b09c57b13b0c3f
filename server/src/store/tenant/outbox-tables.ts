import type { Generated, Kysely } from 'kysely';
import { columnTypes, type Place } from '../engines/dialect.js';
import { columns, type Table } from './columns.js';

/**
 * Unsent and sent emails. R152. The transaction of the work that causes an email stores it, and it
 * is sent later.
 */
export interface EmailTable {
  id: Generated<number>;
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
  /** Both bodies are emptied after sending, because they hold codes and what people wrote. */
  text: string;
  html: string;
  /** `<…@…>`, made once, so that the copies of an email that was sent twice can be recognised. */
  message_id: string;
  /** Milliseconds since the epoch, like every moment here. */
  created_at: number;
  /** `waiting`, `sent` or `failed`. */
  state: string;
  /** The number of attempts, without those that failed because the mail server was unreachable. */
  attempts: number;
  next_attempt_at: number;
  /** The reason why the last attempt failed, in few words; empty for none. */
  last_error: string;
  /** The end of the lease of the process that sends it; 0 for none. */
  leased_until: number;
  /** 0 until it is sent. */
  sent_at: number;
  /** The lead that it announces; 0 for none. */
  alert_id: number;
  /** 1 for email that nobody waits for: it is sent when no other email is due. */
  bulk: Generated<number>;
}

/** The table of the outbox. */
export interface OutboxTables {
  letter: EmailTable;
}

/** Makes the table of emails to send. */
export async function makeOutbox(db: Kysely<unknown>, place: Place): Promise<void> {
  const { integer, text, counted } = columnTypes(place.kind);
  let table = db.schema
    .createTable('letter')
    .addColumn('id', integer, counted)
    .addColumn('message_id', text, (column) => column.notNull().unique()) as unknown as Table;
  table = columns(
    table,
    text,
    `kind from_name to_name to_address reply_name reply_address subject text html state
     last_error`,
  );
  await columns(
    table,
    integer,
    'created_at attempts next_attempt_at leased_until sent_at alert_id',
  ).execute();

  // One index for the due emails, the longest waiting first, and one for the emails to delete.
  await db.schema
    .createIndex('letter_due')
    .on('letter')
    .columns(['state', 'next_attempt_at', 'id'])
    .execute();
}

/**
 * The step that tells email that nobody waits for from the rest, and orders what is due by it. What an
 * earlier program writes is email that somebody waits for.
 */
export async function makeOutboxClasses(db: Kysely<unknown>, place: Place): Promise<void> {
  await db.schema
    .alterTable('letter')
    .addColumn('bulk', columnTypes(place.kind).integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('letter_due').execute();
  await db.schema
    .createIndex('letter_due')
    .on('letter')
    .columns(['state', 'bulk', 'next_attempt_at', 'id'])
    .execute();
}
