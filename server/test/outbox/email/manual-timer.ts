import type { ManualClock, Timer } from '../../../src/lib/clock.js';

/** A timer that runs when its clock is moved through it. */
export class ManualTimer implements Timer {
  readonly #clock: ManualClock;
  readonly #due = new Set<{ readonly at: number; readonly run: () => void }>();

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.#clock.monotonic() + ms, run };
    this.#due.add(entry);
    return () => this.#due.delete(entry);
  }

  /** Moves the clock to the next moment that something waits for, and runs it. */
  next(): void {
    const [first] = [...this.#due].sort((a, b) => a.at - b.at);
    if (first === undefined) throw new Error('Nothing waits for a moment to come.');
    this.#due.delete(first);
    this.#clock.advance(Math.max(0, first.at - this.#clock.monotonic()));
    first.run();
  }
}
