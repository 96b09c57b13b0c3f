/** There is more work waiting than the queue takes. */
export class QueueFull extends Error {
  constructor() {
    super('More work is waiting than the queue takes.');
    this.name = 'QueueFull';
  }
}

/**
 * Runs work in the order in which it comes, so much of it at a time, and refuses what would have to
 * wait behind too much else. Without a bound, a burst would have everybody wait for longer than
 * anybody waits, and the work of those who have left would still be done.
 */
export class BoundedQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /**
   * @param atOnce How much work runs at a time, at least 1.
   * @param mostWaiting How much work may wait in addition.
   */
  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** How much work waits. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws QueueFull, at once, when too much is waiting already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) throw new QueueFull();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The next in the queue takes the place over, so that no later work gets ahead of it. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
