import type { Clock } from '../lib/clock.js';
import { type MakeAttemptLimit, MemoryAttemptLimit, RedisAttemptLimit } from './attempt-limit.js';
import { type Counters, MemoryCounters } from './counters.js';
import { type LoginAttempts, MemoryLoginAttempts, RedisLoginAttempts } from './login-attempts.js';
import { RedisCounters } from './redis-counters.js';
import type { RedisLinkOptions } from './redis-link.js';

/** Where limits are kept: in the only process, in the Redis of all, or in each process while that is away. */
export type Keeping = 'process' | 'shared' | 'fallback';

/** All limits of how often something may be done, kept in one place. */
export interface LimitStore {
  readonly counters: Counters;
  readonly logins: LoginAttempts;
  /** Failed attempts of one kind, by source. */
  readonly attemptLimit: MakeAttemptLimit;
  kept(): Keeping;
  /** Connects to Redis; before that, each process counts by itself. Never rejects. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export function limitsInProcess(clock: Clock): LimitStore {
  const counters = new MemoryCounters(clock);
  return {
    counters,
    logins: new MemoryLoginAttempts(clock),
    attemptLimit: (_kind, limit, windowMs) =>
      new MemoryAttemptLimit(limit, clock, undefined, windowMs),
    kept: () => 'process',
    start: async () => {},
    close: () => counters.close(),
  };
}

/** The limits that all processes keep together, in Redis. @param options.time Replaces its time in tests. */
export async function limitsInRedis(
  options: RedisLinkOptions & { readonly clock: Clock; readonly time?: Clock },
): Promise<LimitStore> {
  const { clock, time } = options;
  // Loaded here, as an installation of one process needs no Redis client.
  const { RedisLink } = await import('./redis-link.js');
  const link = new RedisLink(options);
  const counters = new RedisCounters(link, clock, time);
  return {
    counters,
    logins: new RedisLoginAttempts(link, clock, time === undefined ? {} : { time }),
    attemptLimit: (kind, limit, windowMs) =>
      new RedisAttemptLimit(link, kind, limit, clock, time, windowMs),
    kept: () => (link.there ? 'shared' : 'fallback'),
    start: () => link.start(),
    async close() {
      await counters.close();
      await link.close();
    },
  };
}
