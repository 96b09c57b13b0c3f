import type { SendMailOptions } from 'nodemailer';
import { isMailbox } from './address.js';
import { DeliveryError, type OutgoingLetter } from './transport.js';

/**
 * An email as nodemailer takes it. Name and address are passed separately, never as text to parse, so
 * that no name can add a recipient.
 *
 * @param sender The address it is sent from.
 * @throws DeliveryError for a recipient that is not exactly one address.
 */
export function messageOf(letter: OutgoingLetter, sender: string): SendMailOptions {
  if (!isMailbox(letter.to_address)) {
    throw new DeliveryError('refused', 'The recipient is not one email address.');
  }
  const answerable = isMailbox(letter.reply_address);
  return {
    from: { name: letter.from_name, address: sender },
    to: { name: letter.to_name, address: letter.to_address },
    ...(answerable
      ? { replyTo: { name: letter.reply_name, address: letter.reply_address } }
      : undefined),
    // Exactly the recipient that was checked, whatever the header says.
    envelope: { from: sender, to: [letter.to_address] },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: letter.message_id,
    // When it was queued, so that every copy of an email is the same.
    date: new Date(letter.created_at),
    // Asks for no automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
