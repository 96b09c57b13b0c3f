import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Piscina } from 'piscina';
import { systemTimer } from './clock.js';

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
  readonly #file: string;
  readonly #most: number;
  readonly #purpose: string;
  #threads: Threads<Work> | undefined;

  /**
   * @param file The threads' file: see `builtFile`.
   * @param most Threads at a time.
   * @param purpose What such a thread does, for the error of one that was stopped: `hashes passwords`.
   */
  constructor(file: string, most: number, purpose: string) {
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

  /** Fails what waited for a thread that has ended: a pool starts another only for the next piece. */
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
  file: string,
  most: number,
  fail: (error: Error) => void,
): Promise<Pool<Work>> {
  // Not before there is work: a command that hashes nothing starts without it.
  const { Piscina } = await import('piscina');
  const pool = new Piscina<Parameters<Work>[0], Awaited<ReturnType<Work>>>({
    filename: file,
    // What this process was started with is nothing to the thread.
    execArgv: [],
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

/** Where the build is, seen from a file of it, which has no folders, and from this source. */
const BUILD = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : './', import.meta.url);

/**
 * The file that a thread or a child process runs: a build makes one of each source whose name ends in `-thread.ts` or
 * `-process.ts`. Tests run the source, and such files of the build: a loader would take longer than most of their work.
 *
 * @param source Next to the file that starts it: `new URL('./large-thread.ts', import.meta.url)`.
 */
export function builtFile(source: URL): string {
  return fileURLToPath(new URL(`${basename(source.pathname, '.ts')}.js`, BUILD));
}

/**
 * How much a thread stands back, on Linux, where priority is a thread's own. It is not more, as other programs at
 * normal priority would then leave such a thread nothing, and with it the calls that wait for a lock which it holds:
 * work that takes processors for long has its own process (docs/architecture/fast.md).
 */
const NICENESS = 5;

/** Lets the thread that calls this stand back. Where that is not allowed, its work is done all the same. */
export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    if (getPriority() < NICENESS) setPriority(NICENESS);
  } catch {
    // The system does not allow it.
  }
}

/**
 * How much a process stands back whose work nobody waits for at a keyboard: pictures. More than the one that hashes
 * passwords.
 */
const NICENESS_OF_PROCESS = 10;

/** Lets a process stand back that was just started, before it has threads: its start is work, too. */
export function letStandBack(child: { readonly pid?: number | undefined }): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, NICENESS_OF_PROCESS);
  } catch {
    // The system does not allow it, or the process has ended.
  }
}

/** Lets all threads of this process stand back, and those that they start. @param niceness How much. */
export function standBackAltogether(niceness = NICENESS_OF_PROCESS): void {
  try {
    // Priority is a thread's own on Linux, and some threads run before a program begins.
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
    for (const thread of threads.map(Number)) {
      // A program that was started with more stays where it is.
      if (getPriority(thread) < niceness) setPriority(thread, niceness);
    }
  } catch {
    // The system does not allow it.
  }
}

/** Ends a process with SIGTERM, and with SIGKILL if it has not ended in time. */
export async function endProcess(child: ChildProcess, withinMs: number): Promise<void> {
  child.kill('SIGTERM');
  const cancel = systemTimer.after(withinMs, () => child.kill('SIGKILL'));
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  cancel();
}

/**
 * Has V8 collect garbage earlier in this process. By default it lets the heap grow to several times what is in use first:
 * four times the size of a batch in an import, and with a thousand tenants 150 MB more in each process of a server. It costs
 * an import a tenth of its time, and a server not measurably more.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
