import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../lib/clock.js';
import type { DatabaseKind, Ways } from '../engines/dialect.js';
import { type ChangeListener, isFollowed, notedFollowed } from './followers.js';
import { isFrozenError } from './frozen.js';
import type { OpenedDatabase, TenantDatabase, WriteSize } from './open.js';
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
  readonly #listener: ChangeListener | undefined;
  /** Whether receivers follow the changes, as the last write found; undefined before the first. */
  #followed: boolean | undefined;

  /**
   * @param follow Looks up the current place of the database, and points the handle there.
   * @param removedKeptMs See `TenantDatabase`; by default for ever.
   * @param listener Hears of changes that are followed; by default nobody.
   */
  constructor(
    entry: { readonly name: string; readonly kind: TenantDatabase['role'] },
    at: { readonly word: string | null; readonly opened: OpenedDatabase },
    clock: Clock,
    follow: (handle: MovableDatabase) => Promise<void>,
    removedKeptMs = Number.POSITIVE_INFINITY,
    listener?: ChangeListener,
  ) {
    this.#listener = listener;
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

  async write<Result>(
    work: (transaction: Transaction<TenantTables>) => Promise<Result>,
    size: WriteSize = 'small',
  ): Promise<Result> {
    const way = size === 'large' ? 'large' : 'db';
    const listener = this.#listener;
    if (listener === undefined) return this.#transact(way, work);
    // One look for each process, so that its first write is announced, too.
    this.#followed ??= await isFollowed(this.db).catch(() => undefined);
    if (this.#followed === true) await listener.announce(this);
    let followed: boolean | undefined;
    const result = await this.#transact(way, async (transaction) => {
      const done = await work(transaction);
      followed = notedFollowed(transaction);
      return done;
    });
    this.#followed = followed ?? this.#followed;
    if (followed === true) listener.wake(this);
    return result;
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
