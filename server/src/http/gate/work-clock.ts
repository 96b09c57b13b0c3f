import type { Clock } from '../../lib/clock.js';

/** The longest time of one refusal, in milliseconds: more is work, or time in which nothing came. */
const LONGEST_REFUSAL_MS = 0.5;

/**
 * A clock that stands still while calls are refused. A process that refuses thousands of calls a second
 * is late because of these; to refuse even more would not make it less late.
 */
export class WorkClock implements Pick<Clock, 'monotonic'> {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** When the last call was refused, if it was. */
  #refusedAt: number | undefined;
  #refusingMs = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  monotonic(): number {
    return this.#clock.monotonic() - this.#refusingMs;
  }

  /** Notes that a call has come: what has passed since the one before was refused is the time of that refusal. */
  called(): void {
    if (this.#refusedAt === undefined) return;
    const ms = this.#clock.monotonic() - this.#refusedAt;
    this.#refusedAt = undefined;
    if (ms <= LONGEST_REFUSAL_MS) this.#refusingMs += ms;
  }

  /** Notes that the call that has come is refused. */
  refused(): void {
    this.#refusedAt = this.#clock.monotonic();
  }
}
