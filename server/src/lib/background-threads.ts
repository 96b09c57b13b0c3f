import type { Piscina } from 'piscina';
import { threadFile } from './thread-file.js';

type Pool<Work extends (task: never) => unknown> = Piscina<
  Parameters<Work>[0],
  Awaited<ReturnType<Work>>
>;

/** Threads that were started together, and why they could not be. */
interface Threads<Work extends (task: never) => unknown> {
  readonly pool: Promise<Pool<Work>>;
  failure: Error | undefined;
}

/**
 * Threads for work that takes a processor for longer than a call may be held up. Each does one piece of
 * it at a time; the first piece starts a thread, and so does each that finds none idle, up to a bound.
 * Idle threads keep no process from ending.
 *
 * `Work` is the default export of the threads' file, which calls `standBack`.
 */
export class BackgroundThreads<Work extends (task: never) => unknown> {
  readonly #file: URL;
  readonly #most: number;
  readonly #purpose: string;
  #threads: Threads<Work> | undefined;

  /**
   * @param file The threads' file: see `threadFile`.
   * @param most Threads at a time.
   * @param purpose What such a thread does, for the error of one that was stopped: `hashes passwords`.
   */
  constructor(file: URL, most: number, purpose: string) {
    this.#file = file;
    this.#most = most;
    this.#purpose = purpose;
  }

  /** @throws Error when the work failed, or nobody knows whether it was done, as its thread has ended. */
  async run(task: Parameters<Work>[0]): Promise<Awaited<ReturnType<Work>>> {
    this.#threads ??= this.#start();
    const threads = this.#threads;
    try {
      const pool = await threads.pool;
      if (threads !== this.#threads)
        throw new Error('The threads were ended before the work began.');
      return await pool.run(task);
    } catch (error) {
      await this.#failStranded(threads);
      if (threads === this.#threads) throw error;
      const { failure } = threads;
      const end = failure === undefined ? 'was stopped.' : `does not start: ${failure.message}`;
      throw new Error(`The thread that ${this.#purpose} ${end}`, { cause: failure ?? error });
    }
  }

  /** Ends all threads; work under way fails. Threads are started again when there is more work. */
  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = undefined;
    await (await threads?.pool)?.destroy();
  }

  /** Fails what waited for a thread that has ended: a pool starts another for the next piece alone. */
  async #failStranded(threads: Threads<Work>) {
    const pool = await threads.pool.catch(() => undefined);
    if (threads === this.#threads && pool?.threads.length === 0 && pool.queueSize > 0) {
      await this.close();
    }
  }

  #start(): Threads<Work> {
    const fail = (error: Error): void => {
      threads.failure = error;
      if (this.#threads === threads) this.#threads = undefined;
    };
    const pool = startPool<Work>(this.#file, this.#most, fail);
    const threads: Threads<Work> = { pool, failure: undefined };
    return threads;
  }
}

/** @param fail Called when a thread cannot be started. */
async function startPool<Work extends (task: never) => unknown>(
  file: URL,
  most: number,
  fail: (error: Error) => void,
): Promise<Pool<Work>> {
  // Not before there is work: a command that hashes nothing starts without it.
  const { Piscina } = await import('piscina');
  const pool = new Piscina<Parameters<Work>[0], Awaited<ReturnType<Work>>>({
    ...threadFile(file),
    minThreads: 0,
    maxThreads: most,
    idleTimeout: Number.POSITIVE_INFINITY,
    // Else what waits for a thread loses its turn to what comes after it.
    stricterFIFO: true,
    recordTiming: false,
  });
  // What waits for a thread that cannot be started would wait for ever. More work tries it again.
  pool.on('error', (error: Error) => {
    fail(error);
    void pool.destroy();
  });
  return pool;
}
