const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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

/** How many pauses there are. */
export const PAUSES = PAUSES_MS.length;

/** The pause after the first failure. A receiver that failed for less is not told of what waits at once. */
export const FIRST_PAUSE_MS = 5 * SECOND_MS;

/**
 * For how long a message is tried at least, however many attempts there were: those at the first success of its
 * receiver come in addition to the schedule. Shorter than any course of the schedule.
 */
export const LEAST_TRIED_MS = 60 * HOUR_MS;

/** How far a pause may be from the schedule, so that messages that failed together spread. */
const JITTER = 0.1;

/** The longest pause that a receiver may ask for. */
const LONGEST_ASKED_MS = DAY_MS;

/** A receiver that has failed for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;

/**
 * Only from this attempt at a message on is its receiver disabled: after a week without messages, the
 * first failure is no five days of failure.
 */
export const DISABLING_ATTEMPT = 4;

/**
 * How long a message waits after a failed attempt, in milliseconds; undefined when it is given up.
 *
 * @param attempts Attempts at it, from 1.
 * @param asked What the receiver asks for in `Retry-After`; undefined for nothing.
 * @param chance From 0 to less than 1.
 */
export function pauseAfter(
  attempts: number,
  asked: number | undefined,
  chance: number,
): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  const spread = Math.round(pause * (1 - JITTER + 2 * JITTER * chance));
  return Math.max(spread, Math.min(asked ?? 0, LONGEST_ASKED_MS));
}
