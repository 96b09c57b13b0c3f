import type { Clock } from '../lib/clock.js';

/** A call that waits for its turn. */
interface Waiting {
  readonly work: () => void;
  /** Since when, on the monotonic clock. */
  readonly since: number;
}

/** What {@link Turns} need. */
export interface TurnsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Runs `run` after what has come on all connections was read: once more in each turn of the event loop. */
  readonly afterReading: (run: () => void) => void;
}

/**
 * Lets calls be worked on one by one. Before each the event loop reads what has come on all connections: so calls
 * are weighed, and refused where they have to be, before the work on those that came with them, however much that is.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: Waiting[] = [];
  /** Whether a look at the calls that wait is due. */
  #looks = false;
  /** When the last call was begun with, if the event loop has not read since. */
  #beganAt: number | undefined;
  /** Until when the event loop may read on. */
  #readsUntil = 0;
  /** Whether a call has come since the last look. */
  #hasCome = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** How long the call whose turn is next has waited, in milliseconds. */
  get waitedMs(): number {
    const [first] = this.#waiting;
    return first === undefined ? 0 : this.#options.clock.monotonic() - first.since;
  }

  /** Notes that a call has come. */
  noteCall(): void {
    this.#hasCome = true;
  }

  /** Runs `work` after that of the calls that came before. */
  take(work: () => void): void {
    this.#waiting.push({ work, since: this.#options.clock.monotonic() });
    if (!this.#looks) this.#lookAfterReading();
  }

  #lookAfterReading(): void {
    this.#looks = true;
    this.#hasCome = false;
    this.#options.afterReading(() => this.#look());
  }

  #look(): void {
    this.#looks = false;
    const now = this.#options.clock.monotonic();
    // Node.js accepts one connection in each turn. A crowd of new ones is let in, for as long as the last call took.
    if (this.#beganAt !== undefined) this.#readsUntil = now + (now - this.#beganAt);
    this.#beganAt = undefined;
    if (this.#waiting.length === 0) return;
    const readsOn = this.#hasCome && now < this.#readsUntil;
    this.#lookAfterReading();
    if (readsOn) return;
    this.#beganAt = now;
    this.#waiting.shift()?.work();
  }
}
