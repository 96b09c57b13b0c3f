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

/** The answer to one call that asks to come in. */
export type Admission =
  | {
      readonly admitted: true;
      /** What is left once this call is counted. */
      readonly remaining: Remaining;
      /**
       * Gives the in-flight slot back. Calling it again, or after the lease has run out, does
       * nothing; it needs no `this`, and it never throws.
       */
      readonly release: () => void;
    }
  | {
      readonly admitted: false;
      /** `rate` when the second is full, whether or not the slots are too. */
      readonly reason: 'rate' | 'simultaneous';
      /**
       * Milliseconds to wait before asking again, above 0. Exact for `rate`; for `simultaneous`
       * it is {@link SLOT_RETRY_MS}, as nobody knows when a call under way will end.
       */
      readonly retryAfterMs: number;
      readonly remaining: Remaining;
    };

/**
 * Counts calls per subject: how many in any sliding second, how many at once.
 *
 * One interface with twins (in the process, and shared by several processes); the test in
 * `test/counters/contract.test.ts` runs on each of them. What every twin keeps:
 * - no half-open interval of 1000 ms holds more than `perSecond` admitted calls of a subject;
 * - a refused call leaves no trace: it neither counts nor holds a slot;
 * - both limits are judged and both counts taken in one step, so that two calls cannot both take
 *   the last place;
 * - a slot that nobody gives back falls free after {@link LEASE_MS};
 * - subjects that have nothing counted take no memory for long.
 *
 * R55.
 */
export interface Counters {
  /**
   * @param subject Who is counted, chosen by the server and never by the caller.
   * @param limits The same at every call about one subject.
   */
  admit(subject: string, limits: Limits): Promise<Admission>;
  /** Lets go of whatever the implementation holds. */
  close(): Promise<void>;
}

/** Length of the sliding window in milliseconds. */
export const WINDOW_MS = 1000;

/** How long a slot is held at most, in milliseconds (R55). */
export const LEASE_MS = 60_000;

/** When to ask again after a refusal for want of a slot, in milliseconds. */
export const SLOT_RETRY_MS = 1000;
