import type { Clock } from '../../lib/clock.js';
import type { DirectoryChanges } from './changes.js';

/** How long an entry is used before its cache looks whether the directory has changed. */
const LOOK_AFTER_MS = 250;

/**
 * How long an entry is used at most without waiting for that look: an operator's change shows
 * within a second.
 */
export const FRESH_MS = 500;

/** How long an entry is used while the directory does not answer, or not in time. */
const KNOWN_MS = 60_000;

interface Kept<Value> {
  readonly value: Value;
  /** The directory's number of changes before this was read. */
  readonly number: number | undefined;
  /** When it was known to hold; monotonic. */
  goodAt: number;
  renewing: Promise<Value | undefined> | undefined;
}

/**
 * Entries of the directory as they were read. One look at the number of the directory's changes
 * renews all of them; an entry is read again only after a change. While the directory is away,
 * entries that held within the last minute are used as they are, so that its outage stops nobody
 * who was served before. A key that was revoked stays revoked then.
 */
export class FreshCache<Value> {
  readonly #changes: DirectoryChanges;
  readonly #clock: Clock;
  readonly #mostEntries: number;
  /** The longest unread first. */
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(changes: DirectoryChanges, clock: Clock, mostEntries: number) {
    this.#changes = changes;
    this.#clock = clock;
    this.#mostEntries = mostEntries;
  }

  /** The entry, without waiting; undefined where the directory has to be read. */
  recent(name: string): Value | undefined {
    const kept = this.#kept.get(name);
    if (kept === undefined) return undefined;
    this.#confirm(kept);
    const age = this.#clock.monotonic() - kept.goodAt;
    if (age >= LOOK_AFTER_MS) this.#changes.lookSoon();
    return age < FRESH_MS ? kept.value : undefined;
  }

  /** The entry that was kept last, however old it is. */
  before(name: string): Value | undefined {
    return this.#kept.get(name)?.value;
  }

  /**
   * The entry as the directory has it, or had it within the last minute where it does not answer.
   *
   * @param read Reads it from the directory; undefined where there is none, which is not kept.
   */
  async get(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const recent = this.recent(name);
    if (recent !== undefined) return recent;
    const kept = this.#kept.get(name);
    if (kept === undefined) {
      this.#changes.lookSoon();
      return this.#store(name, read);
    }
    kept.renewing ??= this.#renew(name, kept, read).finally(() => {
      kept.renewing = undefined;
    });
    if (this.#clock.monotonic() - kept.goodAt >= KNOWN_MS) return kept.renewing;
    return orAfter(kept.renewing, this.#changes.timeoutMs, kept.value);
  }

  async #renew(
    name: string,
    kept: Kept<Value>,
    read: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    await this.#changes.look();
    return this.#confirm(kept) ? kept.value : this.#store(name, read);
  }

  async #store(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    // Both before the read: a change in between makes the entry look older than it is.
    const { number } = this.#changes;
    const goodAt = this.#clock.monotonic();
    const value = await read();
    this.#kept.delete(name);
    if (value === undefined) return undefined;
    this.#kept.set(name, { value, number, goodAt, renewing: undefined });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#mostEntries) break;
      this.#kept.delete(oldest);
    }
    return value;
  }

  /** Whether nothing has changed between the read of an entry and the last look. */
  #confirm(kept: Kept<Value>): boolean {
    const { number, lookedAt } = this.#changes;
    if (number === undefined || number !== kept.number) return false;
    kept.goodAt = Math.max(kept.goodAt, lookedAt);
    return true;
  }
}

/** The answer, or `known` when it fails or takes too long. */
function orAfter<Value>(
  answer: Promise<Value | undefined>,
  ms: number,
  known: Value,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    // An answer that lies there unread, as this process was busy, is read before it counts as late.
    const timer = setTimeout(() => setImmediate(() => resolve(known)), ms);
    answer
      .catch(() => known)
      .then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
  });
}
