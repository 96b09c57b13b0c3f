import type { Clock } from 'portico/lib/clock.js';

/** How often the work on a picture may be interrupted until it is left alone for a while. */
const MOST = 3;

/** How long it is left alone, in milliseconds. */
const LEFT_ALONE_MS = 3_600_000;

/** The most pictures that are remembered; those that were interrupted last stay. */
const MOST_REMEMBERED = 1_000;

/**
 * Counts how often the work on each picture was ended from outside. Most often memory was short for a moment, and
 * the picture can be made when it is next asked for; but one that itself takes too much memory would end a process at
 * each request.
 */
export class Interruptions {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #counts = new Map<string, { count: number; at: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Whether this picture was interrupted so often that it is left alone for now. */
  isLeftAlone(picture: string): boolean {
    const found = this.#counts.get(picture);
    if (found === undefined || found.count < MOST) return false;
    if (this.#clock.monotonic() - found.at < LEFT_ALONE_MS) return true;
    // One more attempt: where that is interrupted, too, the picture is left alone again.
    found.count = MOST - 1;
    return false;
  }

  /** Notes that the work on a picture was interrupted. */
  note(picture: string): void {
    const count = (this.#counts.get(picture)?.count ?? 0) + 1;
    this.#counts.delete(picture);
    this.#counts.set(picture, { count, at: this.#clock.monotonic() });
    const [oldest = ''] = this.#counts.keys();
    if (this.#counts.size > MOST_REMEMBERED) this.#counts.delete(oldest);
  }

  /** Notes that the work on a picture was done. */
  forget(picture: string): void {
    this.#counts.delete(picture);
  }
}
