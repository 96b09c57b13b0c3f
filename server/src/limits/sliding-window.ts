/**
 * Allows at most `limit` events in any half-open interval of `spanMs` milliseconds, exactly.
 *
 * It keeps the times of the last events in a ring of at least `limit` places. A new event fits if fewer
 * than `limit` are kept, or if the `limit`-th newest lies a whole span back. Two half-filled buckets would
 * be smaller, but would let through up to twice the limit around their border.
 *
 * Times are milliseconds of a clock that never moves backwards.
 */
export class SlidingWindow {
  #times: Float64Array;
  #limit: number;
  readonly #spanMs: number;
  /** The index of the next event; in a full ring also that of the oldest. */
  #next = 0;
  #count = 0;

  /** @param limit A whole number, at least 1. */
  constructor(limit: number, spanMs: number) {
    this.#times = new Float64Array(limit);
    this.#limit = limit;
    this.#spanMs = spanMs;
  }

  /**
   * Holds the window to another limit. The events that were counted still count. The ring only grows: a
   * limit that is lowered and raised again within a span would otherwise forget events in between.
   */
  setLimit(limit: number): void {
    if (limit > this.#times.length) {
      const times = new Float64Array(limit);
      for (let index = 0; index < this.#count; index += 1) {
        times[index] = this.#back(this.#count - index);
      }
      this.#times = times;
      this.#next = this.#count;
    }
    this.#limit = limit;
  }

  /** Milliseconds until one more event fits: 0 if it fits now. */
  waitMs(now: number): number {
    if (this.#count < this.#limit) return 0;
    return Math.max(0, this.#spanMs - (now - this.#back(this.#limit)));
  }

  /** Counts an event; the caller has checked {@link waitMs} at the same `now`. */
  add(now: number): void {
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#times.length;
    if (this.#count < this.#times.length) this.#count += 1;
  }

  /** How many events lie less than a span back. */
  used(now: number): number {
    for (let back = 1; back <= this.#count; back += 1) {
      // Events are in the order of their times, so the first old one ends the search.
      if (now - this.#back(back) >= this.#spanMs) return back - 1;
    }
    return this.#count;
  }

  /** Whether no event lies less than a span back. */
  isIdle(now: number): boolean {
    return this.used(now) === 0;
  }

  /** The time of an event; 1 is the newest. */
  #back(back: number): number {
    const size = this.#times.length;
    return this.#times[(this.#next - back + size) % size] ?? 0;
  }
}
