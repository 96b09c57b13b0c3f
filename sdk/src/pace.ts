import { abortedError, QueueFullError } from './errors.js';

/** How fast calls may leave. */
export interface PaceOptions {
  /** Calls that wait for their answers at the same time; 3 by default. */
  readonly inFlight?: number;
  /** Calls that start within one second; 8 by default. */
  readonly perSecond?: number;
  /**
   * Calls that may wait for their turn, 1,000 by default: two minutes of calls at the usual
   * pace. One more is not sent, and throws a QueueFullError. Retries always find a place.
   */
  readonly maxQueue?: number;
  /**
   * For whom a call is made, such as the address of a visitor; asked at each call. Calls for different visitors
   * take turns, and calls for one visitor have at most a quarter of `inFlight`; if too many wait, the visitor with
   * the most waiting calls loses one. Without it, or if it answers undefined, calls go in the order in which they
   * were made.
   */
  readonly turnOf?: () => string | undefined;
}

interface Waiting {
  readonly start: () => void;
  readonly cancel: () => void;
  readonly leave: (error: Error) => void;
  readonly signal: AbortSignal | undefined;
  readonly turn: string | undefined;
  readonly isRetry: boolean;
}

/**
 * Keeps the calls of one key below what the server allows it, in the order in which they were made, or in turns.
 * The defaults lie below the server's own: 10 a second and 3 at once.
 */
export class Pace {
  readonly #inFlight: number;
  readonly #perSecond: number;
  readonly #maxQueue: number;
  readonly #queue: Waiting[] = [];
  readonly #turnOf: () => string | undefined;
  /** When the calls of the last second started, and for whom. */
  #starts: { readonly at: number; readonly turn: string | undefined }[] = [];
  /** For whom calls are under way, as often as there are calls. */
  readonly #underWay: (string | undefined)[] = [];
  #pausedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PaceOptions = {}) {
    const { inFlight = 3, perSecond = 8, maxQueue = 1000, turnOf = () => undefined } = options;
    this.#inFlight = inFlight;
    this.#perSecond = perSecond;
    this.#maxQueue = maxQueue;
    this.#turnOf = turnOf;
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
    const turn = this.#turnOf();
    await this.#wait(turn, signal, isRetry);
    try {
      return await work();
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(turn), 1);
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

  #wait(
    turn: string | undefined,
    signal: AbortSignal | undefined,
    isRetry: boolean,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortedError(signal));
      const leave = (error: Error) => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        if (this.#queue.length === 0) this.#sleep();
        signal?.removeEventListener('abort', waiting.cancel);
        reject(error);
      };
      const cancel = () => leave(abortedError(signal));
      const waiting: Waiting = { signal, start: resolve, cancel, leave, turn, isRetry };
      signal?.addEventListener('abort', waiting.cancel, { once: true });
      if (isRetry) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#next();
      // Where it could not start at once.
      if (this.#queue.length > this.#maxQueue && !isRetry && this.#queue.includes(waiting))
        this.#lastOfMost()?.leave(new QueueFullError(`${this.#maxQueue} calls wait already.`));
    });
  }

  #next(): void {
    while (this.#queue.length > 0 && this.#underWay.length < this.#inFlight) {
      const now = performance.now();
      const wait = this.#waitFor(now);
      if (wait > 0) {
        this.#wakeIn(wait);
        return;
      }
      const waiting = this.#first();
      // All that wait have their share under way: the end of one of those comes back here.
      if (waiting === undefined) return;
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      waiting.signal?.removeEventListener('abort', waiting.cancel);
      this.#starts.push({ at: now, turn: waiting.turn });
      this.#underWay.push(waiting.turn);
      waiting.start();
    }
  }

  /** The first in line of those for whom the least was done in the last second. */
  #first(): Waiting | undefined {
    const share = Math.ceil(this.#inFlight / 4);
    let [first, least]: [Waiting | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const waiting of this.#queue) {
      if (waiting.isRetry) return waiting;
      const { turn } = waiting;
      const underWay = turn === undefined ? 0 : countOf(this.#underWay, turn);
      if (underWay >= share && turn !== undefined) continue;
      const done = underWay + this.#starts.filter((start) => start.turn === turn).length;
      if (done < least) [first, least] = [waiting, done];
    }
    return first;
  }

  /** The last in line of those for whom most calls wait. */
  #lastOfMost(): Waiting | undefined {
    const turns = this.#queue.map(({ turn }) => turn);
    let [last, most]: [Waiting | undefined, number] = [undefined, 0];
    for (const waiting of this.#queue) {
      const count = countOf(turns, waiting.turn);
      if (!waiting.isRetry && count >= most) [last, most] = [waiting, count];
    }
    return last;
  }

  #waitFor(now: number): number {
    this.#starts = this.#starts.filter(({ at }) => at > now - 1000);
    const oldest = this.#starts[0]?.at ?? 0;
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

const countOf = <Item>(items: readonly Item[], item: Item): number =>
  items.filter((one) => one === item).length;
