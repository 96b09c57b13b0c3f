import type { Clock } from '../lib/clock.js';
import type { Counters } from './counters.js';
import { type FailedAttempts, MemoryFailedAttempts } from './failed-attempts.js';
import { type LoginAttempts, MemoryLoginAttempts } from './login-attempts.js';
import { MemoryCounters } from './memory.js';

/**
 * Where limits are kept: `process`, in the only process; `shared`, in the Redis of all processes;
 * `fallback`, in each process by itself while that Redis is away.
 */
export type Keeping = 'process' | 'shared' | 'fallback';

/** All limits of how often something may be done, kept in one place. */
export interface LimitStore {
  /** The calls of keys. */
  readonly counters: Counters;
  /** The password attempts of members. */
  readonly logins: LoginAttempts;
  /** Failed attempts of one kind, by source. */
  failedAttempts(kind: string, perMinute: number): FailedAttempts;
  kept(): Keeping;
  /** Connects to Redis; before that, each process counts by itself. Never rejects. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The limits of an installation that is one process. */
export function limitsInProcess(clock: Clock): LimitStore {
  const counters = new MemoryCounters(clock);
  return {
    counters,
    logins: new MemoryLoginAttempts(clock),
    failedAttempts: (_kind, perMinute) => new MemoryFailedAttempts(perMinute, clock),
    kept: () => 'process',
    start: async () => {},
    close: () => counters.close(),
  };
}
