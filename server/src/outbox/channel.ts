import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock, Timer } from '../lib/clock.js';
import type { TenantDatabase } from '../store/tenant/open.js';

/** How long what is under way may take after the request to stop. */
const STOP_MS = 5_000;

export interface ChannelParts {
  readonly clock: Clock;
  readonly timer: Timer;
  /** A number from 0 to less than 1. */
  readonly chance: () => number;
  readonly log: Logger;
}

/** What a database holds. */
export interface Unsent {
  /** To be sent, now or later. */
  readonly waiting: number;
  /** Given up, for the directory's notes. */
  readonly failed: number;
}

/**
 * A way by which something leaves tenant databases: email, or webhooks. Databases that may hold something
 * to send stand in line, and a few workers serve one after the other.
 */
export abstract class Channel<Parts extends ChannelParts = ChannelParts> {
  protected readonly parts: Parts;
  readonly #what: string;
  readonly #atOnce: number;
  /** The databases in line; the second line, of those with nothing that anybody waits for, comes after the first. */
  readonly #lines = [new Set<TenantDatabase>(), new Set<TenantDatabase>()] as const;
  /** Those that keep their place in line for now. */
  protected readonly busy = new Set<TenantDatabase>();
  readonly #workers = new Set<Promise<void>>();
  readonly #stopTimeout = new AbortController();
  protected stopping = false;

  /** @param what What is sent, for the log. @param atOnce How many workers there are at most. */
  constructor(parts: Parts, what: string, atOnce: number) {
    this.parts = parts;
    this.#what = what;
    this.#atOnce = atOnce;
  }

  /** Begins to send what is due in a database, and says what is left in it. */
  abstract look(database: TenantDatabase): Promise<Unsent>;
  /** Deletes what was kept long enough. */
  abstract tidy(database: TenantDatabase): Promise<void>;
  /** Sends something of a database that has left the line. It comes in line again if more may be due. */
  protected abstract serve(database: TenantDatabase): Promise<void>;

  /** Looks into a database soon, as something was stored there. Returns at once. */
  wake(database: TenantDatabase): void {
    this.lineUp(database);
    this.startWorkers();
  }

  /** Whether a write may have stored something there, so that it has to wake the channel. */
  mayHold(_database: TenantDatabase): boolean {
    return true;
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    for (let work = this.underWay(); work.length > 0; work = this.underWay()) {
      await Promise.all(work);
    }
  }

  /** Begins nothing more, lets what is under way finish, and after `STOP_MS` ends it. */
  async stop(): Promise<void> {
    this.stopping = true;
    const cancelTimeout = this.parts.timer.after(STOP_MS, () => this.#stopTimeout.abort());
    await this.settled();
    cancelTimeout();
  }

  /** Ends what is under way, which is tried again later. */
  protected get ending(): AbortSignal {
    return this.#stopTimeout.signal;
  }

  protected underWay(): Promise<void>[] {
    return [...this.#workers];
  }

  /** Puts a database in line. @param bulk Whether nobody waits for what it holds. */
  protected lineUp(database: TenantDatabase, bulk = false): void {
    this.#lines[bulk ? 1 : 0].add(database);
  }

  /** How many databases in line can be served. */
  protected get free(): number {
    const waiting = new Set(this.#lines.flatMap((line) => [...line]));
    return [...waiting].filter((database) => !this.busy.has(database)).length;
  }

  protected startWorkers(): void {
    if (this.stopping || this.#workers.size === this.#atOnce) return;
    const wanted = Math.min(this.#atOnce, this.#workers.size + this.free);
    while (this.#workers.size < wanted) {
      const worker = this.work(() => this.mayBegin()).finally(() => {
        this.#workers.delete(worker);
        // A database may have come in line while this worker was leaving.
        this.startWorkers();
      });
      this.#workers.add(worker);
    }
  }

  /** Whether a worker may take the next database. */
  protected mayBegin(): boolean {
    return true;
  }

  /** Serves databases until none is free or it may not go on. */
  protected async work(goesOn: () => boolean): Promise<void> {
    for (;;) {
      // Other work comes first, such as answering the call that caused what is to be sent.
      await nextTurn();
      const database = !this.stopping && goesOn() ? this.#next() : undefined;
      if (database === undefined) return;
      try {
        await this.serve(database);
      } catch (error) {
        for (const line of this.#lines) line.delete(database);
        this.parts.log.error(
          { client: database.name, reason: (error as Error).message },
          `the ${this.#what} of a client cannot be worked on`,
        );
      }
    }
  }

  /** Takes the first database out of its line that can be served. */
  #next(): TenantDatabase | undefined {
    for (const line of this.#lines) {
      for (const database of line) {
        if (this.busy.has(database)) continue;
        line.delete(database);
        return database;
      }
    }
    return undefined;
  }
}
