import type { Clock } from '../lib/clock.js';
import {
  type Attempt,
  FIRST_WAIT_MS,
  FORGOTTEN_AFTER_MS,
  FREE_FAILURES,
  LONGEST_WAIT_MS,
  type LoginAttempts,
  MemoryLoginAttempts,
  MOST_REMEMBERED,
  nameOf,
} from './login-attempts.js';
import type { RedisLink, Script } from './redis-link.js';
import { TIME } from './redis-scripts.js';

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

  /**
   * @param clock This process' own time, for what it counts by itself.
   * @param options.time Replaces Redis' time in tests that control time.
   */
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
    const [key, index] = [this.#link.key(`login:${name}`), this.#link.key('logins')];
    const admitted = await this.#link.run(() =>
      this.#begin(key, index, this.#now(), name, this.#link.key('login:'), this.#mostRemembered),
    );
    if (admitted === undefined) return this.#local.begin(tenant, emailKey);
    if (admitted === 0) return undefined;
    const here = this.#local.count(name);
    return {
      succeeded: async () => {
        await here.succeeded();
        await this.#link.run((redis) => Promise.all([redis.del(key), redis.zrem(index, name)]));
      },
      withdrawn: async () => {
        await here.withdrawn();
        await this.#link.run(() => this.#withdraw(key, index, this.#now()));
      },
    };
  }

  /** Time in microseconds for the scripts; empty for Redis' own. */
  #now(): string {
    return this.#time === undefined ? '' : `${Math.round(this.#time.monotonic() * 1000)}`;
  }
}
