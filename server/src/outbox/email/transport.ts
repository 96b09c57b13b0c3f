import type { SendMailOptions } from 'nodemailer';
import { isMailbox } from './email.js';
import type { StoredEmail } from './email-store.js';

/** What a transport needs of an email. */
export type OutgoingEmail = Pick<
  StoredEmail,
  | 'from_name'
  | 'to_name'
  | 'to_address'
  | 'reply_name'
  | 'reply_address'
  | 'subject'
  | 'text'
  | 'html'
  | 'message_id'
  | 'created_at'
>;

/** Sends email to the outside. */
export interface Transport {
  /** How many emails it takes at once. */
  readonly atOnce: number;
  /**
   * Sends one email. When it resolves, another party has to deliver the email.
   *
   * @param signal Ends the attempt at once; it then counts as `uncertain`.
   * @throws DeliveryError
   */
  send(email: OutgoingEmail, signal: AbortSignal): Promise<void>;
  /** Takes back an email that was sent, where that can be done. */
  withdraw?(email: OutgoingEmail): Promise<void>;
  /** Closes its connections. */
  close(): Promise<void>;
}

/**
 * How an attempt failed.
 *
 * `unreachable`: no mail server answers. `unwelcome`: a server answers and takes no email at present.
 * `uncertain`: the connection was lost on the way, and the email may have arrived. `postponed`: the
 * server does not take this email now. `refused`: it does not take this email at all.
 */
export type DeliveryFailure = 'unreachable' | 'unwelcome' | 'uncertain' | 'postponed' | 'refused';

/** The most characters of the reason. */
const LONGEST_REASON = 300;

/** An email was not sent. The message is short, on one line, and holds no secrets. */
export class DeliveryError extends Error {
  constructor(
    readonly failure: DeliveryFailure,
    message: string,
  ) {
    super(
      message
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_REASON),
    );
    this.name = 'DeliveryError';
  }
}

/**
 * An email as nodemailer takes it. Name and address are passed separately, never as text to parse, so
 * that no name can add a recipient.
 *
 * @param sender The address it is sent from.
 * @throws DeliveryError for a recipient that is not exactly one address.
 */
export function messageOf(email: OutgoingEmail, sender: string): SendMailOptions {
  if (!isMailbox(email.to_address)) {
    throw new DeliveryError('refused', 'The recipient is not one email address.');
  }
  const answerable = isMailbox(email.reply_address);
  return {
    from: { name: email.from_name, address: sender },
    to: { name: email.to_name, address: email.to_address },
    ...(answerable
      ? { replyTo: { name: email.reply_name, address: email.reply_address } }
      : undefined),
    // Exactly the recipient that was checked, whatever the header says.
    envelope: { from: sender, to: [email.to_address] },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: email.message_id,
    // When it was queued, so that every copy of an email is the same.
    date: new Date(email.created_at),
    // Asks for no automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
