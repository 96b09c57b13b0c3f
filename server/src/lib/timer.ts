/** Waiting as a parameter, so that days of retries are tested by moving a clock. */
export interface Timer {
  /**
   * Runs something once, after a while.
   *
   * @param ms Milliseconds from now.
   * @returns Takes it back, if it has not run yet.
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
