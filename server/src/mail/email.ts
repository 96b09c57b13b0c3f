import type { Mailbox } from './address.js';

/** What a letter is about. */
export type LetterKind = 'verification' | 'marketplace' | 'lead';

/** What has become of a letter: to be sent, sent, or given up. */
export const LETTER_STATES = ['waiting', 'sent', 'failed'] as const;

/** One of `LETTER_STATES`. */
export type LetterState = (typeof LETTER_STATES)[number];

/** A letter to send, as the functions in `letters/` write it. */
export interface Letter {
  readonly kind: LetterKind;
  /** The name it is sent under, such as a brokerage's title. */
  readonly fromName: string;
  /** `operator`: whoever PORTICO_OPERATOR_EMAIL names. */
  readonly to: Mailbox | 'operator';
  /** Where an answer goes; without it, to the sender's address. */
  readonly replyTo?: Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The number of the stored lead that it tells of. */
  readonly alertId?: number;
}

const LINE_BREAKING = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that turn the direction of what follows, and so can make a name read as another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Control characters but the tab and the line feed. */
const UNPRINTABLE = /(?![\t\n])\p{Cc}/gu;

/**
 * Text for one line of a header: without line breaks and other control characters, so that whatever
 * a visitor calls himself begins no header of its own.
 *
 * @param most Characters that are kept; what is longer ends in an ellipsis.
 */
export function headerText(text: string, most: number): string {
  return cutAt(text.replace(LINE_BREAKING, ' ').replace(TURNING, '').replace(/ {2,}/g, ' '), most);
}

/**
 * Text for a body: line breaks are line feeds, and other control characters are gone.
 *
 * @param most Characters that are kept; what is longer ends in an ellipsis.
 */
export function bodyText(text: string, most = Number.POSITIVE_INFINITY): string {
  return cutAt(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNPRINTABLE, ''), most);
}

function cutAt(text: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  // By code points: half a character would be written as a broken one.
  return `${[...trimmed.slice(0, most * 2)].slice(0, most).join('').trimEnd()}…`;
}
