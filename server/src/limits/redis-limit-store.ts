import type { Clock } from '../lib/clock.js';
import type { LimitStore } from './limit-store.js';
import { RedisCounters } from './redis-counters.js';
import { RedisFailedAttempts } from './redis-failed-attempts.js';
import { RedisLink, type RedisLinkOptions } from './redis-link.js';
import { RedisLoginAttempts } from './redis-login-attempts.js';

/**
 * The limits that all processes of an installation keep together, in Redis.
 *
 * @param options.time Replaces Redis' time in tests that control time.
 */
export function limitsInRedis(
  options: RedisLinkOptions & { readonly clock: Clock; readonly time?: Clock },
): LimitStore {
  const { clock, time } = options;
  const link = new RedisLink(options);
  const counters = new RedisCounters(link, clock, time);
  return {
    counters,
    logins: new RedisLoginAttempts(link, clock, time === undefined ? {} : { time }),
    failedAttempts: (kind, perMinute) =>
      new RedisFailedAttempts(link, kind, perMinute, clock, time),
    kept: () => (link.there ? 'shared' : 'fallback'),
    start: () => link.start(),
    async close() {
      await counters.close();
      await link.close();
    },
  };
}
