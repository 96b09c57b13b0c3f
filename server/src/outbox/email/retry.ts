import type { Logger } from 'pino';
import type { Clock, Timer } from '../../lib/clock.js';
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
const PROBE_BACKOFF: Backoff = { first: 1_000, longest: 4_000 };

/**
 * The same for a mail server that is there and takes nothing. Some count logins and connections, and
 * lock out longer a client that comes again too soon.
 */
const UNWELCOME_BACKOFF: Backoff = { first: 4_000, longest: 5 * MINUTE_MS };

/**
 * How long to wait after this many failures, in milliseconds: between half and all of a span that
 * doubles, so that emails that failed together are not tried together.
 *
 * @param failures From 1.
 * @param chance From 0 to less than 1.
 */
function backoff({ first, longest }: Backoff, failures: number, chance: number): number {
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

/** What an outage needs. */
interface OutageParts {
  readonly clock: Clock;
  readonly timer: Timer;
  /** A number from 0 to less than 1. */
  readonly chance: () => number;
  readonly log: Logger;
}

/** When an attempt began, by the clock and in rounds of an outage. */
export interface Attempt {
  readonly round: number;
  /** Monotonic milliseconds. */
  readonly began: number;
}

/** The share of a pause that stays after an attempt that took longer than the pause. */
const LEAST_PAUSE = 1 / 8;

/**
 * The outage of a mail server: since when it takes no email, and when to try it again. All waiting
 * emails wait for the same moment.
 */
export class Outage {
  readonly #parts: OutageParts;
  readonly #probe: () => void;
  /** Monotonic; undefined while all is well. */
  #since: number | undefined;
  /** How often in a row it failed at this pace. */
  #failures = 0;
  #pace = PROBE_BACKOFF;
  /** Grows with everything learned about the server. */
  #round = 0;
  #cancelProbe: (() => void) | undefined;

  /** @param probe Called when it is time to try one email. */
  constructor(parts: OutageParts, probe: () => void) {
    this.#parts = parts;
    this.#probe = probe;
  }

  /** Whether the last attempt could not send any email. */
  get lasts(): boolean {
    return this.#since !== undefined;
  }

  /** Whether the next email has to wait for the next probe. */
  get pauses(): boolean {
    return this.#cancelProbe !== undefined;
  }

  /** Begins an attempt. */
  attempt(): Attempt {
    return { round: this.#round, began: this.#parts.clock.monotonic() };
  }

  /**
   * Notes an attempt that failed because of the server.
   *
   * @param reason For the log, without addresses.
   */
  failed({ round, began }: Attempt, failure: DeliveryFailure, reason: string): void {
    // An attempt that began in an earlier round says nothing new: emails fail together, and one may
    // fail long after the server is back.
    if (round !== this.#round) return;
    this.#round += 1;
    const { clock, timer, chance, log } = this.#parts;
    const now = clock.monotonic();
    if (this.#since === undefined) {
      this.#since = now;
      log.warn({ reason }, 'no email can be sent at present');
    }
    const pace = failure === 'unwelcome' ? UNWELCOME_BACKOFF : PROBE_BACKOFF;
    this.#failures = pace === this.#pace ? this.#failures + 1 : 1;
    this.#pace = pace;
    const pause = backoff(pace, this.#failures, chance());
    // From start to start: an attempt that waited for an answer in vain has already paused.
    const left = Math.max(pause - (now - began), pause * LEAST_PAUSE);
    this.#cancelProbe?.();
    this.#cancelProbe = timer.after(Math.round(left), () => {
      this.#cancelProbe = undefined;
      this.#probe();
    });
  }

  /** Notes that the server took an email or postponed it: it is there. */
  ended(): void {
    if (this.#since === undefined) return;
    const { clock, log } = this.#parts;
    const seconds = Math.round((clock.monotonic() - this.#since) / 1000);
    this.stop();
    this.#round += 1;
    this.#since = undefined;
    this.#failures = 0;
    log.info({ seconds }, 'emails can be sent again');
  }

  /** Cancels the next probe. */
  stop(): void {
    this.#cancelProbe?.();
    this.#cancelProbe = undefined;
  }
}
