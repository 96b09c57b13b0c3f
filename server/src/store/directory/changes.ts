import type { Clock } from '../../lib/clock.js';

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
