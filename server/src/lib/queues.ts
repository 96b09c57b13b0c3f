import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises';

/** There is more work waiting than the queue takes. */
export class QueueFull extends Error {
  constructor() {
    super('More work is waiting than the queue takes.');
    this.name = 'QueueFull';
  }
}

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
  readonly #atOnceEach: number;
  #running = 0;
  /** How many tasks of each owner run. */
  readonly #runningOf = new Map<string, number>();

  /**
   * @param mostEach How many tasks of one owner may wait.
   * @param most How many tasks may wait in all.
   * @param atOnce How many tasks run at a time.
   * @param atOnceEach How many tasks of one owner run at a time.
   */
  constructor(mostEach: number, most: number, atOnce = 1, atOnceEach = atOnce) {
    this.#mostEach = mostEach;
    this.#most = most;
    this.#atOnce = atOnce;
    this.#atOnceEach = atOnceEach;
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** @throws QueueFull when too many tasks wait, or when another owner takes the place of this one. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#mayRun(owner)) this.#begin(owner);
    else await this.#turn(owner);
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  /** Waits for the turn of a task that ends elsewhere. @returns Ends the turn. @throws QueueFull as `run` does. */
  async enter(owner: string): Promise<() => void> {
    if (this.#mayRun(owner)) this.#begin(owner);
    else await this.#turn(owner);
    let over = false;
    return () => {
      if (!over) this.#end(owner);
      over = true;
    };
  }

  #mayRun(owner: string): boolean {
    return this.#running < this.#atOnce && (this.#runningOf.get(owner) ?? 0) < this.#atOnceEach;
  }

  #begin(owner: string): void {
    this.#running += 1;
    this.#runningOf.set(owner, (this.#runningOf.get(owner) ?? 0) + 1);
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
  #end(served: string): void {
    this.#running -= 1;
    const others = (this.#runningOf.get(served) ?? 1) - 1;
    if (others === 0) this.#runningOf.delete(served);
    else this.#runningOf.set(served, others);
    const rest = this.#lines.get(served);
    if (rest !== undefined) {
      this.#lines.delete(served);
      this.#lines.set(served, rest);
    }
    for (const [owner, line] of this.#lines) {
      if (!this.#mayRun(owner)) continue;
      const first = line.shift();
      if (line.length === 0) this.#lines.delete(owner);
      this.#waiting -= 1;
      this.#begin(owner);
      first?.start();
      return;
    }
  }

  /** @throws QueueFull when no owner has more waiting than an owner with `few` would have. */
  #makeRoom(few: number): void {
    const [longest = []] = [...this.#lines.values()].sort((a, b) => b.length - a.length);
    if (longest.length <= few + 1) throw new QueueFull();
    longest.pop()?.refuse(new QueueFull());
    this.#waiting -= 1;
  }
}

/**
 * Runs work in the order in which it comes, so much of it at a time, and refuses what would have to
 * wait behind too much else. Without a bound, a burst would have everybody wait for longer than
 * anybody waits, and the work of those who have left would still be done.
 */
export class BoundedQueue {
  readonly #queue: FairQueue;

  /** @param atOnce How much work runs at a time, at least 1. @param mostWaiting How much may wait in addition. */
  constructor(atOnce: number, mostWaiting: number) {
    this.#queue = new FairQueue(mostWaiting, mostWaiting, atOnce);
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** @throws QueueFull, at once, when too much is waiting already. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run('', work);
  }
}

/** Work that many calls want at the same time, so that they wait for one run of it. */
export class SharedRuns<Key extends object, Result> {
  readonly #runs = new WeakMap<Key, Promise<Result>>();

  /** Waits for the run that is under way, if one is, however it ends. */
  async ended(key: Key): Promise<void> {
    await this.#runs.get(key)?.catch(() => {});
  }

  /** The run that is under way, or one that begins now. */
  join(key: Key, begin: () => Promise<Result>): Promise<Result> {
    let run = this.#runs.get(key);
    if (run === undefined) {
      run = begin().finally(() => this.#runs.delete(key));
      this.#runs.set(key, run);
    }
    return run;
  }

  /**
   * A run that begins after this call. One that is under way may have passed a change that the caller has to
   * find.
   */
  async joinNext(key: Key, begin: () => Promise<Result>): Promise<Result> {
    await this.ended(key);
    return this.join(key, begin);
  }
}

/**
 * How long a long piece of work runs before other calls have a turn, in milliseconds. A search waits for
 * such a turn at each of its own steps.
 */
const TURN_MS = 2;

/** The longest rest, as the time of a turn may have gone by in waiting. */
const MOST_REST_MS = 6;

/** Lets other calls have a turn once in a while. */
export class Turns {
  readonly #restRatio: number;
  #began = performance.now();

  /**
   * @param restRatio How many times as long as this work each turn of the others is; without it they get only what waits already. A
   *   search has several steps, and in a rest it takes all of them.
   */
  constructor(restRatio = 0) {
    this.#restRatio = restRatio;
  }

  /** Whether this turn has lasted long enough. To wait for nothing after each item would cost more than most of them. */
  get isOver(): boolean {
    return performance.now() - this.#began >= TURN_MS;
  }

  /** Call it after each small piece of work. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    const restMs = Math.min((performance.now() - this.#began) * this.#restRatio, MOST_REST_MS);
    await (restMs === 0 ? nextTurn() : rest(restMs));
    this.#began = performance.now();
  }
}

/** Does one piece of work at a time, such as storing, while the next one is prepared. */
export class InBackground {
  #work: Promise<unknown> = Promise.resolve();

  /** Begins a piece, once the one before is done. @throws what that one has thrown. */
  async begin(work: () => Promise<unknown>): Promise<void> {
    await this.#work;
    this.#work = work();
    // It is thrown where the work is awaited.
    this.#work.catch(() => {});
  }

  /** Resolves when nothing is under way. @throws what the last piece has thrown. */
  async done(): Promise<void> {
    await this.#work;
  }
}

/** As `map` of an array, in turns. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Result,
): Promise<Result[]> {
  const turns = new Turns();
  const results: Result[] = [];
  for (const item of items) {
    results.push(make(item));
    if (turns.isOver) await turns.next();
  }
  return results;
}
