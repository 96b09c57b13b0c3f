import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../scripts/test-rig/programs.js';
import { startPostgres } from '../../scripts/test-rig/servers.js';

/** How a PostgreSQL ends, by the signal that it is sent. */
export const ENDINGS = {
  /** Ends connections in mid-query, and leaves everything tidy ("fast"). */
  'a restart': 'SIGINT',
  /** As a crash: what was committed is found in the log of writes when it starts again ("immediate"). */
  'a crash': 'SIGQUIT',
} as const;

/** A PostgreSQL that belongs to one test or proof, so that it can be stopped and started again. */
export class OwnPostgres {
  /** `postgres://…` of an empty database, the same after a restart. */
  readonly url: string;
  readonly #startAgain: () => ChildProcess;
  #process: ChildProcess;

  private constructor(url: string, process: ChildProcess, startAgain: () => ChildProcess) {
    this.url = url;
    this.#process = process;
    this.#startAgain = startAgain;
  }

  /** @param folder An existing folder for its files. */
  static async start(folder: string): Promise<OwnPostgres> {
    const found = findPostgres();
    if (found === undefined) throw new Error('There is no PostgreSQL on this machine.');
    // The account that PostgreSQL runs under goes through it.
    chmodSync(folder, 0o711);
    let last: { child: ChildProcess; again: () => ChildProcess } | undefined;
    const url = new URL(
      await startPostgres(
        (program, args, options) => {
          const again = () => spawn(program, args, options);
          last = { child: again(), again };
          return last.child;
        },
        found,
        folder,
      ),
    );
    if (last === undefined) throw new Error('PostgreSQL was not started.');
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    // The server of a test run waits for nothing on its way to the disk, and a crash is to lose nothing.
    await client.query('alter role portico set synchronous_commit = on');
    await client.query('create database own');
    await client.end();
    url.pathname = '/own';
    return new OwnPostgres(url.href, last.child, last.again);
  }

  /** Ends it. Resolves when its process is gone. */
  async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill(signal);
    await once(this.#process, 'exit');
  }

  /** Starts it again, and waits until it takes connections. */
  async startAgain(): Promise<void> {
    this.#process = this.#startAgain();
    while (!(await this.#answers())) await sleep(20);
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
