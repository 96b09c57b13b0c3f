import type { SendMailOptions } from 'nodemailer';
import { isMailbox } from './address.js';
import { DeliveryError, type OutgoingEmail } from './transport.js';

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
