import type { Clock } from '../lib/clock.js';

/** How much one subject may do. */
export interface Limits {
  /** Calls admitted in any sliding second, at least 1. */
  readonly perSecond: number;
  /** Calls under way at once, at least 1. */
  readonly inFlight: number;
}

/** What a subject could still do at the moment of the answer; never below 0. */
export interface Remaining {
  readonly perSecond: number;
  readonly inFlight: number;
}

/** Whether a call is admitted. */
export type Admission =
  | {
      readonly admitted: true;
      /** What is left after this call. */
      readonly remaining: Remaining;
      /** Gives the slot back; again, or after the lease has ended, it does nothing. It needs no `this` and never throws. */
      readonly release: () => void;
    }
  | {
      readonly admitted: false;
      /** `rate` when the second is full, whether or not the slots are too. */
      readonly reason: 'rate' | 'simultaneous';
      /**
       * Milliseconds to wait before the next try, above 0. Exact for `rate`; {@link SLOT_RETRY_MS} for
       * `simultaneous`, as nobody knows when a call under way will end.
       */
      readonly retryAfterMs: number;
      readonly remaining: Remaining;
    };

/**
 * Counts calls per subject: how many in any sliding second, how many at once.
 *
 * The interface has twins, one in the process and one that several processes share;
 * `test/limits/contract.test.ts` runs on each. Every twin keeps this:
 * - no half-open interval of 1000 ms holds more than `perSecond` admitted calls of a subject;
 * - a refused call leaves no trace: it neither counts nor holds a slot;
 * - both limits are checked and both counts taken in one step, so that two calls cannot both take the
 *   last place;
 * - a slot that nobody gives back becomes free after {@link LEASE_MS};
 * - a subject with nothing counted soon takes no memory.
 *
 * R55.
 */
export interface Counters {
  /**
   * @param subject Who is counted, chosen by the server and never by the caller.
   * @param limits What holds from this call on. When they change, calls that were counted still count.
   */
  admit(subject: string, limits: Limits): Admission | Promise<Admission>;
  /** Releases what the implementation holds. */
  close(): Promise<void>;
}

/** Length of the sliding window in milliseconds. */
export const WINDOW_MS = 1000;

/** The longest that a slot is held, in milliseconds (R55). */
export const LEASE_MS = 60_000;

/** When to try again after a refusal for want of a slot, in milliseconds. */
export const SLOT_RETRY_MS = 1000;

interface Lease {
  /** The monotonic time from which the slot counts as free. */
  readonly endsAt: number;
}

interface Subject {
  readonly window: SlidingWindow;
  /** Calls under way, oldest first; hardly more than `inFlight`, so a search is cheap. */
  leases: Lease[];
}

/** How many other subjects each call checks, to drop the idle ones. */
const SWEEP_PER_CALL = 2;

/**
 * {@link Counters} inside this process: enough for an installation of one process.
 *
 * Nothing here runs on a timer. A lease that has ended is noticed at the next call of its subject, and
 * each call checks two other subjects in turn and drops those with nothing counted, so that the table
 * shrinks as fast as it grows.
 */
export class MemoryCounters implements Counters {
  readonly #clock: Clock;
  readonly #subjects = new Map<string, Subject>();
  /** The subjects that are checked next. To begin at the first one each time would pass the places of removed ones. */
  #round = this.#subjects.entries();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many subjects are remembered. */
  get size(): number {
    return this.#subjects.size;
  }

  close(): Promise<void> {
    this.#subjects.clear();
    return Promise.resolve();
  }

  admit(name: string, limits: Limits): Admission {
    const now = this.#clock.monotonic();
    const subject = this.#current(name, limits, now);

    const waitMs = subject.window.waitMs(now);
    if (waitMs > 0) {
      const remaining = { perSecond: 0, inFlight: left(limits.inFlight, subject.leases.length) };
      return { admitted: false, reason: 'rate', retryAfterMs: waitMs, remaining };
    }
    if (subject.leases.length >= limits.inFlight) {
      const perSecond = left(limits.perSecond, subject.window.used(now));
      const remaining = { perSecond, inFlight: 0 };
      return { admitted: false, reason: 'simultaneous', retryAfterMs: SLOT_RETRY_MS, remaining };
    }

    const release = hold(subject, now);
    return {
      admitted: true,
      remaining: {
        perSecond: left(limits.perSecond, subject.window.used(now)),
        inFlight: left(limits.inFlight, subject.leases.length),
      },
      release,
    };
  }

  /** Counts a call that Redis has admitted, whatever the limits are. @returns Gives its slot back. */
  count(name: string, limits: Limits): () => void {
    const now = this.#clock.monotonic();
    return hold(this.#current(name, limits, now), now);
  }

  /** The subject without ended calls. */
  #current(name: string, limits: Limits, now: number): Subject {
    this.#sweep(now);
    const subject = this.#subject(name, limits);
    dropEnded(subject, now);
    return subject;
  }

  #subject(name: string, limits: Limits): Subject {
    const existing = this.#subjects.get(name);
    if (existing !== undefined) {
      existing.window.setLimit(limits.perSecond);
      return existing;
    }
    const fresh = { window: new SlidingWindow(limits.perSecond, WINDOW_MS), leases: [] };
    this.#subjects.set(name, fresh);
    return fresh;
  }

  #sweep(now: number): void {
    for (let looked = 0; looked < SWEEP_PER_CALL; looked += 1) {
      let next = this.#round.next();
      if (next.done === true) {
        this.#round = this.#subjects.entries();
        next = this.#round.next();
        if (next.done === true) return;
      }
      const [name, subject] = next.value;
      dropEnded(subject, now);
      if (subject.leases.length === 0 && subject.window.isIdle(now)) this.#subjects.delete(name);
    }
  }
}

/** Counts a call in the second and gives it a slot. @returns Gives the slot back. */
function hold(subject: Subject, now: number): () => void {
  subject.window.add(now);
  const lease: Lease = { endsAt: now + LEASE_MS };
  subject.leases.push(lease);
  return () => {
    const at = subject.leases.indexOf(lease);
    if (at !== -1) subject.leases.splice(at, 1);
  };
}

function dropEnded(subject: Subject, now: number): void {
  if (subject.leases.length === 0 || (subject.leases[0]?.endsAt ?? 0) > now) return;
  subject.leases = subject.leases.filter((lease) => lease.endsAt > now);
}

function left(limit: number, used: number): number {
  return Math.max(0, limit - used);
}

/**
 * Allows at most `limit` events in any half-open interval of `spanMs` milliseconds, exactly.
 *
 * It keeps the times of the last events in a ring of at least `limit` places. A new event fits if fewer
 * than `limit` are kept, or if the `limit`-th newest lies a whole span back. Two half-filled buckets would
 * be smaller, but would let through up to twice the limit around their border.
 *
 * Times are milliseconds of a clock that never moves backwards.
 */
export class SlidingWindow {
  #times: Float64Array;
  #limit: number;
  readonly #spanMs: number;
  /** The index of the next event; in a full ring also that of the oldest. */
  #next = 0;
  #count = 0;

  constructor(limit: number, spanMs: number) {
    this.#times = new Float64Array(limit);
    this.#limit = limit;
    this.#spanMs = spanMs;
  }

  /**
   * Holds the window to another limit. The events that were counted still count. The ring only grows: a
   * limit that is lowered and raised again within a span would otherwise forget events in between.
   */
  setLimit(limit: number): void {
    if (limit > this.#times.length) {
      const times = new Float64Array(limit);
      for (let index = 0; index < this.#count; index += 1) {
        times[index] = this.#back(this.#count - index);
      }
      this.#times = times;
      this.#next = this.#count;
    }
    this.#limit = limit;
  }

  /** Milliseconds until one more event fits: 0 if it fits now. */
  waitMs(now: number): number {
    if (this.#count < this.#limit) return 0;
    return Math.max(0, this.#spanMs - (now - this.#back(this.#limit)));
  }

  /** Counts an event; the caller has checked {@link waitMs} at the same `now`. */
  add(now: number): void {
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#times.length;
    if (this.#count < this.#times.length) this.#count += 1;
  }

  /** How many events lie less than a span back. */
  used(now: number): number {
    for (let back = 1; back <= this.#count; back += 1) {
      // Events are in the order of their times, so the first old one ends the search.
      if (now - this.#back(back) >= this.#spanMs) return back - 1;
    }
    return this.#count;
  }

  /** Whether no event lies less than a span back. */
  isIdle(now: number): boolean {
    return this.used(now) === 0;
  }

  /** The time of an event; 1 is the newest. */
  #back(back: number): number {
    const size = this.#times.length;
    return this.#times[(this.#next - back + size) % size] ?? 0;
  }
}
