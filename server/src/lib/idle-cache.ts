import type { Clock } from './clock.js';

/** How long a value is kept after its last use. */
const IDLE_MS = 5 * 60_000;

interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
  usedAt: number;
}

/**
 * Values that take long to make, by name. Together they are at most so large, but for the newest: the one
 * that was not used for the longest time goes first. One that nobody has used for five minutes is given back.
 */
export class IdleCache<Value> {
  readonly #clock: Clock;
  readonly #most: number;
  /** The longest unused first. */
  readonly #kept = new Map<string, Kept<Value>>();
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param most The size of all values together, in the unit of `keep`. */
  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  get(name: string): Value | undefined {
    this.giveBack();
    const kept = this.#kept.get(name);
    if (kept === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    kept.usedAt = this.#clock.monotonic();
    return kept.value;
  }

  /** Keeps a value in place of an earlier one of this name. */
  keep(name: string, value: Value, size: number): void {
    this.drop(name);
    this.#kept.set(name, { value, size, usedAt: this.#clock.monotonic() });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most || oldest === name) break;
      this.drop(oldest);
    }
    this.#wake();
  }

  drop(name: string): void {
    this.#size -= this.#kept.get(name)?.size ?? 0;
    this.#kept.delete(name);
  }

  /** Gives back what nobody has used for long. */
  giveBack(): void {
    const from = this.#clock.monotonic() - IDLE_MS;
    for (const [name, { usedAt }] of this.#kept) {
      if (usedAt > from) break;
      this.drop(name);
    }
  }

  /** The timer holds no process back from its end. */
  #wake(): void {
    if (this.#timer !== undefined || this.#kept.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.giveBack();
      this.#wake();
    }, IDLE_MS).unref();
  }
}
