import { createHash } from 'node:crypto';
import type { Clock } from '../lib/clock.js';

/** How many wrong passwords cause no wait, as people mistype (R158). */
export const FREE_FAILURES = 5;

/** The wait after the next one, in milliseconds; it doubles with each further one. */
export const FIRST_WAIT_MS = 1_000;

/** The longest wait: a stranger who guesses must not lock a member out for good. */
export const LONGEST_WAIT_MS = 15 * 60_000;

/** Failures are forgotten after a day without one. */
export const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

/** The most addresses that are remembered, some 2 MB. */
export const MOST_REMEMBERED = 10_000;

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
 * `test/passwords/login-attempts.test.ts` runs on both.
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
}

/** {@link LoginAttempts} inside this process. */
export class MemoryLoginAttempts implements LoginAttempts {
  readonly #clock: Clock;
  readonly #mostRemembered: number;
  /** The one untouched for longest first. */
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Clock, mostRemembered = MOST_REMEMBERED) {
    this.#clock = clock;
    this.#mostRemembered = mostRemembered;
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

  /**
   * Counts an attempt that was admitted, here or by Redis. @param name As {@link nameOf} returns it.
   */
  count(name: string): Attempt {
    const now = this.#clock.monotonic();
    const failures = this.#current(name, now);
    failures.count += 1;
    failures.lastAt = now;
    failures.heardFrom = now + waitAfter(failures.count);
    this.#failures.delete(name);
    this.#failures.set(name, failures);
    this.#forgetOldest();
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
    const existing = this.#failures.get(name);
    return existing !== undefined && now - existing.lastAt < FORGOTTEN_AFTER_MS
      ? existing
      : { count: 0, lastAt: now, heardFrom: now };
  }

  #forgetOldest(): void {
    if (this.#failures.size <= this.#mostRemembered) return;
    for (const oldest of this.#failures.keys()) {
      this.#failures.delete(oldest);
      break;
    }
  }
}

/** The name of a member in this store, from which no address can be read. */
export function nameOf(tenant: string, emailKey: string): string {
  return createHash('sha256').update(`${tenant}\0${emailKey}`).digest('base64');
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  // A power that overflows is Infinity, and so beyond the longest wait.
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
}
