import type { DeliveryFailure } from './email/transport.js';

/* When what was not sent is tried again, and when it is given up. */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** An email that could not be sent for this long is given up at its next failure. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/**
 * At this attempt a refusal is final. Not at the first: a mail server whose configuration changes may
 * refuse for a moment what it takes a minute later.
 */
const FINAL_REFUSAL = 3;

/** Whether an email is given up after a failed attempt. @param age How long ago it was queued. */
export function isEmailGivenUp(failure: DeliveryFailure, attempts: number, age: number): boolean {
  return age >= GIVE_UP_AFTER_MS || (failure === 'refused' && attempts >= FINAL_REFUSAL);
}

/** The pause doubles each time, from the first to the longest. Milliseconds. */
interface Backoff {
  readonly first: number;
  readonly longest: number;
}

/** Between attempts at one email. */
const EMAIL_BACKOFF: Backoff = { first: MINUTE_MS, longest: HOUR_MS };

/**
 * Between attempts at an email that may have arrived: each may be another copy of it. RFC 1047
 * describes mail servers that take an email but whose answer is lost.
 */
const UNCERTAIN_BACKOFF: Backoff = { first: 5 * MINUTE_MS, longest: 8 * HOUR_MS };

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
export function emailPause(
  failure: DeliveryFailure,
  attempts: number,
  chance: number,
): number | undefined {
  if (failure === 'unreachable' || failure === 'unwelcome') return undefined;
  return backoff(failure === 'uncertain' ? UNCERTAIN_BACKOFF : EMAIL_BACKOFF, attempts, chance);
}

/**
 * The pauses after each failed attempt: 75 hours in all, so that a receiver that is down over a weekend
 * gets what it missed. After the last attempt a message is given up. R214.
 */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** The pause after the first failure. A receiver that failed for less does not get at once what waits. */
export const FIRST_PAUSE_MS = 5 * SECOND_MS;

/**
 * For how long a message is tried at least, however many attempts there were: those at the first success of its
 * receiver come in addition to the schedule. Shorter than any course of the schedule.
 */
const LEAST_TRIED_MS = 60 * HOUR_MS;

/** How far a pause may be from the schedule, so that messages that failed together spread. */
const JITTER = 0.1;

/**
 * How long a message waits after a failed attempt, in milliseconds; undefined when it is given up.
 *
 * @param attempts Attempts at it, from 1.
 * @param age How long ago it was stored.
 * @param retryAfter What the receiver asks for in `Retry-After`, a day at most; undefined for nothing.
 * @param chance From 0 to less than 1.
 */
export function webhookPause(
  attempts: number,
  age: number,
  retryAfter: number | undefined,
  chance: number,
): number | undefined {
  const most = age < LEAST_TRIED_MS ? PAUSES_MS.length : attempts;
  const pause = PAUSES_MS[Math.min(attempts, most) - 1];
  if (pause === undefined) return undefined;
  return Math.max(Math.round(pause * (1 - JITTER + 2 * JITTER * chance)), retryAfter ?? 0);
}

/** A receiver that has failed for this long is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/**
 * Only from this attempt at a message on is its receiver disabled: after a week without messages, the
 * first failure is no five days of failure.
 */
const DISABLING_ATTEMPT = 4;

/** Whether a receiver is disabled that has failed for so long, also at so many attempts at one message. */
export function failsTooLong(ms: number, attempts: number): boolean {
  return ms >= DISABLE_AFTER_MS && attempts >= DISABLING_ATTEMPT;
}
