/** How long a reader may keep its writer waiting. */
export interface ReaderPace {
  /** Milliseconds of waiting, in all, before the average counts. */
  readonly freeMs: number;
  /** The least that a reader takes for each second that was waited for it. */
  readonly bytesPerSecond: number;
  /** Milliseconds of waiting between two portions. */
  readonly stallMs: number;
}

/** A reader took too little for too long. */
export class SlowReader extends Error {
  constructor(bytes: number, waitedMs: number) {
    super(`The reader took ${bytes} bytes in ${Math.round(waitedMs / 1000)} s.`);
    this.name = 'SlowReader';
  }
}

/**
 * The same portions, of which each has to be taken in time. Only the time counts that goes by until the reader asks
 * for the next one, and not that in which a portion is made.
 *
 * @param cut Called once when the reader is too slow. What it took before is all that it gets.
 */
export async function* paced(
  portions: AsyncIterable<Buffer>,
  { freeMs, bytesPerSecond, stallMs }: ReaderPace,
  cut: (error: SlowReader) => void,
): AsyncGenerator<Buffer, void, void> {
  let taken = 0;
  let waitedMs = 0;
  for await (const portion of portions) {
    const since = performance.now();
    const enoughForMs = Math.max(freeMs, (taken / bytesPerSecond) * 1000);
    const leftMs = Math.min(stallMs, Math.max(0, enoughForMs - waitedMs));
    const timer = setTimeout(() => cut(new SlowReader(taken, waitedMs + leftMs)), leftMs);
    try {
      yield portion;
    } finally {
      clearTimeout(timer);
    }
    taken += portion.length;
    waitedMs += performance.now() - since;
  }
}
