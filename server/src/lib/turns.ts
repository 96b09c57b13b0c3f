import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises';

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
