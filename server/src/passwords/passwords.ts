import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Algorithm, Options } from '@node-rs/argon2';
import { type Clock, systemClock } from '../lib/clock.js';
import { BoundedQueue, QueueFull } from '../lib/queues.js';
import { builtFile } from '../lib/threads.js';
import type { HashAnswer, HashWork, NumberedWork } from './hashing-process.js';

/** The bounds of a password, in characters. R156. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 256;

/** 19 MiB, two passes and one lane: the minimum of OWASP's cheat sheet. */
const ARGON2ID: Algorithm = 2;
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** More would not help, because they compete for memory and not only for processors. */
const MOST_AT_ONCE = 4;

/** The most waiting passwords (R58). */
const MOST_WAITING = 100;

/** The longest expected wait of a password, estimated from the last ones, in milliseconds. */
const LONGEST_WAIT_MS = 1_500;

/** The weight of the last password in the estimate for the next one. */
const LAST_COUNTS = 0.2;

/**
 * The only code that knows how passwords are stored and compared. R156.
 *
 * Hashing runs in a child process, at most as many passwords at a time as there are cores, and the rest queues. A
 * password beyond the queue's limit, or that cannot be hashed in time, is refused with `QueueFull`:
 * a website gives up after some seconds, and work for it would then be lost.
 */
export class Passwords {
  readonly #random: (size: number) => Buffer;
  readonly #queue: BoundedQueue;
  readonly #atOnce: number;
  readonly #clock: Clock;
  /** The current time for one password, in milliseconds. */
  #msForEach = 0;
  /** The number of passwords that the estimate still ignores: the first ones wait for the start of the process. */
  #uncounted: number;
  readonly #hasher = new Hasher();
  /** A hash without a password, for comparisons when none is stored. */
  readonly #nobody: string;

  /**
   * @param random Returns that many unguessable bytes.
   * @param limits How many passwords are hashed at a time, and how many wait.
   * @param clock Measures the time that they take.
   */
  constructor(
    random: (size: number) => Buffer,
    limits: { readonly atOnce?: number; readonly mostWaiting?: number } = {},
    clock: Clock = systemClock,
  ) {
    const { atOnce = Math.min(availableParallelism(), MOST_AT_ONCE), mostWaiting = MOST_WAITING } =
      limits;
    this.#random = random;
    this.#queue = new BoundedQueue(atOnce, mostWaiting);
    this.#atOnce = atOnce;
    this.#uncounted = atOnce;
    this.#clock = clock;
    this.#nobody = encoded(random(SALT_BYTES), random(HASH_BYTES));
  }

  /** The text to store for a password. @throws QueueFull */
  async hash(password: string): Promise<string> {
    const options: Options = {
      algorithm: ARGON2ID,
      memoryCost: MEMORY_KIB,
      timeCost: PASSES,
      parallelism: LANES,
      outputLen: HASH_BYTES,
      salt: Uint8Array.from(this.#random(SALT_BYTES)),
    };
    const work = { password: bytesOf(password), options };
    return String(await this.#run(work));
  }

  /**
   * Whether this is the stored password. Without a stored one, the answer is no and takes as long
   * as any other, so that the time does not reveal who is registered.
   *
   * @param stored The result of `hash`; empty or undefined when there is no password.
   * @throws QueueFull
   */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const hasPassword = stored !== undefined && stored !== '';
    const work = { password: bytesOf(password), stored: hasPassword ? stored : this.#nobody };
    const same = await this.#run(work);
    return hasPassword && same === true;
  }

  async #run(work: HashWork): Promise<string | boolean> {
    const waitMs = (this.#queue.waiting * this.#msForEach) / this.#atOnce;
    if (waitMs > LONGEST_WAIT_MS) throw new QueueFull();
    return this.#queue.run(async () => {
      const began = this.#clock.monotonic();
      try {
        return await this.#hasher.run(work);
      } finally {
        const ms = this.#clock.monotonic() - began;
        if (this.#uncounted > 0) this.#uncounted -= 1;
        else this.#msForEach += LAST_COUNTS * (ms - this.#msForEach);
      }
    });
  }

  /** Ends the process; passwords that are being hashed fail. */
  close(): Promise<void> {
    return this.#hasher.close();
  }
}

/** The number of characters of a password as people count them, whatever keyboard made them. */
export function passwordLength(password: string): number {
  return [...normal(password)].length;
}

/** One spelling for texts that look the same, because keyboards and systems write them differently. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

/** A separate array, because a part of a larger one would copy all of that to the process. */
function bytesOf(password: string): Uint8Array {
  return new TextEncoder().encode(normal(password));
}

/** A hash in the standard text form of Argon2 (PHC string format). */
function encoded(salt: Buffer, digest: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const costs = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;
  return `$argon2id$v=19$${costs}$${base64(salt)}$${base64(digest)}`;
}

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
    this.child = fork(builtFile(new URL('./hashing-process.ts', import.meta.url)), [], {
      execArgv: [],
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
