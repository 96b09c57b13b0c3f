import type { Clock } from '../lib/clock.js';
import type { Counters } from './counters.js';
import { type FailedAttempts, FailedAttemptsInProcess } from './failed-attempts.js';
import { type LoginAttempts, MemoryLoginAttempts } from './login-attempts.js';
import { MemoryCounters } from './memory.js';

/**
 * Where limits are kept at present: `process` in the one process there is; `shared` in the Redis of
 * all processes; `fallback` in each process by itself, as that Redis is away.
 */
export type Keeping = 'process' | 'shared' | 'fallback';

/** Everything that limits how often something may be done, kept in one place. */
export interface LimitStore {
  /** Calls of keys. */
  readonly counters: Counters;
  /** Passwords of members. */
  readonly logins: LoginAttempts;
  /** Failed attempts of one kind, by their source. */
  failedAttempts(kind: string, perMinute: number): FailedAttempts;
  kept(): Keeping;
  /** Connects to what is shared; before it each process counts by itself. Never rejects. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The limits of an installation that is one process. */
export function limitsInProcess(clock: Clock): LimitStore {
  const counters = new MemoryCounters(clock);
  return {
    counters,
    logins: new MemoryLoginAttempts(clock),
    failedAttempts: (_kind, perMinute) => new FailedAttemptsInProcess(perMinute, clock),
    kept: () => 'process',
    start: async () => {},
    close: () => counters.close(),
  };
}
