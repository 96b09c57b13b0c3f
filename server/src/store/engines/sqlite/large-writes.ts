import Sqlite from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { BackgroundThreads, builtFile } from '../../../lib/threads.js';
import type { WalDriver } from './driver.js';
import type { Step } from './large-thread.js';

/** The thread of all files: large writes are seldom, and two would only take the disk from each other. */
const thread = new BackgroundThreads<typeof import('./large-thread.js').default>(
  builtFile(new URL('./large-thread.ts', import.meta.url)),
  1,
  'writes many records',
);

/**
 * The driver of large transactions: their statements run in a thread. A hundred wide rows with their
 * indexes, and a commit of megabytes, take SQLite longer than a call may wait that has nothing to do with
 * them. A transaction of few rows is slower like this, as each statement travels.
 *
 * They take turns with the other writes of the process, as the connection of these does.
 */
export class LargeWriteDriver implements Driver {
  readonly #driver: WalDriver;

  constructor(driver: WalDriver) {
    this.#driver = driver;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LargeWrite> {
    return new LargeWrite();
  }

  async beginTransaction(write: LargeWrite): Promise<void> {
    const release = await this.#driver.takeWriter();
    const { file, sharing } = this.#driver;
    try {
      // The thread would open a file that is gone by now, and so make an empty one.
      this.#driver.checkOpen();
      await this.#driver.whenFree(() => write.take({ do: 'begin', file, sharing }));
    } catch (error) {
      await write.take({ do: 'roll back' }).catch(() => {});
      release();
      throw error;
    }
    write.release = release;
  }

  async commitTransaction(write: LargeWrite): Promise<void> {
    await this.#driver.whenFree(() => write.take({ do: 'commit' }));
    write.endTurn();
  }

  async rollbackTransaction(write: LargeWrite): Promise<void> {
    try {
      await write.take({ do: 'roll back' });
    } finally {
      write.endTurn();
    }
  }

  async releaseConnection(): Promise<void> {}

  /** The other driver closes the file. */
  async destroy(): Promise<void> {}
}

let lastNumber = 0;

/** What Kysely sees of a large transaction. */
class LargeWrite implements DatabaseConnection {
  readonly #number = ++lastNumber;
  /** The end of the step before, as rows of one step travel in several portions. */
  #before: Promise<unknown> = Promise.resolve();
  /** Set within a transaction: ends its turn on the file. */
  release: (() => void) | undefined;

  endTurn(): void {
    this.release?.();
    this.release = undefined;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.release === undefined) throw new Error('Only for transactions.');
    return this.take<R>({ do: 'run', sql, parameters });
  }

  // biome-ignore lint/correctness/useYield: as in driver.ts.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Not offered: page by key instead.');
  }

  /** @throws SqliteError, or Error when the thread has ended. */
  take<R>(step: WithoutNumber<Step>): Promise<QueryResult<R>> {
    const taken = this.#before.then(() => this.#take<R>(step));
    this.#before = taken.catch(() => {});
    return taken;
  }

  async #take<R>(step: WithoutNumber<Step>): Promise<QueryResult<R>> {
    const { result, more } = await this.#outcome(step);
    const rows = [...result.rows];
    // Other calls run between two portions.
    for (let left = more; left; ) {
      const next = await this.#outcome({ do: 'more' });
      rows.push(...next.result.rows);
      left = next.more;
    }
    return { ...result, rows } as QueryResult<R>;
  }

  async #outcome(step: WithoutNumber<Step>) {
    const outcome = await thread.run({ ...step, write: this.#number });
    if ('result' in outcome) return outcome;
    throw new Sqlite.SqliteError(outcome.message, outcome.code);
  }
}

type WithoutNumber<Each> = Each extends unknown ? Omit<Each, 'write'> : never;
