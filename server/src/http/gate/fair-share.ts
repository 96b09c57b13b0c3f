/** The time constant of a caller's average rate, in milliseconds. */
const AVERAGED_OVER_MS = 1_000;

/** The most callers that are remembered, some 2 MB. Beyond that the one idle for longest is forgotten. */
const MOST_CALLERS = 10_000;

/** The most calls that a caller saves up: a page that sends several at once is no flood. */
const MOST_SAVED = 10;

/** The calls that a caller has saved up when a share begins. */
const FIRST_SAVED = 3;

/**
 * How many callers all unknown ones count as. They share their calls, so that nobody gains by inventing
 * names; but a process that starts under load has to learn all its callers.
 */
const UNKNOWN_COUNT_AS = 50;

/** How many calls a second of unknown callers count as one active caller. */
const CALLS_OF_ONE = 10;

/** How long a caller counts as active after a call, in milliseconds: this, up to twice this. */
const ACTIVE_MS = 2_000;

/** The golden ratio: its multiples are spread evenly between whole numbers. */
const GOLDEN = 0.618_034;

interface Caller {
  /** How many shares it has, at least 1. */
  shares: number;
  /** Its calls, weighted less the older they are. */
  calls: number;
  /** Monotonic time of the last one. */
  at: number;
  /** How many calls of its share it has left; undefined while there is no share. */
  left: number | undefined;
}

/**
 * Measures how often each caller calls, and decides which of its calls are within the share. A caller
 * below the share is always within it. One above it gets as many calls as the share has, evenly spread,
 * however often it calls.
 */
export class FairShare {
  readonly #known = new Map<string, Caller>();
  readonly #unknown = newCaller(UNKNOWN_COUNT_AS);
  /** Shares of the callers that were active in this time and in the one before. */
  #activeSince = 0;
  #active = 0;
  #activeBefore = 0;
  #activeKnown = 0;
  #activeKnownBefore = 0;
  #spread = 0;

  /** How many callers are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** The shares of all callers that have called lately. */
  get active(): number {
    return Math.max(1, this.#active, this.#activeBefore);
  }

  /**
   * About how many callers have called lately, unknown ones estimated by their rate. One with several
   * shares counts as so many, because it may call that much more often.
   */
  crowd(now: number): number {
    const known = Math.max(this.#activeKnown, this.#activeKnownBefore);
    return known + (rateOf(this.#unknown, now) * UNKNOWN_COUNT_AS) / CALLS_OF_ONE;
  }

  /** Gives a caller shares of its own, from now on so many. */
  remember(name: string, shares = 1): void {
    const known = this.#known.get(name);
    if (known !== undefined) {
      known.shares = shares;
      return;
    }
    if (this.#known.size >= MOST_CALLERS) {
      for (const first of this.#known.keys()) {
        this.#known.delete(first);
        break;
      }
    }
    this.#known.set(name, newCaller(shares));
  }

  /** Counts a call. @param share The calls a second that each caller may make. @returns Whether it is within the share. */
  isWithin(share: number, name: string, now: number): boolean {
    const caller = this.#callerOf(name);
    const { at, shares } = caller;
    const rate = rateOf(caller, now);
    this.#countActive(caller, now);
    caller.calls = caller.calls * fading(now - at) + 1;
    caller.at = now;
    if (share === Number.POSITIVE_INFINITY) {
      caller.left = undefined;
      return true;
    }
    const left = caller.left ?? this.#leftAtFirst(rate, share);
    caller.left = Math.min(MOST_SAVED * shares, left + (share * shares * (now - at)) / 1000);
    if (caller.left < 1) return false;
    caller.left -= 1;
    return true;
  }

  /** The share at which this part of the current calls is within it. */
  shareFor(part: number, now: number): number {
    const callers = [...this.#known.values(), this.#unknown]
      .map((caller) => ({ rate: rateOf(caller, now), shares: caller.shares }))
      .sort((a, b) => a.rate - b.rate);
    let left = part * callers.reduce((sum, { rate, shares }) => sum + rate * shares, 0);
    let shares = callers.reduce((sum, caller) => sum + caller.shares, 0);
    for (const caller of callers) {
      // From here on no caller gets all its calls: the rest is divided evenly.
      if (caller.rate * shares >= left) break;
      left -= caller.rate * caller.shares;
      shares -= caller.shares;
    }
    return left / Math.max(1, shares);
  }

  /** Callers that already flood start with no saved calls, and get their calls at different moments. */
  #leftAtFirst(rate: number, share: number): number {
    if (rate <= share) return FIRST_SAVED;
    this.#spread = (this.#spread + GOLDEN) % 1;
    return this.#spread;
  }

  #countActive(caller: Caller, now: number): void {
    if (now - this.#activeSince >= ACTIVE_MS) {
      this.#activeBefore = this.#active;
      this.#activeKnownBefore = this.#activeKnown;
      this.#active = 0;
      this.#activeKnown = 0;
      this.#activeSince = now;
    }
    if (caller.at >= this.#activeSince && this.#active > 0) return;
    this.#active += caller.shares;
    if (caller !== this.#unknown) this.#activeKnown += caller.shares;
  }

  #callerOf(name: string): Caller {
    const caller = this.#known.get(name);
    if (caller === undefined) return this.#unknown;
    // To the end: the first is the one that has been idle for longest.
    this.#known.delete(name);
    this.#known.set(name, caller);
    return caller;
  }
}

function newCaller(shares: number): Caller {
  return { shares, calls: 0, at: Number.NEGATIVE_INFINITY, left: undefined };
}

/** Calls a second, for each share of the caller. */
function rateOf({ calls, at, shares }: Caller, now: number): number {
  return (calls * fading(now - at) * 1000) / AVERAGED_OVER_MS / shares;
}

function fading(ms: number): number {
  return Math.exp(-ms / AVERAGED_OVER_MS);
}
