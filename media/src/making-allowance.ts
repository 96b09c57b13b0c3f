import type { Clock } from 'portico/lib/clock.js';

/** The share of its time that a process may spend on making variants for a cache that is full. */
const SHARE = 0.25;

/** The time that may be spent at once, in milliseconds: that of an hour. */
const MOST_MS = 3_600_000 * SHARE;

/**
 * Bounds what it costs to make variants while the cache has no room: each one that is kept then takes the place of
 * another, so that the same ones could be made for ever.
 */
export class MakingAllowance {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #spentMs = 0;
  #at = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Whether nothing more is to be made for now. */
  get isSpent(): boolean {
    const now = this.#clock.monotonic();
    this.#spentMs = Math.max(0, this.#spentMs - (now - this.#at) * SHARE);
    this.#at = now;
    return this.#spentMs >= MOST_MS;
  }

  /** Does work, and counts its time. */
  async spend<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = this.#clock.monotonic();
    try {
      return await work();
    } finally {
      this.#spentMs += this.#clock.monotonic() - start;
    }
  }
}
