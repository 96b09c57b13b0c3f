import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.js';
import { SlidingWindow } from './counters.js';
import type { RedisLink, Script } from './redis-link.js';
import { TAKE } from './redis-scripts.js';

/** How many attempts with unknown keys an address has in a sliding minute. */
export const FAILED_ATTEMPTS_PER_MINUTE = 30;

/** The window in which attempts count, where there is no other. */
const MINUTE_MS = 60_000;

/** The most addresses that are remembered: with 30 times each, some 3 MB. */
const MAX_SOURCES = 10_000;

/**
 * Counts attempts by source, in this process or in all of an installation: those that failed, or those that send email.
 */
export interface AttemptLimit {
  /** How many attempts a source has in a sliding window. */
  readonly limit: number;
  /** Milliseconds until this source may make another attempt: 0 if it may now. */
  waitMs(source: string): number | Promise<number>;
  /** Counts an attempt if the source may make one. @returns {@link waitMs} before the count. */
  take(source: string): number | Promise<number>;
}

/**
 * Makes the counter of one kind of attempts.
 *
 * @param kind Names it.
 * @param limit How many attempts a source has in a sliding window, at least 1.
 * @param windowMs The window; a minute where it is left out.
 */
export type MakeAttemptLimit = (kind: string, limit: number, windowMs?: number) => AttemptLimit;

/**
 * Limits attempts with unknown keys per source address, in this process.
 *
 * It keeps a caller who tries keys, or a website whose key was revoked, from filling the log and having
 * bodies read for nothing. It never stops a valid key: websites share addresses, and a key of 192
 * random bits needs no lock-out against guessing.
 *
 * It counts by address, the one thing about a stranger that the stranger does not choose. When there
 * are too many addresses, the one with the oldest last attempt is forgotten.
 */
export class MemoryAttemptLimit implements AttemptLimit {
  readonly limit: number;
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #sources: LRUCache<string, SlidingWindow>;

  /** @param limit At least 1. */
  constructor(limit: number, clock: Clock, maxSources = MAX_SOURCES, windowMs = MINUTE_MS) {
    this.limit = limit;
    this.#clock = clock;
    this.#sources = new LRUCache({ max: maxSources });
    this.#windowMs = windowMs;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#sources.size;
  }

  waitMs(source: string): number {
    // Only an attempt keeps a source, and no question whether there may be one.
    return this.#sources.peek(source)?.waitMs(this.#clock.monotonic()) ?? 0;
  }

  take(source: string): number {
    const waitMs = this.waitMs(source);
    if (waitMs === 0) this.add(source);
    return waitMs;
  }

  /** Counts an attempt without asking whether the source may make one. */
  add(source: string): void {
    const window = this.#sources.get(source) ?? new SlidingWindow(this.limit, this.#windowMs);
    window.add(this.#clock.monotonic());
    this.#sources.set(source, window);
  }
}

/**
 * {@link AttemptLimit} that several processes share through one Redis. While it is away each process
 * counts by itself, starting with the attempts that it has seen.
 */
export class RedisAttemptLimit implements AttemptLimit {
  readonly limit: number;
  readonly #kind: string;
  readonly #link: RedisLink;
  readonly #local: MemoryAttemptLimit;
  readonly #time: Clock | undefined;
  readonly #windowMs: number;
  readonly #script: Script;
  #taken = 0;

  /**
   * @param kind Names it among the other counters in one Redis.
   * @param clock This process' own time, for what it counts by itself.
   * @param time Replaces Redis' time in tests that control time.
   */
  constructor(
    link: RedisLink,
    kind: string,
    limit: number,
    clock: Clock,
    time?: Clock,
    windowMs = MINUTE_MS,
  ) {
    this.limit = limit;
    this.#windowMs = windowMs;
    this.#kind = kind;
    this.#link = link;
    this.#local = new MemoryAttemptLimit(limit, clock, MAX_SOURCES, windowMs);
    this.#time = time;
    this.#script = link.script('porticoTake', TAKE, 1);
  }

  async waitMs(source: string): Promise<number> {
    return (await this.#ask(source, '')) ?? this.#local.waitMs(source);
  }

  async take(source: string): Promise<number> {
    this.#taken += 1;
    const waitMs = await this.#ask(source, `${this.#link.process}:${this.#taken}`);
    if (waitMs === undefined) return this.#local.take(source);
    if (waitMs === 0) this.#local.add(source);
    return waitMs;
  }

  /** @param id The id of the attempt to count; empty to count none. */
  async #ask(source: string, id: string): Promise<number | undefined> {
    const time = this.#time === undefined ? '' : Math.round(this.#time.monotonic() * 1000);
    const key = this.#link.key(`guesses:${this.#kind}:${source}`);
    const waitUs = await this.#link.run(() =>
      this.#script(key, time, this.#windowMs * 1000, this.limit, id),
    );
    return waitUs === undefined ? undefined : Number(waitUs) / 1000;
  }
}
