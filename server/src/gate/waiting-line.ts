import type { Clock } from '../lib/clock.js';

/** How long calls are worked on before those that have come meanwhile are looked at, in milliseconds, */
const TURN_MS = 5;

/** or as a part of the time in which these were looked at: however many are refused, some are answered. */
const TURN_PART = 1 / 3;

/** The weight of the last call in what one usually takes. */
const LAST_COUNTS = 0.05;

/** When things are run in the event loop. */
export interface Turns {
  /** Runs `run` when the calls that have come are read. */
  next(run: () => void): void;
  /** Runs `run` when all that was begun is done or waits for something else. */
  end(run: () => void): void;
}

const nodeTurns: Turns = {
  next: (run) => void setImmediate(run),
  // Ticks that a microtask asks for run when there is no microtask any more.
  end: (run) => queueMicrotask(() => process.nextTick(run)),
};

/**
 * The calls that a server which is behind has admitted, in their order. It works on them for some
 * milliseconds of each turn of the event loop, so that the calls that it refuses do not wait for the work
 * on all of them.
 */
export class WaitingLine {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #turns: Turns;
  readonly #waiting: { readonly since: number; readonly begin: (waitedMs: number) => void }[] = [];
  #runs = false;
  #pausedAt: number | undefined;
  /** What a call usually takes of the process until it waits for something else. */
  #usualMs: number | undefined;

  constructor(clock: Pick<Clock, 'monotonic'>, turns: Turns = nodeTurns) {
    this.#clock = clock;
    this.#turns = turns;
  }

  /** How many calls wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** How much work the calls are, in milliseconds. */
  get workMs(): number {
    return this.length * (this.#usualMs ?? 0);
  }

  /** Lets a call begin when it is its turn, and says how long it has waited. */
  add(begin: (waitedMs: number) => void): void {
    this.#waiting.push({ since: this.#clock.monotonic(), begin });
    if (this.#runs) return;
    this.#runs = true;
    this.#turns.next(() => this.#run());
  }

  #run(): void {
    const now = this.#clock.monotonic();
    const end = now + Math.max(TURN_MS, TURN_PART * (now - (this.#pausedAt ?? now)));
    this.#pausedAt = undefined;
    this.#beginNext(now, end);
  }

  #beginNext(now: number, end: number): void {
    const first = this.#waiting.shift();
    this.#runs = first !== undefined;
    if (first === undefined) return;
    first.begin(now - first.since);
    this.#turns.end(() => {
      const after = this.#clock.monotonic();
      const usualMs = this.#usualMs ?? after - now;
      this.#usualMs = usualMs + LAST_COUNTS * (after - now - usualMs);
      if (after < end) {
        this.#beginNext(after, end);
        return;
      }
      this.#pausedAt = after;
      this.#turns.next(() => this.#run());
    });
  }
}
