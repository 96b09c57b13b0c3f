import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/clock.js';
import { answerWithin } from '../../lib/timeout.js';

/** How long an entry is used before the cache checks whether the directory has changed. */
const LOOK_AFTER_MS = 250;

/** The longest that an entry is used without that check: an operator's change shows within a second. */
export const FRESH_MS = 500;

/** How long an entry is used while the directory does not answer in time. */
const KNOWN_MS = 60_000;

interface Kept<Value> {
  readonly value: Value;
  /** The directory's number of changes before this was read. */
  readonly number: number | undefined;
  /** When it was last known to be valid; monotonic. */
  goodAt: number;
  renewing: Promise<Value | undefined> | undefined;
}

/**
 * Caches entries of the directory. One look at the directory's number of changes renews all of them; an
 * entry is read again only after a change. While the directory is away, entries that were valid within
 * the last minute are used, so that its outage stops no current caller. A revoked key stays revoked then.
 */
export class FreshCache<Value> {
  readonly #changes: DirectoryChanges;
  readonly #clock: Clock;
  readonly #kept: LRUCache<string, Kept<Value>>;

  constructor(changes: DirectoryChanges, clock: Clock, mostEntries: number) {
    this.#changes = changes;
    this.#clock = clock;
    this.#kept = new LRUCache({ max: mostEntries });
  }

  /** The entry, without waiting; undefined if the directory has to be read. */
  recent(name: string): Value | undefined {
    const entry = this.#kept.get(name);
    if (entry === undefined) return undefined;
    this.#confirm(entry);
    const age = this.#clock.monotonic() - entry.goodAt;
    if (age >= LOOK_AFTER_MS) this.#changes.lookSoon();
    return age < FRESH_MS ? entry.value : undefined;
  }

  /** The last cached entry, however old. */
  before(name: string): Value | undefined {
    return this.#kept.get(name)?.value;
  }

  /**
   * The directory's entry; if the directory does not answer, the one of the last minute.
   *
   * @param read Reads it from the directory; undefined if there is none, which is not cached.
   */
  async get(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const recent = this.recent(name);
    if (recent !== undefined) return recent;
    const entry = this.#kept.get(name);
    if (entry === undefined) {
      this.#changes.lookSoon();
      return this.#store(name, read);
    }
    entry.renewing ??= this.#renew(name, entry, read).finally(() => {
      entry.renewing = undefined;
    });
    if (this.#clock.monotonic() - entry.goodAt >= KNOWN_MS) return entry.renewing;
    const { renewing, value } = entry;
    return answerWithin(
      renewing.catch(() => value),
      this.#changes.timeoutMs,
      () => value,
    );
  }

  async #renew(
    name: string,
    entry: Kept<Value>,
    read: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    await this.#changes.look();
    return this.#confirm(entry) ? entry.value : this.#store(name, read);
  }

  async #store(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    // Both before the read, so that a change in between makes the entry look older than it is.
    const { number } = this.#changes;
    const goodAt = this.#clock.monotonic();
    const value = await read();
    this.#kept.delete(name);
    if (value === undefined) return undefined;
    this.#kept.set(name, { value, number, goodAt, renewing: undefined });
    return value;
  }

  /** Whether nothing changed between the read of an entry and the last look. */
  #confirm(entry: Kept<Value>): boolean {
    const { number, lookedAt } = this.#changes;
    if (number !== entry.number) return false;
    entry.goodAt = Math.max(entry.goodAt, lookedAt);
    return true;
  }
}

/** How long a caller waits for a look, while the directory answers and while it does not. */
const TIMEOUT_MS = { usual: 1_000, away: 50 } as const;

/**
 * The number of changes of a directory's tenants and keys. One small read shows whether all earlier
 * reads are still valid, in place of a read of each key and tenant.
 */
export class DirectoryChanges {
  readonly #read: () => Promise<number>;
  readonly #clock: Clock;
  #number: number | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #away = false;

  /** @param read Reads the number; rejects when the directory does not answer. */
  constructor(read: () => Promise<number>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The number at the last look, or undefined. A later read includes these changes. */
  get number(): number | undefined {
    return this.#number;
  }

  /** When the last successful look began; monotonic. */
  get lookedAt(): number {
    return this.#lookedAt;
  }

  /** How long to wait for a look, in milliseconds: shorter after one failed or was late. */
  get timeoutMs(): number {
    return this.#away ? TIMEOUT_MS.away : TIMEOUT_MS.usual;
  }

  /** Looks again, once for all concurrent callers. Rejects when the directory does not answer. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Like `look`, for callers that do not wait for it. */
  lookSoon(): void {
    this.look().catch(() => {});
  }

  async #look(): Promise<void> {
    // The number is as old as the start of the look, however long it takes.
    const began = this.#clock.monotonic();
    const late = setTimeout(() => {
      this.#away = true;
    }, TIMEOUT_MS.usual);
    let inTime = false;
    try {
      this.#number = await this.#read();
      this.#lookedAt = began;
      inTime = this.#clock.monotonic() - began < TIMEOUT_MS.usual;
    } finally {
      clearTimeout(late);
      this.#away = !inTime;
    }
  }
}
