import { createRequire } from 'node:module';
import type { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';
import { backgroundThread } from '../lib/background-thread.js';

/** Work for a thread: a password to hash, or one to compare with a hash. */
export type HashWork =
  | { readonly password: Uint8Array; readonly options: Options }
  | { readonly password: Uint8Array; readonly stored: string };

/** What a thread answers: the text form of the hash, or whether it is the password's. */
type Answer = { readonly result: string | boolean } | { readonly error: string };

/** What a thread runs. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { hashSync, verifySync } = require(workerData.argon2);
  parentPort.on('message', ({ password, options, stored }) => {
    try {
      const result =
        stored === undefined ? hashSync(password, options) : verifySync(stored, password);
      parentPort.postMessage({ result });
    } catch (error) {
      parentPort.postMessage({ error: error.message });
    }
  });
`;

const ARGON2 = createRequire(import.meta.url).resolve('@node-rs/argon2');

/** Whoever waits for a thread's answer. */
interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread, and who waits for it: one at most. */
interface HashThread {
  readonly worker: Worker;
  waiting: Waiting | undefined;
}

/**
 * Threads that hash passwords, in front of which nothing queues: each `run` has a thread of its own,
 * an idle one or a new one. Idle threads keep no process from ending.
 */
export class HashThreads {
  readonly #idle: HashThread[] = [];
  readonly #all = new Set<HashThread>();

  /** @throws Error when the work cannot be done, such as comparing with what is no hash. */
  async run(work: HashWork): Promise<string | boolean> {
    const thread = this.#idle.pop() ?? this.#start();
    thread.worker.ref();
    const answer = await new Promise<Answer>((resolve, reject) => {
      thread.waiting = { resolve, reject };
      thread.worker.postMessage(work);
    });
    thread.worker.unref();
    this.#idle.push(thread);
    if ('error' in answer) throw new Error(`A password could not be hashed: ${answer.error}`);
    return answer.result;
  }

  /** Ends all threads; work under way fails. */
  async close(): Promise<void> {
    const threads = [...this.#all];
    this.#idle.length = 0;
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #start(): HashThread {
    const worker = backgroundThread(THREAD, { argon2: ARGON2 });
    const thread: HashThread = { worker, waiting: undefined };
    this.#all.add(thread);
    const settled = (): Waiting | undefined => {
      const { waiting } = thread;
      thread.waiting = undefined;
      return waiting;
    };
    worker.on('message', (answer: Answer) => settled()?.resolve(answer));
    worker.on('error', (error) => settled()?.reject(error));
    worker.once('exit', () => {
      this.#all.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at !== -1) this.#idle.splice(at, 1);
      settled()?.reject(new Error('The thread that hashes passwords has ended.'));
    });
    return thread;
  }
}
