import { setTimeout as sleep } from 'node:timers/promises';
import { excess, rest } from './costs.js';
import type { Numbered } from './groups.js';
import { between, type Cost, type Processor } from './processor.js';
import type { Outcome } from './sender.js';

/** Requests that take their time, at most, at the same time. */
const MOST = 48;

/** A request under way. */
interface UnderWay {
  readonly one: Numbered;
  cost: Cost;
  isExpensive: boolean;
  /** Sends its next bytes, or cuts it; undefined while it pauses or waits for an answer. */
  proceed: (() => void) | undefined;
}

/**
 * Requests that take their time, by their own pauses. They proceed between groups, when the server is at rest,
 * so that each is charged for all that is done about its bytes.
 */
export class SlowRequests {
  readonly #underWay = new Map<UnderWay, Promise<void>>();
  #expensive: Numbered[] = [];

  /**
   * @param send Sends a request, and waits for its turn before each of its steps.
   * @param seen Called when one has ended.
   */
  constructor(
    readonly send: (one: Numbered, turn: () => Promise<void>) => Promise<Outcome>,
    readonly seen: (one: Numbered, outcome: Outcome) => void,
  ) {}

  /** Begins to send one. Waits while there are many. */
  async begin(one: Numbered, processor: Processor): Promise<void> {
    while (this.#underWay.size >= MOST) {
      await this.proceed(processor);
      await Promise.race([rest(processor), ...this.#underWay.values()]);
    }
    const entry: UnderWay = {
      one,
      cost: { front: 0, back: 0 },
      isExpensive: false,
      proceed: undefined,
    };
    const turn = (): Promise<void> =>
      new Promise((resolve) => {
        entry.proceed = resolve;
      });
    const work = this.send(one, turn).then((outcome) => {
      this.#underWay.delete(entry);
      this.seen(one, outcome);
    });
    this.#underWay.set(entry, work);
  }

  /** Lets those whose pause is over proceed, and waits until the server has dealt with it. */
  async proceed(processor: Processor): Promise<void> {
    const turns = [...this.#underWay.keys()].filter(({ proceed }) => proceed !== undefined);
    if (turns.length === 0) return;
    const before = processor.read();
    for (const entry of turns) {
      entry.proceed?.();
      entry.proceed = undefined;
    }
    const { front, back } = between(before, await rest(processor));
    for (const entry of turns) {
      entry.cost = { front: entry.cost.front + front, back: entry.cost.back + back };
      if (entry.isExpensive || excess(entry.one.request, entry.cost) === undefined) continue;
      entry.isExpensive = true;
      this.#expensive.push(entry.one);
    }
  }

  /** Those that may be over their bound, each once. */
  expensive(): Numbered[] {
    return this.#expensive.splice(0);
  }

  /** Waits until all have ended, or so many milliseconds. */
  async end(processor: Processor, mostMs: number): Promise<void> {
    const end = performance.now() + mostMs;
    while (this.#underWay.size > 0 && performance.now() < end) {
      await this.proceed(processor);
      await sleep(20);
    }
  }

  /** Waits until those that were cut off have noticed it. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}
