import { createRequire } from 'node:module';
import type { Worker } from 'node:worker_threads';
import type { SendMailOptions } from 'nodemailer';
import { backgroundThread } from '../lib/background-thread.js';

/** Why a letter has not become a file: as the system names it, or in the words of the mail library. */
export type WriteFailure = { readonly system: string } | { readonly letter: string };

/** A letter, and the file that it becomes. */
interface Job {
  readonly file: string;
  readonly message: SendMailOptions;
}

/** A job whose outcome somebody waits for. */
interface Waiting extends Job {
  readonly resolve: (failure: WriteFailure | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * What the thread runs: each letter is written beside its place, brought to the disk, and moved there, so
 * that a reader sees a whole letter or none; then their names are brought to the disk. Nothing else runs
 * in this thread, so it waits for the disk where it stands, which takes a third of the processor time of
 * handing each step to another thread (as `replaceFile` does, which a thread could not load).
 */
const THREAD = `
  const fs = require('node:fs');
  const { dirname } = require('node:path');
  const { randomUUID } = require('node:crypto');
  const { parentPort, workerData } = require('node:worker_threads');
  const MailComposer = require(workerData.composer);

  let last = Promise.resolve();
  parentPort.on('message', (jobs) => {
    last = last.then(() => work(jobs));
  });

  async function work(jobs) {
    const failures = [];
    const folders = new Set();
    let system;
    for (const [at, { file, message }] of jobs.entries()) {
      // What keeps one letter from the disk keeps the others, too.
      if (system !== undefined) break;
      let letter;
      try {
        letter = await compose(message);
      } catch (error) {
        failures[at] = { letter: error.message };
        continue;
      }
      system = failing(() => place(file, letter));
      folders.add(dirname(file));
    }
    for (const folder of folders) system = system ?? failing(() => synced(folder));
    parentPort.postMessage(jobs.map((_, at) => failures[at] ?? (system && { system })));
  }

  async function compose(message) {
    const composed = await new MailComposer(message).compile().build();
    // The library would do this in one more stream, which costs more than all the text.
    return composed.toString('utf8').replace(/\\r?\\n/g, '\\r\\n');
  }

  function failing(work) {
    try {
      work();
    } catch (error) {
      return error.code ?? 'unknown';
    }
  }

  function place(file, letter) {
    const fresh = file + '.' + randomUUID();
    const opened = open(fresh);
    try {
      try {
        fs.writeFileSync(opened, letter);
        fs.fsyncSync(opened);
      } finally {
        fs.closeSync(opened);
      }
      fs.renameSync(fresh, file);
    } catch (error) {
      fs.rmSync(fresh, { force: true });
      throw error;
    }
  }

  function synced(folder) {
    const opened = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(opened);
    } finally {
      fs.closeSync(opened);
    }
  }

  function open(fresh) {
    try {
      return fs.openSync(fresh, 'wx', 0o600);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    fs.mkdirSync(dirname(fresh), { recursive: true, mode: 0o700 });
    return fs.openSync(fresh, 'wx', 0o600);
  }
`;

const COMPOSER = createRequire(import.meta.url).resolve('nodemailer/lib/mail-composer');

/** Writes letters to files in a thread of its own, which is started by the first one. */
export class LetterFiles {
  #thread: Worker | undefined;
  /** Asked for in this turn of the event loop. */
  #next: Waiting[] = [];
  /** In the thread, in the order in which it answers. */
  readonly #underWay: Waiting[][] = [];

  /**
   * Writes a letter into a private file, over the one that is there; its folder is made when it is
   * missing.
   *
   * @returns Undefined when the letter is on the disk.
   * @throws Error when nobody knows whether it is, as the thread could not be started or has ended.
   */
  write(file: string, message: SendMailOptions): Promise<WriteFailure | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#next.length === 0) queueMicrotask(() => this.#hand());
      this.#next.push({ file, message, resolve, reject });
    });
  }

  /** Ends the thread. Letters under way fail, and whatever the disk does is not waited for. */
  close(): void {
    const thread = this.#thread;
    this.#thread = undefined;
    this.#fail('The thread that writes letters was stopped.');
    thread?.terminate();
  }

  /** Gives the thread all letters of this turn at once. */
  #hand(): void {
    const jobs = this.#next;
    this.#next = [];
    this.#underWay.push(jobs);
    try {
      this.#thread ??= this.#start();
      this.#thread.ref();
      this.#thread.postMessage(jobs.map(({ file, message }): Job => ({ file, message })));
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #fail(reason: string): void {
    for (const { reject } of this.#underWay.splice(0).flat()) reject(new Error(reason));
  }

  #start(): Worker {
    const thread = backgroundThread(THREAD, { composer: COMPOSER });
    thread.on('message', (failures: (WriteFailure | undefined)[]) => {
      if (this.#thread !== thread) return;
      const jobs = this.#underWay.shift() ?? [];
      // An idle thread keeps no process from ending.
      if (this.#underWay.length === 0) thread.unref();
      for (const [at, { resolve }] of jobs.entries()) resolve(failures[at]);
    });
    let reason = 'The thread that writes letters has ended.';
    thread.on('error', (error) => {
      reason = error.message;
    });
    thread.once('exit', () => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#fail(reason);
    });
    return thread;
  }
}
