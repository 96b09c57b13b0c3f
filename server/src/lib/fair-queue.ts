import { QueueFull } from './bounded-queue.js';

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: QueueFull) => void;
}

/**
 * Runs one task at a time, or a few, for one owner after another: however many tasks one owner sends,
 * another owner waits for at most one of them. The waiting tasks are bounded for each owner and in all. When
 * the queue is full, the owner with the most waiting tasks loses one to an owner with fewer.
 */
export class FairQueue {
  readonly #mostEach: number;
  readonly #most: number;
  /** The waiting tasks by owner, in the order in which the owners are served. */
  readonly #lines = new Map<string, Waiting[]>();
  #waiting = 0;
  readonly #atOnce: number;
  #running = 0;

  /**
   * @param mostEach How many tasks of one owner may wait.
   * @param most How many tasks may wait in all.
   * @param atOnce How many tasks run at a time.
   */
  constructor(mostEach: number, most: number, atOnce = 1) {
    this.#mostEach = mostEach;
    this.#most = most;
    this.#atOnce = atOnce;
  }

  /** @throws QueueFull when too many tasks wait, or when another owner takes the place of this one. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn(owner);
    try {
      return await work();
    } finally {
      this.#next(owner);
    }
  }

  #turn(owner: string): Promise<void> {
    const line = this.#lines.get(owner) ?? [];
    if (line.length >= this.#mostEach) throw new QueueFull();
    if (this.#waiting >= this.#most) this.#makeRoom(line.length);
    this.#lines.set(owner, line);
    this.#waiting += 1;
    return new Promise((start, refuse) => line.push({ start, refuse }));
  }

  /** Starts the next task. The owner who was just served comes last. */
  #next(served: string): void {
    const rest = this.#lines.get(served);
    if (rest !== undefined) {
      this.#lines.delete(served);
      this.#lines.set(served, rest);
    }
    const [owner, line] = this.#lines.entries().next().value ?? [];
    if (owner === undefined || line === undefined) {
      this.#running -= 1;
      return;
    }
    const first = line.shift();
    if (line.length === 0) this.#lines.delete(owner);
    this.#waiting -= 1;
    first?.start();
  }

  /** @throws QueueFull when no owner has more waiting than an owner with `few` would have. */
  #makeRoom(few: number): void {
    const [longest = []] = [...this.#lines.values()].sort((a, b) => b.length - a.length);
    if (longest.length <= few + 1) throw new QueueFull();
    longest.pop()?.refuse(new QueueFull());
    this.#waiting -= 1;
  }
}
