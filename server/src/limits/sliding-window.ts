/**
 * Allows at most `limit` events in any half-open interval of `spanMs` milliseconds, exactly.
 *
 * It keeps the times of the last `limit` events in a ring. A new event fits if the ring is not full, or
 * if its oldest event lies a whole span back. Two half-filled buckets would be smaller, but would let
 * through up to twice the limit around their border.
 *
 * Times are milliseconds of a clock that never moves backwards.
 */
export class SlidingWindow {
  readonly #times: Float64Array;
  readonly #spanMs: number;
  /** The index of the next event; in a full ring also that of the oldest. */
  #next = 0;
  #count = 0;

  /** @param limit A whole number, at least 1. */
  constructor(limit: number, spanMs: number) {
    this.#times = new Float64Array(limit);
    this.#spanMs = spanMs;
  }

  /** Milliseconds until one more event fits: 0 if it fits now. */
  waitMs(now: number): number {
    if (this.#count < this.#times.length) return 0;
    return Math.max(0, this.#spanMs - (now - this.#at(this.#next)));
  }

  /** Counts an event; the caller has checked {@link waitMs} at the same `now`. */
  add(now: number): void {
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#times.length;
    if (this.#count < this.#times.length) this.#count += 1;
  }

  /** How many events lie less than a span back. */
  used(now: number): number {
    const size = this.#times.length;
    for (let back = 1; back <= this.#count; back += 1) {
      // Events are in the order of their times, so the first old one ends the search.
      if (now - this.#at((this.#next - back + size) % size) >= this.#spanMs) return back - 1;
    }
    return this.#count;
  }

  /** Whether no event lies less than a span back. */
  isIdle(now: number): boolean {
    return this.used(now) === 0;
  }

  #at(index: number): number {
    return this.#times[index] ?? 0;
  }
}
