import { QueueFull } from './bounded-queue.js';

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: QueueFull) => void;
}

/**
 * Runs work one piece at a time, for one owner after another: however much work one owner sends,
 * another's waits for at most one piece of it. What waits is bounded for each owner and over all. When
 * there is no place left over all, the owner with the most waiting gives one up to one with less.
 */
export class FairQueue {
  readonly #mostEach: number;
  readonly #most: number;
  /** The work that waits, by owner, in the order in which the owners are served. */
  readonly #lines = new Map<string, Waiting[]>();
  #waiting = 0;
  /** Whose work is running. */
  #served: string | undefined;

  /**
   * @param mostEach How much work of one owner may wait.
   * @param most How much work may wait in all.
   */
  constructor(mostEach: number, most: number) {
    this.#mostEach = mostEach;
    this.#most = most;
  }

  /** @throws QueueFull when too much is waiting already, or others need the place while it waits. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#served === undefined) this.#served = owner;
    else await this.#turn(owner);
    try {
      return await work();
    } finally {
      this.#next();
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

  /** Starts what is next. The owner who was just served comes after all others. */
  #next(): void {
    const served = this.#served ?? '';
    const rest = this.#lines.get(served);
    if (rest !== undefined) {
      this.#lines.delete(served);
      this.#lines.set(served, rest);
    }
    const [owner, line] = this.#lines.entries().next().value ?? [];
    this.#served = owner;
    if (owner === undefined || line === undefined) return;
    const first = line.shift();
    if (line.length === 0) this.#lines.delete(owner);
    this.#waiting -= 1;
    first?.start();
  }

  /** @throws QueueFull when nobody has more waiting than somebody with `few` would have. */
  #makeRoom(few: number): void {
    const [longest = []] = [...this.#lines.values()].sort((a, b) => b.length - a.length);
    if (longest.length <= few + 1) throw new QueueFull();
    longest.pop()?.refuse(new QueueFull());
    this.#waiting -= 1;
  }
}
