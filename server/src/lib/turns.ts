import { setImmediate as otherWork } from 'node:timers/promises';

/**
 * How long a long piece of work runs before other calls have a turn, in milliseconds. A search waits for
 * such a turn at each of its own steps.
 */
const TURN_MS = 2;

/** Lets other calls have a turn once in a while. */
export class Turns {
  #over = performance.now() + TURN_MS;

  /** Whether this turn has lasted long enough. To wait for nothing after each item would cost more than most of them. */
  get isOver(): boolean {
    return performance.now() >= this.#over;
  }

  /** Call it after each small piece of work. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await otherWork();
    this.#over = performance.now() + TURN_MS;
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
