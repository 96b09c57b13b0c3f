import type { Config } from '../../../src/config/config.js';

/** What the tests and the servers behind the load balancer say to each other. */

/** The host name under which a server is told what to open and to close. */
export const CONTROL_HOST = 'control.invalid';

/** Carries the suite's clock, as JSON. */
export const CLOCK_HEADER = 'x-test-clock';

/** Where a suite's clock stands. */
export interface SuiteClock {
  readonly now: number;
  readonly monotonic: number;
}

/** What a server needs to know to serve one more suite. */
export interface OpenSuite {
  readonly config: Config;
  /** Base64, as JSON has no bytes. */
  readonly secretKey: string;
  readonly clock: SuiteClock;
}

/** The servers of the run. */
export interface Balanced {
  /** Where nginx listens. */
  readonly balancer: string;
  /** Where each server does. */
  readonly servers: readonly string[];
}

/** The servers that `npm test -- --balanced` has started; undefined in a run without. */
export function balancedServers(): Balanced | undefined {
  const told = process.env.PORTICO_TEST_BALANCED;
  return told === undefined || told === '' ? undefined : JSON.parse(told);
}
