import type { Clock } from '../lib/clock.js';
import { WorkClock } from './work-clock.js';

/** The longest that a call waits for its turn, in milliseconds. After that it could hardly be answered in time. */
export const LONGEST_WAIT_MS = 3_000;

/** The most calls that are begun between two times of reading. */
const MOST_BEGUN = 64;

/** A call that waits for its turn. */
interface Waiting {
  readonly begin: (inTime: boolean) => void;
  /** Whether nobody waits for its answer any more. */
  readonly isOver: () => boolean;
  /** Since when, on the monotonic clock and on the clock of work. */
  readonly since: number;
  readonly sinceWork: number;
}

/** What {@link Turns} need. */
export interface TurnsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /**
   * Runs `run` after what has come on all connections was read, once in each turn of the event loop: what is given
   * before that one after the other, and what follows at once from one before the next.
   */
  readonly afterReading: (run: () => void) => void;
}

/**
 * Lets calls begin one by one, so that the event loop reads what has come on all connections in between: calls are weighed, and
 * refused where they have to be, before the work on those that came with them, however much that is. Work and
 * reading take turns that are equally long, as far as there is so much of either.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #work: WorkClock;
  readonly #waiting: Waiting[] = [];
  /** How many steps of this turn of the event loop are left: each begins a call, and the last one ends the turn. */
  #steps = 0;
  #isFirst = true;
  /** When it began to work in this turn; undefined if it reads on. */
  #worksSince: number | undefined;
  /** Until when calls may begin in this turn. */
  #worksUntil = 0;
  /** How long it worked last, and since when it reads. */
  #workedMs = 0;
  #readsSince = 0;
  /** Whether a call has come in this turn. */
  #hasCome = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#work = new WorkClock(options.clock);
  }

  /**
   * How long the call whose turn is next has waited, in milliseconds, but for the time in which calls were refused: to refuse
   * even more would not make that less.
   */
  get waitedMs(): number {
    const [first] = this.#waiting;
    return first === undefined ? 0 : this.#work.monotonic() - first.sinceWork;
  }

  /** Notes that a call has come. */
  noteCall(): void {
    this.#hasCome = true;
    this.#work.refusalOver();
  }

  /** Notes that the call that has come is refused. */
  noteRefusal(): void {
    this.#work.refused();
  }

  /**
   * Begins with a call after those that came before.
   *
   * @param begin Is given false where it is no use any more to work on it: it was over, or has waited for too long.
   * @param isOver Whether nobody waits for its answer any more.
   */
  take(begin: (inTime: boolean) => void, isOver: () => boolean): void {
    const now = this.#options.clock.monotonic();
    this.#waiting.push({ begin, isOver, since: now, sinceWork: this.#work.monotonic() });
    if (this.#steps > 0) return;
    this.#readsSince = now;
    this.#workedMs = 0;
    this.#inNextTurn();
  }

  #inNextTurn(): void {
    this.#isFirst = true;
    this.#hasCome = false;
    this.#steps = Math.min(MOST_BEGUN, this.#waiting.length) + 1;
    for (let step = 0; step < this.#steps; step += 1)
      this.#options.afterReading(() => this.#step());
  }

  #step(): void {
    const now = this.#options.clock.monotonic();
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#steps -= 1;
    if (isFirst) this.#endReading(now);
    if (this.#steps === 0) this.#endTurn(now);
    else if (this.#worksSince !== undefined && (isFirst || now < this.#worksUntil)) this.#next(now);
  }

  #endReading(now: number): void {
    this.#work.refusalOver();
    const readMs = now - this.#readsSince;
    // Node.js accepts one connection in each turn: a crowd of new ones is let in for as long as it has worked.
    const readsOn = this.#hasCome && readMs < this.#workedMs;
    this.#worksSince = readsOn ? undefined : now;
    this.#worksUntil = now + readMs;
  }

  #endTurn(now: number): void {
    if (this.#worksSince !== undefined) {
      this.#workedMs = now - this.#worksSince;
      this.#readsSince = now;
    }
    if (this.#waiting.length > 0) this.#inNextTurn();
  }

  /** Begins with the next call, and with those before it that are no use any more. */
  #next(now: number): void {
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      const inTime = !next.isOver() && now - next.since <= LONGEST_WAIT_MS;
      next.begin(inTime);
      if (inTime) return;
    }
  }
}
