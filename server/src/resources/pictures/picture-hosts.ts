import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.js';
import { FetchProblem } from './fetch-picture.js';

/** How often a host may not be reached in a row until its other pictures are given up. */
const MOST_FAILURES = 5;

/** How often a host may ask to wait in a row, and one picture may be requested. */
const MOST_REFUSALS = 3;

const LONGEST_PAUSE_MS = 60_000;

/** The pause after the first refusal that does not say how long; each further one is twice as long. */
const FIRST_PAUSE_MS = 1_000;

/** What is known of a host. Times are of the monotonic clock. */
interface Host {
  /** When the next request may start. */
  next: number;
  pausedUntil: number;
  /** Requests to wait in a row; those that answer requests under way at the time count as one. */
  refusals: number;
  /** How often it was not reached in a row. */
  failures: number;
  /** Why it is not asked again. */
  givenUp?: string;
}

/** How hosts are asked. */
export interface HostPace {
  /** The most requests that start in a second, to one host. */
  readonly perSecond: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Waits; rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Asks each host at a steady pace, pauses where it asks for that (429 and 503), and gives it up where it is away or
 * refuses again and again: its pictures can be had by the next import. R306.
 */
export class PictureHosts {
  readonly #hosts = new Map<string, Host>();
  readonly #pace: HostPace;

  constructor(pace: HostPace) {
    this.#pace = pace;
  }

  /** Fetches when it is the turn of this request, again where the host first asked to wait. @throws FetchProblem */
  async ask<Result>(
    url: string,
    signal: AbortSignal | undefined,
    fetch: () => Promise<Result>,
  ): Promise<Result> {
    const host = this.#hostOf(url);
    for (let attempt = 0; ; attempt += 1) {
      await this.#turn(host, signal);
      const { refusals } = host;
      try {
        const result = await fetch();
        host.failures = 0;
        if (host.refusals === refusals) host.refusals = 0;
        return result;
      } catch (error) {
        if (!(error instanceof FetchProblem)) throw error;
        if (error.busy === undefined) {
          this.#noteFailure(host, error);
          throw error;
        }
        if (host.refusals === refusals) this.#pauseFor(host, error);
        if (attempt === MOST_REFUSALS || host.givenUp !== undefined) throw error;
      }
    }
  }

  #hostOf(url: string): Host {
    const name = URL.canParse(url) ? new URL(url).host : '';
    const host = this.#hosts.get(name) ?? { next: 0, pausedUntil: 0, refusals: 0, failures: 0 };
    this.#hosts.set(name, host);
    return host;
  }

  /** @throws FetchProblem for a host that is given up. */
  async #turn(host: Host, signal: AbortSignal | undefined): Promise<void> {
    const { perSecond, clock, wait = waitFor } = this.#pace;
    do {
      if (host.givenUp !== undefined) throw new FetchProblem(host.givenUp);
      const now = clock.monotonic();
      const at = Math.max(now, host.next, host.pausedUntil);
      host.next = at + 1000 / perSecond;
      if (at > now) await wait(at - now, signal);
      // In the meantime it may have asked to wait.
    } while (host.givenUp !== undefined || clock.monotonic() < host.pausedUntil);
  }

  #noteFailure(host: Host, { ofHost }: FetchProblem): void {
    host.failures = ofHost ? host.failures + 1 : 0;
    if (host.failures >= MOST_FAILURES) host.givenUp = 'The host was not reached for others.';
  }

  #pauseFor(host: Host, { message, busy }: FetchProblem): void {
    const ms = busy?.afterMs ?? FIRST_PAUSE_MS * 2 ** host.refusals;
    host.refusals += 1;
    if (host.refusals > MOST_REFUSALS || ms > LONGEST_PAUSE_MS) {
      host.givenUp = `${message} It is not asked again in this import.`;
    } else host.pausedUntil = this.#pace.clock.monotonic() + ms;
  }
}

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return pause(ms, undefined, signal === undefined ? {} : { signal });
}
