import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.js';
import type { RedisLink, Script } from './redis-link.js';
import { TIME } from './redis-scripts.js';

/** How many wrong passwords cause no wait, as people mistype (R158). */
export const FREE_FAILURES = 5;

/** The wait after the next one, in milliseconds; it doubles with each further one. */
export const FIRST_WAIT_MS = 1_000;

/** The longest wait: a stranger who guesses must not lock a member out for good. */
export const LONGEST_WAIT_MS = 15 * 60_000;

/** Failures are forgotten after a day without one. */
export const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

/** The most addresses that are remembered, some 2 MB. */
const MOST_REMEMBERED = 10_000;

interface Failures {
  count: number;
  /** Monotonic times. */
  lastAt: number;
  heardFrom: number;
}

/** An attempt that was admitted. It counts as failed unless one of these is called. */
export interface Attempt {
  /** The password was right: earlier failures are forgotten. */
  succeeded(): Promise<void>;
  /** The password could not be checked: the attempt does not count. */
  withdrawn(): Promise<void>;
}

/**
 * Slows down guesses at the password of one member. Failures count by tenant and email address,
 * registered or not, so that waits do not reveal who is registered. The store keeps a hash of both;
 * when it is full, it drops the one untouched for longest.
 *
 * The interface has twins, in the process and shared by several processes;
 * `test/limits/login-attempts.test.ts` runs on both.
 */
export interface LoginAttempts {
  /**
   * Begins an attempt. It counts as failed at once, so that parallel attempts gain nothing.
   *
   * @param tenant The tenant's name.
   * @param emailKey The address in lower case.
   * @returns Undefined while the address has to wait: then no password may be checked.
   */
  begin(tenant: string, emailKey: string): Promise<Attempt | undefined>;
  /** Forgets the failures of an address whose password was replaced. */
  forget(tenant: string, emailKey: string): Promise<void>;
}

/** {@link LoginAttempts} inside this process. */
export class MemoryLoginAttempts implements LoginAttempts {
  readonly #clock: Clock;
  readonly #failures: LRUCache<string, Failures>;

  constructor(clock: Clock, mostRemembered = MOST_REMEMBERED) {
    this.#clock = clock;
    this.#failures = new LRUCache({ max: mostRemembered });
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#failures.size;
  }

  begin(tenant: string, emailKey: string): Promise<Attempt | undefined> {
    const name = nameOf(tenant, emailKey);
    const now = this.#clock.monotonic();
    const admitted = now >= this.#current(name, now).heardFrom;
    return Promise.resolve(admitted ? this.count(name) : undefined);
  }

  async forget(tenant: string, emailKey: string): Promise<void> {
    this.#failures.delete(nameOf(tenant, emailKey));
  }

  /**
   * Counts an attempt that was admitted, here or by Redis. @param name As {@link nameOf} returns it.
   */
  count(name: string): Attempt {
    const now = this.#clock.monotonic();
    const failures = this.#current(name, now);
    failures.count += 1;
    failures.lastAt = now;
    failures.heardFrom = now + waitAfter(failures.count);
    this.#failures.set(name, failures);
    return {
      succeeded: async () => {
        this.#failures.delete(name);
      },
      withdrawn: async () => {
        failures.count -= 1;
        failures.heardFrom = now;
      },
    };
  }

  #current(name: string, now: number): Failures {
    // Only an attempt keeps a name: an address that has to wait is not touched.
    const existing = this.#failures.peek(name);
    return existing !== undefined && now - existing.lastAt < FORGOTTEN_AFTER_MS
      ? existing
      : { count: 0, lastAt: now, heardFrom: now };
  }
}

/** The name of a member in this store, from which no address can be read. */
function nameOf(tenant: string, emailKey: string): string {
  return createHash('sha256').update(`${tenant}\0${emailKey}`).digest('base64');
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  // A power that overflows is Infinity, and so beyond the longest wait.
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
}

/**
 * Counts an attempt if the address need not wait.
 *
 * Keys: the failures of one address (a hash of their number, the time of the last one, and the time
 * from which the next is admitted, in milliseconds), the addresses in the order of their last attempts.
 * Arguments: time or '', name of the address, prefix of the first key, most addresses. Answer: 1
 * admitted, 0 not.
 */
const BEGIN = `${TIME}
-- Whole milliseconds, rounded down: what is stored must not lie ahead of the time it was read at.
local now = math.floor(current(ARGV[1]) / 1000)
local known = redis.call('HMGET', KEYS[1], 'count', 'last', 'from')
local count, last = tonumber(known[1] or '0'), tonumber(known[2] or '0')
-- No wait outlasts the longest, even if the clock was set back.
local from = math.min(tonumber(known[3] or '0'), now + ${LONGEST_WAIT_MS})
if now - last >= ${FORGOTTEN_AFTER_MS} then count, from = 0, now end
if now < from then return 0 end
count = count + 1
local wait = 0
if count >= ${FREE_FAILURES} then
  wait = math.min(${FIRST_WAIT_MS} * 2 ^ math.min(count - ${FREE_FAILURES}, 20), ${LONGEST_WAIT_MS})
end
redis.call('HSET', KEYS[1], 'count', text(count), 'last', text(now), 'from', text(now + wait))
redis.call('PEXPIRE', KEYS[1], ${FORGOTTEN_AFTER_MS})
redis.call('ZADD', KEYS[2], text(now), ARGV[2])
redis.call('PEXPIRE', KEYS[2], ${FORGOTTEN_AFTER_MS})
if redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[4]) then
  redis.call('DEL', ARGV[3] .. redis.call('ZPOPMIN', KEYS[2])[1])
end
return 1
`;

/** Takes one failure back. Keys: those of {@link BEGIN}. Argument: time or ''. */
const WITHDRAW = `${TIME}
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HINCRBY', KEYS[1], 'count', -1)
redis.call('HSET', KEYS[1], 'from', text(math.floor(current(ARGV[1]) / 1000)))
`;

/**
 * {@link LoginAttempts} that several processes share through one Redis, so that more processes allow no
 * more guesses. While it is away each process counts by itself, starting with the failures that it has
 * seen.
 */
export class RedisLoginAttempts implements LoginAttempts {
  readonly #link: RedisLink;
  readonly #local: MemoryLoginAttempts;
  readonly #time: Clock | undefined;
  readonly #mostRemembered: number;
  readonly #begin: Script;
  readonly #withdraw: Script;

  /** @param clock This process' own time. @param options.time Replaces Redis' time in tests that control time. */
  constructor(
    link: RedisLink,
    clock: Clock,
    options: { readonly time?: Clock; readonly mostRemembered?: number } = {},
  ) {
    this.#link = link;
    this.#local = new MemoryLoginAttempts(clock);
    this.#time = options.time;
    this.#mostRemembered = options.mostRemembered ?? MOST_REMEMBERED;
    this.#begin = link.script('porticoBeginLogin', BEGIN, 2);
    this.#withdraw = link.script('porticoWithdrawLogin', WITHDRAW, 2);
  }

  async begin(tenant: string, emailKey: string): Promise<Attempt | undefined> {
    const name = nameOf(tenant, emailKey);
    const [key, index] = this.#keys(name);
    const admitted = await this.#link.run(() =>
      this.#begin(key, index, this.#now(), name, this.#link.key('login:'), this.#mostRemembered),
    );
    if (admitted === undefined) return this.#local.begin(tenant, emailKey);
    if (admitted === 0) return undefined;
    const here = this.#local.count(name);
    return {
      succeeded: async () => {
        await here.succeeded();
        await this.#remove(name);
      },
      withdrawn: async () => {
        await here.withdrawn();
        await this.#link.run(() => this.#withdraw(key, index, this.#now()));
      },
    };
  }

  async forget(tenant: string, emailKey: string): Promise<void> {
    await this.#local.forget(tenant, emailKey);
    await this.#remove(nameOf(tenant, emailKey));
  }

  async #remove(name: string): Promise<void> {
    const [key, index] = this.#keys(name);
    await this.#link.run((redis) => Promise.all([redis.del(key), redis.zrem(index, name)]));
  }

  #keys(name: string): [key: string, index: string] {
    return [this.#link.key(`login:${name}`), this.#link.key('logins')];
  }

  /** Time in microseconds for the scripts; empty for Redis' own. */
  #now(): string {
    return this.#time === undefined ? '' : `${Math.round(this.#time.monotonic() * 1000)}`;
  }
}
