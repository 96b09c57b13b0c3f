import type { Clock } from '../../lib/clock.js';

/** How often the lateness of the event loop is measured while calls come, in milliseconds. */
const TICK_MS = 20;

export interface LoopDelayOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly after: (ms: number, run: () => void) => void;
}

/** Measures how late the event loop is while calls come, and how many of them come while it is late. */
export class LoopDelay {
  readonly #options: LoopDelayOptions;
  /** Called after each look. @returns Whether to go on. */
  readonly #onTick: () => boolean;
  /** When the next tick is due, and how late the last one was. */
  #dueAt: number | undefined;
  #lateMs = 0;
  /** The calls since the next tick was due, and those that the last one found. */
  #queue = 0;
  #lastQueue = 0;

  constructor(options: LoopDelayOptions, onTick: () => boolean) {
    this.#options = options;
    this.#onTick = onTick;
  }

  /** How many calls wait for the event loop. */
  get queue(): number {
    return Math.max(this.#lastQueue, this.#queue);
  }

  /** How late the event loop is: a tick that is overdue says more than the last one. */
  get lateMs(): number {
    const now = this.#options.clock.monotonic();
    return Math.max(this.#lateMs, now - (this.#dueAt ?? now));
  }

  /** Counts a call, and looks at the time from now on. */
  countCall(): void {
    const now = this.#options.clock.monotonic();
    this.#arm(now);
    if (now > (this.#dueAt ?? now)) this.#queue += 1;
  }

  #arm(now: number): void {
    if (this.#dueAt !== undefined) return;
    this.#dueAt = now + TICK_MS;
    this.#options.after(TICK_MS, () => this.#tick());
  }

  #tick(): void {
    const now = this.#options.clock.monotonic();
    this.#lateMs = now - (this.#dueAt ?? now);
    this.#dueAt = undefined;
    this.#lastQueue = this.#queue;
    this.#queue = 0;
    if (this.#onTick()) this.#arm(now);
  }
}

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
