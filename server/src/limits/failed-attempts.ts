import type { Clock } from '../lib/clock.js';
import { SlidingWindow } from './sliding-window.js';

/** How many attempts with unknown keys an address has in a sliding minute. */
export const FAILED_ATTEMPTS_PER_MINUTE = 30;

/** The window in which attempts count. */
export const MINUTE_MS = 60_000;

/** The most addresses that are remembered: with 30 times each, some 3 MB. */
const MAX_SOURCES = 10_000;

/** Counts failed attempts by source, in this process or in all of an installation. */
export interface FailedAttempts {
  /** How many attempts a source has in a sliding minute. */
  readonly perMinute: number;
  /** Milliseconds until this source may make another attempt: 0 if it may now. */
  waitMs(source: string): number | Promise<number>;
  /** Counts an attempt if the source may make one. @returns {@link waitMs} before the count. */
  take(source: string): number | Promise<number>;
}

/**
 * Makes the counter of one kind of attempts.
 *
 * @param kind Names it.
 * @param perMinute At least 1.
 */
export type MakeFailedAttempts = (kind: string, perMinute: number) => FailedAttempts;

/**
 * Limits attempts with unknown keys per source address, in this process.
 *
 * It keeps a caller who tries keys, or a website whose key was revoked, from filling the log and having
 * bodies read for nothing. It never stops a valid key: websites share addresses, and a key of 192
 * random bits needs no lock-out against guessing.
 *
 * It counts by address, the one thing about a stranger that the stranger does not choose. When there
 * are too many addresses, the one with the oldest last attempt is forgotten.
 */
export class MemoryFailedAttempts implements FailedAttempts {
  readonly perMinute: number;
  readonly #clock: Clock;
  readonly #maxSources: number;
  /** Oldest attempt first. */
  readonly #sources = new Map<string, SlidingWindow>();

  /** @param perMinute At least 1. */
  constructor(perMinute: number, clock: Clock, maxSources = MAX_SOURCES) {
    this.perMinute = perMinute;
    this.#clock = clock;
    this.#maxSources = maxSources;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#sources.size;
  }

  waitMs(source: string): number {
    return this.#sources.get(source)?.waitMs(this.#clock.monotonic()) ?? 0;
  }

  take(source: string): number {
    const waitMs = this.waitMs(source);
    if (waitMs === 0) this.add(source);
    return waitMs;
  }

  /** Counts an attempt without asking whether the source may make one. */
  add(source: string): void {
    const window = this.#sources.get(source) ?? new SlidingWindow(this.perMinute, MINUTE_MS);
    window.add(this.#clock.monotonic());
    this.#sources.delete(source);
    this.#sources.set(source, window);
    if (this.#sources.size <= this.#maxSources) return;
    for (const oldest of this.#sources.keys()) {
      this.#sources.delete(oldest);
      break;
    }
  }
}
