const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A letter that could not be sent for so long is given up when it fails again. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/**
 * At this attempt a refusal is final. Not at the first: mail servers that are being changed refuse
 * for a moment what they take again a minute later.
 */
export const FINAL_REFUSAL = 3;

/** How waiting grows: doubled each time, from the first to the longest. Milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
}

/** Between attempts at one letter. */
export const LETTER_BACKOFF: Backoff = { first: MINUTE_MS, longest: HOUR_MS };

/**
 * Between attempts at a letter that may have arrived: each may be one more copy of it. RFC 1047 tells
 * of mail servers that take a letter and are not heard to say so.
 */
export const UNCERTAIN_BACKOFF: Backoff = { first: 5 * MINUTE_MS, longest: 8 * HOUR_MS };

/**
 * From one attempt to reach a mail server that is not there to the next, with whatever letter: what
 * waits leaves within seconds when it is back, and an attempt is one connection.
 */
export const PROBE_BACKOFF: Backoff = { first: 1_000, longest: 4_000 };

/**
 * The same for a mail server that is there and takes nothing: some count logins and connections, and
 * lock out for longer whoever comes again too soon.
 */
export const UNWELCOME_BACKOFF: Backoff = { first: 4_000, longest: 5 * MINUTE_MS };

/**
 * How long to wait after so many failures, in milliseconds: between half and all of a span that
 * doubles, so that what failed together does not come back together.
 *
 * @param failures From 1.
 * @param chance From 0 to less than 1.
 */
export function backoff({ first, longest }: Backoff, failures: number, chance: number): number {
  const span = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
  return Math.round((span / 2) * (1 + chance));
}
