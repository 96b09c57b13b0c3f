import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../lib/clock.js';
import { RecordsReadOnly } from '../../lib/unavailable.js';
import type { DatabaseKind, Ways } from '../engines/dialect.js';
import type { SealedCodes } from '../secrets/sealed-codes.js';
import { type ChangeListener, isFollowed, notedEvents, notedFollowed } from './followers.js';
import type { OpenedDatabase, TenantDatabase, WriteSize } from './open.js';
import type { TenantTables } from './tables.js';
import { forgetRevisions } from './write.js';

/** The message of a write's error while its database is being moved. */
export const FROZEN_MESSAGE = 'portico: this database is being moved';

/** The code of that error on PostgreSQL; PostgreSQL itself has no such code. */
export const FROZEN_CODE = 'PMOVE';

/** The message of a write of records while they are copied. */
export const READ_ONLY_MESSAGE = 'portico: the records of this database are being moved';

/** The code of that error on PostgreSQL. */
export const READ_ONLY_CODE = 'PMOVR';

/** Whether a write failed because it changes records while they are copied. */
function isReadOnlyError(error: unknown): boolean {
  return isRefusal(error, READ_ONLY_CODE, READ_ONLY_MESSAGE);
}

/** Whether a write failed only because its database is being moved. */
export function isFrozenError(error: unknown): boolean {
  return isRefusal(error, FROZEN_CODE, FROZEN_MESSAGE);
}

function isRefusal(error: unknown, refusal: string, message: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    code === refusal || (code === 'SQLITE_CONSTRAINT_TRIGGER' && error.message.includes(message))
  );
}

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

/** Messages were about to be stored that nobody has announced; the write is taken back, and done again. */
class Unannounced extends Error {}

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
  readonly codes: SealedCodes;
  readonly #clock: Clock;
  readonly #follow: (handle: MovableDatabase) => Promise<void>;
  readonly #listener: ChangeListener | undefined;
  /** Whether receivers follow the changes, as the last write found; undefined before the first. */
  #followed: boolean | undefined;
  /** Whether a write of this process has caused events that receivers want. */
  #hasEvents = false;

  /**
   * @param follow Looks up the current place of the database, and points the handle there.
   * @param removedKeptMs See `TenantDatabase`; by default for ever.
   * @param listener Hears of changes that are followed; by default nobody.
   */
  constructor(
    entry: { readonly name: string; readonly kind: TenantDatabase['role'] },
    at: { readonly word: string | null; readonly opened: OpenedDatabase },
    clock: Clock,
    codes: SealedCodes,
    follow: (handle: MovableDatabase) => Promise<void>,
    removedKeptMs = Number.POSITIVE_INFINITY,
    listener?: ChangeListener,
  ) {
    this.#listener = listener;
    this.codes = codes;
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

  async reach(): Promise<void> {
    await this.opened.reach?.();
  }

  async announce(): Promise<void> {
    await this.#listener?.announce(this);
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
    if (this.#followed !== true && !this.#hasEvents) {
      try {
        return await this.#transactAndNotify(listener, way, work, false);
      } catch (error) {
        if (!(error instanceof Unannounced)) throw error;
        this.#hasEvents = true;
      }
    }
    // Before the transaction: with one connection held, another one may not become free.
    await listener.announce(this);
    return this.#transactAndNotify(listener, way, work, true);
  }

  async #transactAndNotify<Result>(
    listener: ChangeListener,
    way: keyof Ways<TenantTables>,
    work: (transaction: Transaction<TenantTables>) => Promise<Result>,
    announced: boolean,
  ): Promise<Result> {
    let followed: boolean | undefined;
    let stored = false;
    const before = async () => {
      if (!announced) throw new Unannounced('Messages were not announced.');
    };
    const result = await this.#transact(way, async (transaction) => {
      const done = await work(transaction);
      followed = notedFollowed(transaction);
      const events = notedEvents(transaction);
      stored = events.length > 0 && (await listener.store(this, transaction, events, before));
      return done;
    });
    this.#followed = followed ?? this.#followed;
    if (followed === true || stored) listener.wake(this);
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
        const result = await this.opened[way].transaction().execute(work);
        forgetRevisions();
        return result;
      } catch (error) {
        // The copy may take minutes, for which nobody waits.
        if (isReadOnlyError(error)) throw new RecordsReadOnly(this.name, { cause: error });
        if (!isFrozenError(error)) throw error;
        if (this.#clock.monotonic() >= giveUpAt) throw new DatabaseMovingError(this.name, error);
      }
      await pause(RETRY_MS);
      await this.#follow(this);
    }
  }
}
