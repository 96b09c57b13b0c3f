/** Time as a parameter, so that tests of three hours and of 120 days move a clock instead of waiting. */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start, never backwards: for rates and leases. */
  monotonic(): number;
}

/** The clock of a running server. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** A clock that stands still until it is advanced: for tests and generated data. */
export class ManualClock implements Clock {
  #now: number;
  #monotonic = 0;

  /** @param start Wall-clock time in milliseconds since the epoch. */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** Moves both readings forward by `ms` milliseconds. */
  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }
}

/** Waiting as a parameter, so that tests of days of retries move a clock. */
export interface Timer {
  /** Runs `run` once, after `ms`. @returns Cancels it, if it has not run yet. */
  after(ms: number, run: () => void): () => void;
}

/** The timer of a running server. */
export const systemTimer: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms);
    return () => clearTimeout(timeout);
  },
};
