import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { processFile } from '../lib/threads.js';
import type { HashAnswer, HashWork, NumberedWork } from './hashing-process.js';

/** How long the process stays without work: a start takes longer than hashing. */
const IDLE_MS = 300_000;

interface Waiting {
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Hashes and compares passwords in a child process, which the first one starts and which ends when there were
 * none for minutes. It gets no environment, and so no secret.
 *
 * It is no thread, as it stands back behind the calls: threads of one program share locks (of the queue of the
 * JavaScript engine, of messages between threads, of memory), and where one that stands back is interrupted
 * while it holds one, the thread that answers calls waits until that has its turn again, which other busy programs
 * put off by a second (docs/architecture/fast.md).
 */
export class Hasher {
  readonly #idleMs: number;
  #process: HashingProcess | undefined;

  /** @param idleMs How long the process stays without work. */
  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** The id of the process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#process?.child.pid;
  }

  /**
   * Returns the text form of the hash, or whether the password matches. All work that is handed over runs at once, up
   * to four pieces: the caller bounds it.
   *
   * @throws Error when the work failed, or nobody knows whether it was done, as the process has ended.
   */
  run(work: HashWork): Promise<string | boolean> {
    this.#process ??= this.#start();
    return this.#process.run(work);
  }

  /** Ends the process; work under way fails. It is started again when there is more work. */
  async close(): Promise<void> {
    const ending = this.#process;
    this.#process = undefined;
    await ending?.end();
  }

  #start(): HashingProcess {
    const started = new HashingProcess(this.#idleMs, () => {
      if (this.#process === started) this.#process = undefined;
    });
    return started;
  }
}

/** One process, from its start to its end. */
class HashingProcess {
  readonly child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #idleMs: number;
  readonly #onEnd: () => void;
  #last = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param onEnd Called once when it takes no more work. */
  constructor(idleMs: number, onEnd: () => void) {
    this.#idleMs = idleMs;
    this.#onEnd = onEnd;
    const { filename, execArgv } = processFile(new URL('./hashing-process.ts', import.meta.url));
    this.child = fork(filename, [], {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    this.child.on('message', (answer) => this.#answer(answer as HashAnswer));
    this.child.on('error', (error) => this.#fail(`does not start: ${error.message}`));
    this.child.on('exit', (code, signal) => this.#fail(`was stopped (${signal ?? code}).`));
  }

  run(work: HashWork): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#beBusy();
      this.#last += 1;
      this.#waiting.set(this.#last, { resolve, reject });
      const message: NumberedWork = { number: this.#last, work };
      // Where it fails, the process has ended or does not start, which the events say.
      this.child.send(message, () => {});
    });
  }

  async end(): Promise<void> {
    const { child } = this;
    const isRunning =
      child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    const ended = isRunning ? once(child, 'exit') : undefined;
    if (isRunning) child.ref();
    child.kill('SIGKILL');
    this.#fail('was stopped.');
    await ended;
  }

  #answer(answer: HashAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ('problem' in answer) {
      waiting?.reject(new Error(`A password could not be hashed: ${answer.problem}`));
    } else {
      waiting?.resolve(answer.result);
    }
    if (this.#waiting.size === 0) this.#beIdle();
  }

  #fail(end: string): void {
    clearTimeout(this.#idle);
    this.#onEnd();
    for (const { reject } of this.#waiting.values()) {
      reject(new Error(`The process that hashes passwords ${end}`));
    }
    this.#waiting.clear();
  }

  #beBusy(): void {
    clearTimeout(this.#idle);
    this.child.ref();
    this.child.channel?.ref();
  }

  /** An idle process keeps this one from no end. */
  #beIdle(): void {
    this.child.unref();
    this.child.channel?.unref();
    this.#idle = setTimeout(() => void this.end(), this.#idleMs).unref();
  }
}
