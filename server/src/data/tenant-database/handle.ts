import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../lib/clock.js';
import type { DatabaseKind, Ways } from '../dialect.js';
import { isFrozenError } from './frozen.js';
import type { OpenedDatabase, TenantDatabase } from './open.js';
import type { TenantTables } from './tables.js';

/** The longest wait of a write for a move, in milliseconds. */
const MOVE_TIMEOUT_MS = 10_000;

/** The pause between two attempts, in milliseconds. */
const RETRY_MS = 50;

/** A tenant database refuses writes because a move holds it for too long. */
export class DatabaseMovingError extends Error {
  constructor(name: string, cause: unknown) {
    super(
      `The database of ${name} takes no writes: it is being moved. Where the move was killed, run ` +
        `\`portico client move ${name}\` again, or end it with --abort.`,
      { cause },
    );
    this.name = 'DatabaseMovingError';
  }
}

/**
 * A process's handle of a tenant database, whatever its place. After a move it leads to the new
 * place, and repeats there a write that failed in the old place.
 */
export class MovableDatabase implements TenantDatabase {
  readonly name: string;
  readonly role: TenantDatabase['role'];
  /** The directory's encoded location; every move writes a new one. */
  word: string | null;
  opened: OpenedDatabase;
  readonly removedKeptMs: number;
  readonly #clock: Clock;
  readonly #follow: (handle: MovableDatabase) => Promise<void>;

  /**
   * @param follow Looks up the current place of the database, and points the handle there.
   * @param removedKeptMs See `ClientDatabase`; by default for ever.
   */
  constructor(
    entry: { readonly name: string; readonly kind: TenantDatabase['role'] },
    at: { readonly word: string | null; readonly opened: OpenedDatabase },
    clock: Clock,
    follow: (handle: MovableDatabase) => Promise<void>,
    removedKeptMs = Number.POSITIVE_INFINITY,
  ) {
    this.removedKeptMs = removedKeptMs;
    this.name = entry.name;
    this.role = entry.kind;
    this.word = at.word;
    this.opened = at.opened;
    this.#clock = clock;
    this.#follow = follow;
  }

  now(): number {
    return this.#clock.now();
  }

  get kind(): DatabaseKind {
    return this.opened.kind;
  }

  get db(): Kysely<TenantTables> {
    return this.opened.db;
  }

  write<Result>(
    work: (transaction: Transaction<TenantTables>) => Promise<Result>,
  ): Promise<Result> {
    return this.#transact('db', work);
  }

  note<Result>(work: (transaction: Transaction<TenantTables>) => Promise<Result>): Promise<Result> {
    return this.#transact('notes', work);
  }

  async #transact<Result>(
    way: keyof Ways<TenantTables>,
    work: (transaction: Transaction<TenantTables>) => Promise<Result>,
  ): Promise<Result> {
    const giveUpAt = this.#clock.monotonic() + MOVE_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.opened[way].transaction().execute(work);
      } catch (error) {
        if (!isFrozenError(error)) throw error;
        if (this.#clock.monotonic() >= giveUpAt) throw new DatabaseMovingError(this.name, error);
      }
      await pause(RETRY_MS);
      await this.#follow(this);
    }
  }
}
