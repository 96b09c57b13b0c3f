import type { Mailbox } from './address.js';

/** The state of an email: to be sent, sent, or given up. */
export const EMAIL_STATES = ['waiting', 'sent', 'failed'] as const;

/** One of `EMAIL_STATES`. */
export type EmailState = (typeof EMAIL_STATES)[number];

/** An email to send. */
export interface Email {
  /** A word of the family that writes it, for lists and the log. */
  readonly kind: string;
  /** The sender's display name, such as a brokerage's title. */
  readonly fromName: string;
  /** `operator`: the address in PORTICO_OPERATOR_EMAIL. */
  readonly to: Mailbox | 'operator';
  /** Where a reply goes; by default to the sender's address. */
  readonly replyTo?: Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The id of the stored lead that it is about. */
  readonly alertId?: number;
  /** Whether nobody waits for it, as for a digest: it is sent when no other email is due. */
  readonly bulk?: boolean;
}

const LINE_BREAKING = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that change the direction of text, and so can make one name look like another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Control characters except tab and line feed. */
const UNPRINTABLE = /(?![\t\n])\p{Cc}/gu;

/**
 * Text for one line of a header, without line breaks and other control characters, so that a visitor's
 * name cannot begin a header of its own.
 *
 * @param most The most characters; longer text ends in an ellipsis.
 */
export function headerText(text: string, most: number): string {
  return cutAt(text.replace(LINE_BREAKING, ' ').replace(TURNING, '').replace(/ {2,}/g, ' '), most);
}

/**
 * Text for a body: line breaks become line feeds, and other control characters are removed.
 *
 * @param most The most characters; longer text ends in an ellipsis.
 */
export function bodyText(text: string, most = Number.POSITIVE_INFINITY): string {
  return cutAt(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNPRINTABLE, ''), most);
}

function cutAt(text: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  // By code points, as half a character would be invalid.
  return `${[...trimmed.slice(0, most * 2)].slice(0, most).join('').trimEnd()}…`;
}
