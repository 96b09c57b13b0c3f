import type { Limits, Remaining } from './counters.js';

interface FullSecond {
  /** Monotonic time from which there may be a place again. */
  readonly until: number;
  /** The limits that it is full under: it says nothing about others. */
  readonly limits: Limits;
  readonly remaining: Remaining;
}

/**
 * Remembers whose second is full, and until when. A place in it becomes free by time alone, so no
 * call goes to Redis before, and a key that floods costs Redis nothing. Changes in other processes until
 * then, such as a slot that becomes free, are not seen.
 */
export class FullSeconds {
  /** In the order in which they were found, which is about the order in which they end. */
  readonly #subjects = new Map<string, FullSecond>();

  /** How many subjects are remembered. */
  get size(): number {
    return this.#subjects.size;
  }

  add(subject: string, full: FullSecond, now: number): void {
    for (const [oldest, second] of this.#subjects) {
      if (second.until > now) break;
      this.#subjects.delete(oldest);
    }
    this.#subjects.set(subject, full);
  }

  /** Undefined when there may be a place, as far as this process knows. */
  find(
    subject: string,
    limits: Limits,
    now: number,
  ): { waitMs: number; remaining: Remaining } | undefined {
    const second = this.#subjects.get(subject);
    if (second === undefined) return undefined;
    const { perSecond, inFlight } = second.limits;
    const same = perSecond === limits.perSecond && inFlight === limits.inFlight;
    if (second.until <= now || !same) {
      this.#subjects.delete(subject);
      return undefined;
    }
    return { waitMs: second.until - now, remaining: second.remaining };
  }

  /** A slot of the subject became free here, which the next refusal has to show. */
  forget(subject: string): void {
    this.#subjects.delete(subject);
  }
}
