'use server';

import { createHash } from 'node:crypto';
import { EMAIL_REFUSED, EMAIL_WANTED, isEmail, textOf } from '@/lib/form';
import { portico } from '@/lib/portico';
import { NO_EMAIL, refusedWith } from '@/lib/refused';

/** What a form shows after it was sent. */
export interface LeadState {
  readonly sent: boolean;
  /** What went wrong as a whole. */
  readonly message?: string;
  readonly errors: Readonly<Record<string, string>>;
  /** What the form said, as one that comes back must not be empty, and keeps its number. */
  readonly typed: Readonly<Record<string, string>>;
}

const FIELDS = [
  'firstname',
  'lastname',
  'email',
  'phone',
  'comment',
  'listing',
  'attempt',
] as const;

/** Sends a lead about a listing to its agent. Works with and without JavaScript. */
export async function sendLead(_before: LeadState, form: FormData): Promise<LeadState> {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)]));
  const errors = problemsOf(typed);
  if (Object.keys(errors).length > 0) return { sent: false, errors, typed };
  // A field that people do not see. A program that fills it in is thanked, and nothing is sent.
  if (textOf(form, 'website') !== '') return { sent: true, errors, typed: {} };
  const { firstname = '', lastname = '', email = '', phone, comment, listing } = typed;
  try {
    await portico().leads.sendForListing(
      { listingID: Number(listing), firstname, lastname, email, phone, comment },
      { idempotencyKey: keyOf(typed) },
    );
    return { sent: true, errors, typed: {} };
  } catch (error) {
    if (refusedWith(error, NO_EMAIL))
      return { sent: false, errors: { email: EMAIL_REFUSED }, typed };
    // The log says why, and not what people typed.
    const { name, code = '' } = error as { name?: string; code?: string };
    process.stderr.write(`A lead was not stored: ${name} ${code}\n`);
    return {
      sent: false,
      errors,
      typed,
      message: 'Your message could not be sent. Please try again.',
    };
  }
}

function problemsOf(typed: Readonly<Record<string, string>>): Record<string, string> {
  const { firstname, lastname, email = '', comment = '' } = typed;
  return {
    ...(!firstname && { firstname: 'Please tell us your first name.' }),
    ...(!lastname && { lastname: 'Please tell us your last name.' }),
    ...(!isEmail(email) && { email: EMAIL_WANTED }),
    ...(comment.length > 5000 && { comment: 'Please write at most 5,000 characters.' }),
  };
}

/**
 * Names a lead: the number that the page was made with, the listing, and what was typed. The same form sent twice, by a double click or by going
 * back, has the same name and is one lead. One that was changed after a failure has another: the words that count are its own.
 */
function keyOf(typed: LeadState['typed']): string {
  return createHash('sha256').update(JSON.stringify(typed)).digest('hex');
}
