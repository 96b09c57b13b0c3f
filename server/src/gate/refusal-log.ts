import type { Logger } from 'pino';

/** How many refused calls are logged one by one in each second: of one address, and of all. */
const LOGGED = { each: 10, inAll: 100 } as const;

/** How many addresses are counted apart in one second; further ones are counted together. */
const ADDRESSES_COUNTED = 1000;

/** How many of them get a line of their own at its end. */
const ADDRESSES_TOLD = 20;

const SECOND_MS = 1000;

/**
 * Decides which refused calls the log tells one by one. Anybody can be refused as often as they like,
 * so the log tells the first of each address and second, and at the end of the second how many more
 * there were. Memory and lines are bounded, and no refusal is left out of the counts.
 */
export class RefusalLog {
  readonly #log: Pick<Logger, 'info'>;
  readonly #addresses = new Map<string, { logged: number; others: number }>();
  /** The refusals of addresses beyond those that are counted apart. */
  #elsewhere = 0;
  #logged = 0;
  #second: NodeJS.Timeout | undefined;

  constructor(log: Pick<Logger, 'info'>) {
    this.#log = log;
  }

  /**
   * Counts a refusal.
   *
   * @param from The address of the caller.
   * @returns Whether it is to be logged by itself.
   */
  count(from: string): boolean {
    this.#second ??= setTimeout(() => this.summarize(), SECOND_MS).unref();
    const calls = this.#callsFrom(from);
    if (calls === undefined) {
      this.#elsewhere += 1;
      return false;
    }
    if (calls.logged >= LOGGED.each || this.#logged >= LOGGED.inAll) {
      calls.others += 1;
      return false;
    }
    calls.logged += 1;
    this.#logged += 1;
    return true;
  }

  /** Ends the second: logs how many refusals there were that were not logged. */
  summarize(): void {
    clearTimeout(this.#second);
    this.#second = undefined;
    const most = [...this.#addresses]
      .filter(([, { others }]) => others > 0)
      .sort(([, one], [, other]) => other.others - one.others);
    for (const [from, { others }] of most.slice(0, ADDRESSES_TOLD)) {
      this.#log.info({ from, calls: others }, 'refused: more calls in this second');
    }
    const rest = most.slice(ADDRESSES_TOLD).reduce((sum, [, { others }]) => sum + others, 0);
    const calls = rest + this.#elsewhere;
    if (calls > 0) {
      this.#log.info({ calls }, 'refused: more calls in this second, from other addresses');
    }
    this.#addresses.clear();
    this.#elsewhere = 0;
    this.#logged = 0;
  }

  #callsFrom(from: string): { logged: number; others: number } | undefined {
    let calls = this.#addresses.get(from);
    if (calls === undefined && this.#addresses.size < ADDRESSES_COUNTED) {
      calls = { logged: 0, others: 0 };
      this.#addresses.set(from, calls);
    }
    return calls;
  }
}
