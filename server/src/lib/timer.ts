/** Waiting as a parameter, so that tests of days of retries move a clock. */
export interface Timer {
  /**
   * Runs `run` once.
   *
   * @param ms Milliseconds from now.
   * @returns Cancels it, if it has not run yet.
   */
  after(ms: number, run: () => void): () => void;
}

/** The timer of a running server. */
export const systemTimer: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms);
    return () => clearTimeout(timeout);
  },
};
