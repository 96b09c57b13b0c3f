import type { Clock } from '../lib/clock.js';
import { type FailedAttempts, MemoryFailedAttempts, MINUTE_MS } from './failed-attempts.js';
import type { RedisLink, Script } from './redis-link.js';
import { TAKE } from './redis-scripts.js';

/**
 * {@link FailedAttempts} that several processes share through one Redis. While it is away each process
 * counts by itself, starting with the attempts that it has seen.
 */
export class RedisFailedAttempts implements FailedAttempts {
  readonly perMinute: number;
  readonly #kind: string;
  readonly #link: RedisLink;
  readonly #local: MemoryFailedAttempts;
  readonly #time: Clock | undefined;
  readonly #script: Script;
  #taken = 0;

  /**
   * @param kind Names it among the other counters in one Redis.
   * @param clock This process' own time, for what it counts by itself.
   * @param time Replaces Redis' time in tests that control time.
   */
  constructor(link: RedisLink, kind: string, perMinute: number, clock: Clock, time?: Clock) {
    this.perMinute = perMinute;
    this.#kind = kind;
    this.#link = link;
    this.#local = new MemoryFailedAttempts(perMinute, clock);
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
      this.#script(key, time, MINUTE_MS * 1000, this.perMinute, id),
    );
    return waitUs === undefined ? undefined : Number(waitUs) / 1000;
  }
}
