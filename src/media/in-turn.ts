/** Runs one piece of work and answers what it answers, once those before it are done. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A queue of which one piece of work runs at a time: for work whose memory, times the number of
 * callers, would be too much.
 */
export function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    // Whoever comes next waits for this to end, however it ends.
    last = mine.catch(() => undefined);
    return mine;
  };
}
