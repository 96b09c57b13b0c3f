import type { Logger } from 'pino';

/** How many refused calls are logged singly in each second: of one address, and of all. */
const LOGGED = { each: 10, inAll: 100 } as const;

/** How many addresses are counted separately in one second; further ones are counted together. */
const ADDRESSES_COUNTED = 1000;

/** How many of them get a line of their own at the end of the second. */
const ADDRESSES_TOLD = 20;

const SECOND_MS = 1000;

/**
 * Decides which refused calls are logged singly. Anybody can be refused as often as they like, so the
 * log holds the first ones of each address and second, and at the end of the second the number of the
 * others. Memory and lines are bounded, and every refusal is counted.
 */
export class RefusalLog {
  readonly #log: Pick<Logger, 'info'>;
  readonly #addresses = new Map<string, { logged: number; others: number }>();
  /** The refusals of addresses beyond those that are counted separately. */
  #elsewhere = 0;
  #logged = 0;
  #second: NodeJS.Timeout | undefined;

  constructor(log: Pick<Logger, 'info'>) {
    this.#log = log;
  }

  /** Counts a refusal. @param from The address of the caller. @returns Whether it should be logged singly. */
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

  /** Ends the second: logs how many refusals were not logged. */
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
