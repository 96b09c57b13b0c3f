import type { StoredLetter } from './email-store.js';

/** What a transport needs of a letter. */
export type OutgoingLetter = Pick<
  StoredLetter,
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

/** The way letters take out of the house. */
export interface Transport {
  /** How many lots of letters it takes at once. */
  readonly atOnce: number;
  /**
   * How many letters a lot holds at most. They are sent side by side, and noted as sent together: what
   * ends between the two has all of them sent once more.
   */
  readonly together: number;
  /**
   * Sends one letter. When it resolves, the letter is somebody else's to deliver.
   *
   * @param signal Ends the attempt at once; it then counts as `uncertain`.
   * @throws DeliveryError
   */
  send(letter: OutgoingLetter, signal: AbortSignal): Promise<void>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

/**
 * How an attempt failed.
 *
 * `unreachable`: nobody is there to take letters. `unwelcome`: somebody is, and takes none at present.
 * `uncertain`: the connection was lost on the way, and the letter may have arrived. `postponed`: this
 * letter is not taken now. `refused`: this letter is not taken.
 */
export type DeliveryFailure = 'unreachable' | 'unwelcome' | 'uncertain' | 'postponed' | 'refused';

/** Characters of the reason that are kept. */
const LONGEST_REASON = 300;

/** A letter was not sent. The message is short, on one line, and holds no secrets. */
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
