import { abortedError, QueueFullError } from './errors.js';

/** How fast calls may leave. */
export interface PaceOptions {
  /** Calls that wait for their answers at the same time; 3 where it is left out. */
  readonly inFlight?: number;
  /** Calls that start within one second; 8 where it is left out. */
  readonly perSecond?: number;
  /**
   * Calls that may wait for their turn, 1,000 where it is left out: two minutes of calls at the usual
   * pace. One more is not sent, and throws a QueueFullError. Retries always find a place.
   */
  readonly maxQueue?: number;
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
  readonly #maxQueue: number;
  readonly #queue: Waiting[] = [];
  /** When the calls of the last second started. */
  #starts: number[] = [];
  #running = 0;
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ inFlight = 3, perSecond = 8, maxQueue = 1000 }: PaceOptions = {}) {
    this.#inFlight = inFlight;
    this.#perSecond = perSecond;
    this.#maxQueue = maxQueue;
  }

  /**
   * Runs `work` when its turn has come. A retry comes before all that wait: it has waited already.
   *
   * @throws AbortedError when the signal is aborted before that.
   * @throws QueueFullError when too many wait already.
   */
  async run<Result>(
    work: () => Promise<Result>,
    signal?: AbortSignal,
    isRetry = false,
  ): Promise<Result> {
    await this.#turn(signal, isRetry);
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

  #turn(signal: AbortSignal | undefined, isRetry: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortedError(signal));
      const leave = (error: Error) => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        if (this.#queue.length === 0) this.#sleep();
        signal?.removeEventListener('abort', waiting.cancel);
        reject(error);
      };
      const cancel = () => leave(abortedError(signal));
      const waiting: Waiting = { signal, start: resolve, cancel };
      signal?.addEventListener('abort', waiting.cancel, { once: true });
      if (isRetry) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#next();
      // Where it could not start at once, it is the last one.
      if (!isRetry && this.#queue.length > this.#maxQueue && this.#queue.at(-1) === waiting)
        leave(new QueueFullError(`${this.#maxQueue} calls wait for their turn already.`));
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
