import { createHash } from 'node:crypto';
import type { Clock } from '../lib/clock.js';

/** Wrong passwords that nobody has to wait after: people mistype (R158). */
export const FREE_FAILURES = 5;

/** The wait after the next one, in milliseconds; it doubles with each further one. */
export const FIRST_WAIT_MS = 1_000;

/** No wait is longer: a stranger who guesses must not lock a member out for good. */
export const LONGEST_WAIT_MS = 15 * 60_000;

/** A day without a failure, and they are forgotten. */
export const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

/** Addresses remembered at once, some 2 MB. */
export const MOST_REMEMBERED = 10_000;

interface Failures {
  count: number;
  /** Monotonic times. */
  lastAt: number;
  heardFrom: number;
}

/** An attempt that is being heard. It has failed unless something else is said of it. */
export interface Attempt {
  /** The password was right: what came before is forgotten. */
  succeeded(): Promise<void>;
  /** It could not be checked, and counts as never made. */
  withdrawn(): Promise<void>;
}

/**
 * Slows down who guesses the password of one member. Failures count by client and email address, of
 * members and of nobody alike, so that nothing here tells who is registered. What is kept is a hash of
 * both; when there are too many, the one untouched for longest is dropped.
 *
 * One interface with twins, in the process and shared by several processes; the test in
 * `test/passwords/login-attempts.test.ts` runs on both.
 */
export interface LoginAttempts {
  /**
   * Begins an attempt. It counts as failed from here on, so that many at once gain nothing.
   *
   * @param client The client's name.
   * @param emailKey The address in lower case.
   * @returns Undefined while the address has to wait: then nothing is to be checked.
   */
  begin(client: string, emailKey: string): Promise<Attempt | undefined>;
}

/** {@link LoginAttempts} inside this process. */
export class MemoryLoginAttempts implements LoginAttempts {
  readonly #clock: Clock;
  readonly #mostRemembered: number;
  /** The one touched longest ago first. */
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Clock, mostRemembered = MOST_REMEMBERED) {
    this.#clock = clock;
    this.#mostRemembered = mostRemembered;
  }

  /** How many addresses are remembered at present. */
  get size(): number {
    return this.#failures.size;
  }

  begin(client: string, emailKey: string): Promise<Attempt | undefined> {
    const name = nameOf(client, emailKey);
    const now = this.#clock.monotonic();
    const heard = now >= this.#current(name, now).heardFrom;
    return Promise.resolve(heard ? this.count(name) : undefined);
  }

  /** Counts an attempt that was heard, by whoever. @param name As of {@link nameOf}. */
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
    const known = this.#failures.get(name);
    return known !== undefined && now - known.lastAt < FORGOTTEN_AFTER_MS
      ? known
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

/** What a member is called here: nothing that an address could be read from. */
export function nameOf(client: string, emailKey: string): string {
  return createHash('sha256').update(`${client}\0${emailKey}`).digest('base64');
}

function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  // 2^20 seconds are far beyond the longest wait, and no power overflows.
  const doublings = Math.min(failures - FREE_FAILURES, 20);
  return Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS);
}
