/** How much one subject may do. */
export interface Limits {
  /** Calls admitted in any sliding second, at least 1. */
  readonly perSecond: number;
  /** Calls under way at once, at least 1. */
  readonly inFlight: number;
}

/** What a subject could still do at the moment of the answer; never below 0. */
export interface Remaining {
  readonly perSecond: number;
  readonly inFlight: number;
}

/** Whether a call is admitted. */
export type Admission =
  | {
      readonly admitted: true;
      /** What is left after this call. */
      readonly remaining: Remaining;
      /**
       * Gives the in-flight slot back. Calling it again, or after the lease has ended, does nothing. It
       * needs no `this` and never throws.
       */
      readonly release: () => void;
    }
  | {
      readonly admitted: false;
      /** `rate` when the second is full, whether or not the slots are too. */
      readonly reason: 'rate' | 'simultaneous';
      /**
       * Milliseconds to wait before the next try, above 0. Exact for `rate`; {@link SLOT_RETRY_MS} for
       * `simultaneous`, as nobody knows when a call under way will end.
       */
      readonly retryAfterMs: number;
      readonly remaining: Remaining;
    };

/**
 * Counts calls per subject: how many in any sliding second, how many at once.
 *
 * The interface has twins, one in the process and one that several processes share;
 * `test/counters/contract.test.ts` runs on each. Every twin keeps this:
 * - no half-open interval of 1000 ms holds more than `perSecond` admitted calls of a subject;
 * - a refused call leaves no trace: it neither counts nor holds a slot;
 * - both limits are checked and both counts taken in one step, so that two calls cannot both take the
 *   last place;
 * - a slot that nobody gives back becomes free after {@link LEASE_MS};
 * - a subject with nothing counted soon takes no memory.
 *
 * R55.
 */
export interface Counters {
  /**
   * @param subject Who is counted, chosen by the server and never by the caller.
   * @param limits What holds from this call on. When they change, calls that were counted still count.
   */
  admit(subject: string, limits: Limits): Admission | Promise<Admission>;
  /** Releases what the implementation holds. */
  close(): Promise<void>;
}

/** Length of the sliding window in milliseconds. */
export const WINDOW_MS = 1000;

/** The longest that a slot is held, in milliseconds (R55). */
export const LEASE_MS = 60_000;

/** When to try again after a refusal for want of a slot, in milliseconds. */
export const SLOT_RETRY_MS = 1000;
