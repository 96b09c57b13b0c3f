import type { Generated } from 'kysely';

/**
 * Unsent and sent emails. R152. The transaction of the work that causes an email stores it, and it
 * is sent later.
 */
export interface EmailTable {
  id: Generated<number>;
  /** The kind of email: `verification`, `marketplace`, `lead` or `webhook`. */
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
