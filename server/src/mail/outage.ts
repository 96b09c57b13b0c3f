import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import type { Timer } from '../lib/timer.js';
import { backoff, PROBE_BACKOFF, UNWELCOME_BACKOFF } from './retry.js';
import type { DeliveryFailure } from './transport.js';

/** What an outage works with. */
export interface OutageParts {
  readonly clock: Clock;
  readonly timer: Timer;
  /** A number from 0 to less than 1. */
  readonly chance: () => number;
  readonly log: Logger;
}

/** When an attempt began, by the clock and in the course of outages. */
export interface Attempt {
  readonly round: number;
  /** Monotonic milliseconds. */
  readonly began: number;
}

/** The part of a pause that is kept after an attempt that took longer than the pause. */
const LEAST_PAUSE = 1 / 8;

/**
 * What is known of a mail server that takes no letters: since when, and when to try it again. However
 * many letters wait, it is one moment that is waited for.
 */
export class Outage {
  readonly #parts: OutageParts;
  readonly #probe: () => void;
  /** Monotonic; undefined while all is well. */
  #since: number | undefined;
  /** How often in a row it failed like that. */
  #failures = 0;
  #pace = PROBE_BACKOFF;
  /** Changes with everything that is learned. */
  #round = 0;
  #cancelProbe: (() => void) | undefined;

  /** @param probe Called whenever it is time to try one letter. */
  constructor(parts: OutageParts, probe: () => void) {
    this.#parts = parts;
    this.#probe = probe;
  }

  /** Whether no letter could be sent when it was tried last. */
  get lasts(): boolean {
    return this.#since !== undefined;
  }

  /** Whether the next letter has to wait for its moment. */
  get pauses(): boolean {
    return this.#cancelProbe !== undefined;
  }

  /** An attempt that begins now. */
  attempt(): Attempt {
    return { round: this.#round, began: this.#parts.clock.monotonic() };
  }

  /**
   * An attempt has failed that says something of the server.
   *
   * @param reason For the log, without addresses.
   */
  failed({ round, began }: Attempt, failure: DeliveryFailure, reason: string): void {
    // What began before the last news of the server is none: letters fail together, and one that was
    // under way when the server went away may fail long after it is back.
    if (round !== this.#round) return;
    this.#round += 1;
    const { clock, timer, chance, log } = this.#parts;
    const now = clock.monotonic();
    if (this.#since === undefined) {
      this.#since = now;
      log.warn({ reason }, 'no letter can be sent at present');
    }
    const pace = failure === 'unwelcome' ? UNWELCOME_BACKOFF : PROBE_BACKOFF;
    this.#failures = pace === this.#pace ? this.#failures + 1 : 1;
    this.#pace = pace;
    const pause = backoff(pace, this.#failures, chance());
    // From one beginning to the next: an attempt that waited for an answer in vain has paused already.
    const left = Math.max(pause - (now - began), pause * LEAST_PAUSE);
    this.#cancelProbe?.();
    this.#cancelProbe = timer.after(Math.round(left), () => {
      this.#cancelProbe = undefined;
      this.#probe();
    });
  }

  /** A letter was taken, or asked to come again: the server is there. */
  ended(): void {
    if (this.#since === undefined) return;
    const { clock, log } = this.#parts;
    const seconds = Math.round((clock.monotonic() - this.#since) / 1000);
    this.stop();
    this.#round += 1;
    this.#since = undefined;
    this.#failures = 0;
    log.info({ seconds }, 'letters can be sent again');
  }

  /** Waits for nothing any more. */
  stop(): void {
    this.#cancelProbe?.();
    this.#cancelProbe = undefined;
  }
}
