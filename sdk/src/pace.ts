import { AbortedError } from './errors.js';

/** How fast calls may leave. */
export interface PaceOptions {
  /** Calls that wait for their answers at the same time; 3 where it is left out. */
  readonly inFlight?: number;
  /** Calls that start within one second; 8 where it is left out. */
  readonly perSecond?: number;
}

interface Waiting {
  readonly start: () => void;
  readonly cancel: () => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Keeps the calls of one key below what the server allows it, in the order in which they were made.
 * The defaults lie below the server's own: 10 a second and 3 at once.
 */
export class Pace {
  readonly #inFlight: number;
  readonly #perSecond: number;
  readonly #queue: Waiting[] = [];
  /** When the calls of the last second started. */
  #starts: number[] = [];
  #running = 0;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ inFlight = 3, perSecond = 8 }: PaceOptions = {}) {
    this.#inFlight = inFlight;
    this.#perSecond = perSecond;
  }

  /**
   * Runs `work` when its turn has come.
   *
   * @throws AbortedError when the signal is aborted before that.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#next();
    }
  }

  /** Starts no call for so many milliseconds. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  /** Whether calls wait for their turn. */
  isBusy(): boolean {
    return this.#queue.length > 0;
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const aborted = () => new AbortedError('The call was aborted.', { cause: signal?.reason });
      if (signal?.aborted) return reject(aborted());
      const waiting: Waiting = {
        signal,
        start: resolve,
        cancel: () => {
          this.#queue.splice(this.#queue.indexOf(waiting), 1);
          if (this.#queue.length === 0) this.#sleep();
          reject(aborted());
        },
      };
      signal?.addEventListener('abort', waiting.cancel, { once: true });
      this.#queue.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    while (this.#queue.length > 0 && this.#running < this.#inFlight) {
      const wait = this.#waitFor(performance.now());
      if (wait > 0) {
        this.#wakeIn(wait);
        return;
      }
      const waiting = this.#queue.shift();
      waiting?.signal?.removeEventListener('abort', waiting.cancel);
      this.#starts.push(performance.now());
      this.#running++;
      waiting?.start();
    }
  }

  #waitFor(now: number): number {
    this.#starts = this.#starts.filter((start) => start > now - 1000);
    const [oldest = 0] = this.#starts;
    const free = this.#starts.length < this.#perSecond ? now : oldest + 1000;
    return Math.max(free, this.#pausedUntil) - now;
  }

  /** Nothing waits any more, so that nothing keeps the process. */
  #sleep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wakeIn(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, milliseconds);
  }
}
