import type { Remaining } from './counters.js';

interface FullSecond {
  /** Monotonic time from which there may be a place again. */
  readonly until: number;
  readonly remaining: Remaining;
}

/**
 * Whose second is known to be full, and until when. A place in it comes free by time, so that nobody
 * has to be asked before, and a key that floods takes nothing from whoever is asked. What happens
 * elsewhere meanwhile, such as another process' slot that comes free, is not told before it ends.
 */
export class FullSeconds {
  /** In the order in which they were found, and so about that in which they end. */
  readonly #subjects = new Map<string, FullSecond>();

  /** How many subjects are remembered at present. */
  get size(): number {
    return this.#subjects.size;
  }

  /** @param until Monotonic time from which there may be a place again. */
  add(subject: string, until: number, remaining: Remaining, now: number): void {
    for (const [known, second] of this.#subjects) {
      if (second.until > now) break;
      this.#subjects.delete(known);
    }
    this.#subjects.set(subject, { until, remaining });
  }

  /** Undefined when there may be a place, as far as is known here. */
  find(subject: string, now: number): { waitMs: number; remaining: Remaining } | undefined {
    const second = this.#subjects.get(subject);
    if (second === undefined) return undefined;
    if (second.until <= now) {
      this.#subjects.delete(subject);
      return undefined;
    }
    return { waitMs: second.until - now, remaining: second.remaining };
  }

  /** A slot of the subject has come free here, which the next refusal is to tell. */
  forget(subject: string): void {
    this.#subjects.delete(subject);
  }
}
