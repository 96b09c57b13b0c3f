/** Work that many calls want at the same time, so that they wait for one run of it. */
export class SharedRuns<Key extends object, Result> {
  readonly #runs = new WeakMap<Key, Promise<Result>>();

  /** Waits for the run that is under way, if one is, however it ends. */
  async ended(key: Key): Promise<void> {
    await this.#runs.get(key)?.catch(() => {});
  }

  /** The run that is under way, or one that begins now. */
  join(key: Key, begin: () => Promise<Result>): Promise<Result> {
    let run = this.#runs.get(key);
    if (run === undefined) {
      run = begin().finally(() => this.#runs.delete(key));
      this.#runs.set(key, run);
    }
    return run;
  }

  /**
   * A run that begins after this call. One that is under way may have passed a change that the caller has to
   * find.
   */
  async joinNext(key: Key, begin: () => Promise<Result>): Promise<Result> {
    await this.ended(key);
    return this.join(key, begin);
  }
}
