import type { Generated } from 'kysely';

/**
 * Emails to send and emails that were sent. R152. An email is written in the
 * transaction of the work that causes it, and sent after.
 */
export interface EmailTable {
  id: Generated<number>;
  /** What it is about: `verification`, `marketplace` or `lead`. */
  kind: string;
  /** The name it is sent under; the address is the installation's. */
  from_name: string;
  to_name: string;
  to_address: string;
  /** Where an answer goes; an empty address is the sender's. */
  reply_name: string;
  reply_address: string;
  subject: string;
  /** Both bodies are emptied when the email was sent: they hold codes and what people wrote. */
  text: string;
  html: string;
  /** `<…@…>`, made once, by which the copies of an email that was sent twice are recognised. */
  message_id: string;
  /** Milliseconds since the epoch, as every moment here. */
  created_at: number;
  /** `waiting`, `sent` or `failed`. */
  state: string;
  /** How often sending was begun, but for what failed because the mail server was away. */
  attempts: number;
  next_attempt_at: number;
  /** Why the last attempt failed, in few words; empty when there is nothing to say. */
  last_error: string;
  /** A process is sending it until then at the latest; 0 when none is. */
  leased_until: number;
  /** 0 until it was sent. */
  sent_at: number;
  /** The lead that it tells of; 0 when it tells of none. */
  alert_id: number;
}

/** The table of the outbox. */
export interface OutboxTables {
  letter: EmailTable;
}
