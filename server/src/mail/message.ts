import type { SendMailOptions } from 'nodemailer';
import { isMailbox } from './address.js';
import { DeliveryError, type OutgoingLetter } from './transport.js';

/**
 * A letter as the mail library takes it. Addresses are handed over as name and address apart, never
 * as text to be parsed, so that no name can add a recipient.
 *
 * @param sender The address it is sent from.
 * @throws DeliveryError for an address that is not exactly one.
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
    // The very recipient that was checked, whatever becomes of the header.
    envelope: { from: sender, to: [letter.to_address] },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: letter.message_id,
    // Of its making: every copy of a letter is the same.
    date: new Date(letter.created_at),
    // No holiday notes in answer to a program (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
