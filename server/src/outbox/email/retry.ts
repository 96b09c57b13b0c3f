import type { DeliveryFailure } from './transport.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An email that could not be sent for this long is given up at its next failure. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/**
 * At this attempt a refusal is final. Not at the first: a mail server whose configuration changes may
 * refuse for a moment what it takes a minute later.
 */
export const FINAL_REFUSAL = 3;

/** The pause doubles each time, from the first to the longest. Milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
}

/** Between attempts at one email. */
export const EMAIL_BACKOFF: Backoff = { first: MINUTE_MS, longest: HOUR_MS };

/**
 * Between attempts at an email that may have arrived: each may be another copy of it. RFC 1047
 * describes mail servers that take an email but whose answer is lost.
 */
export const UNCERTAIN_BACKOFF: Backoff = { first: 5 * MINUTE_MS, longest: 8 * HOUR_MS };

/**
 * Between attempts to reach a mail server that is not there, with any email. An attempt is one
 * connection, and waiting email leaves within seconds of the server's return.
 */
export const PROBE_BACKOFF: Backoff = { first: 1_000, longest: 4_000 };

/**
 * The same for a mail server that is there and takes nothing. Some count logins and connections, and
 * lock out longer a client that comes again too soon.
 */
export const UNWELCOME_BACKOFF: Backoff = { first: 4_000, longest: 5 * MINUTE_MS };

/**
 * How long to wait after this many failures, in milliseconds: between half and all of a span that
 * doubles, so that emails that failed together are not tried together.
 *
 * @param failures From 1.
 * @param chance From 0 to less than 1.
 */
export function backoff({ first, longest }: Backoff, failures: number, chance: number): number {
  const span = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
  return Math.round((span / 2) * (1 + chance));
}

/**
 * How long an email waits after a failed attempt, in milliseconds.
 *
 * @param attempts Attempts at it, from 1.
 * @param chance From 0 to less than 1.
 * @returns undefined when it waits only for the mail server.
 */
export function pauseAfter(
  failure: DeliveryFailure,
  attempts: number,
  chance: number,
): number | undefined {
  if (failure === 'unreachable' || failure === 'unwelcome') return undefined;
  return backoff(failure === 'uncertain' ? UNCERTAIN_BACKOFF : EMAIL_BACKOFF, attempts, chance);
}
