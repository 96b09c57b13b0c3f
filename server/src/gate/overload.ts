import type { Clock } from '../lib/clock.js';
import { FairShare } from './fair-share.js';
import { type Refusal, refusals, retryAfter } from './refusals.js';

/** How often the event loop is asked for how late it is, while calls come, in milliseconds. */
const TICK_MS = 20;

/** How often the share is adjusted, in milliseconds. */
const ADJUST_MS = 50;

/** The process is behind when its event loop is later than this, in milliseconds, */
const LATE_MS = 12;

/**
 * and so large a part of its time at work. One that has time left is late because other processes have the
 * processor: to refuse calls would not make it faster.
 */
const AT_WORK = 0.9;

/** Or when work waits longer than this for a connection to a database. */
const WAIT_MS = 100;

/** Or when a call takes longer than this, by how many are under way and how many end in a second. */
const TAKES_MS = 1_000;

/** With fewer calls under way than these, the last one says nothing: a slow database is no overload. */
const FEW_UNDER_WAY = 100;

/** A process that is late with fewer calls than these in a second is late for another reason. */
const FEW_CALLS = 3;

/**
 * Fewer callers than these are never refused: what they may have under way, three calls each, is worked off
 * soon, even where the processor belongs to other programs for most of the time.
 */
const FEW_CALLERS = 24;

/** There are never more calls under way. */
const MOST_UNDER_WAY = 1_000;

/** The pressure has to last for so many adjustments: one pause of the garbage collector is no overload. */
const PERSISTS = 2;

/** The part of the calls that is let in at first, once the process is behind. */
const FIRST_PART = 0.7;

/** No share is smaller, in calls a second, */
const LEAST_SHARE = 0.1;

/** nor than this part of what the process has done lately, divided by the callers. */
const LEAST_PART = 0.4;

/** How strongly the share follows the pressure, and how strongly the change of the pressure (a PI controller). */
const BY_PRESSURE = 0.1;
const BY_CHANGE = 0.3;

/** The most that one adjustment changes the share. */
const MOST_RISE = 1.15;
const MOST_FALL = 0.8;

/** So long after the last refusal all calls are let in again, in milliseconds. */
const CALM_MS = 1_000;

/** How far back calls count, in milliseconds. */
const LATELY_MS = 1_000;

/** The longest that a refused caller is advised to wait, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;

/** A call that was let in. */
export interface CallUnderWay {
  /** The call is within the limits of its key: it is work, and not about to be refused. */
  works(): void;
  /** The call has ended. Calling it again does nothing; it needs no `this`. */
  readonly end: () => void;
}

/** What an {@link Overload} works with. */
export interface OverloadOptions {
  readonly clock: Clock;
  /** Runs something later, by the same clock. */
  readonly after: (ms: number, run: () => void) => void;
  /** Which part of the time since the last question the event loop was at work, from 0 to 1. */
  readonly utilization: () => number;
  /** How much work waits for a connection to a database. */
  readonly waiting: () => number;
  /** How many callers have to call before any is refused for the load; 24 unless a test needs fewer. */
  readonly fewCallers?: number;
  /** Hears when calls begin to be refused, and when that ends. */
  readonly onChange?: (refuses: boolean) => void;
}

/**
 * Decides which calls one process can answer in time. While it keeps up it lets every call in. When it is
 * behind, each caller has the same share of calls a second, and calls beyond the share are refused. The share is
 * adjusted so that the process is just not behind. Each process judges its own load.
 */
export class Overload {
  readonly #options: OverloadOptions;
  readonly #callers = new FairShare();
  /** The calls a second that each caller may have; Infinity while the process keeps up. */
  #share = Number.POSITIVE_INFINITY;
  /** 1 is as much as the process can do in time. */
  #pressure = 0;
  #persisted = 0;
  /** When the next tick is due, and how late the last one was. */
  #dueAt: number | undefined;
  #lateMs = 0;
  #adjustedAt = 0;
  #refusedAt = 0;
  #underWay = 0;
  /** Calls since the last adjustment: all of them, and those that have ended. */
  #calls = 0;
  #ended = 0;
  /** The same, and milliseconds in which there was work, of about the last second. */
  #callsLately = 0;
  #endedLately = 0;
  #busyMs = 0;

  constructor(options: OverloadOptions) {
    this.#options = options;
  }

  /** How much is wanted of the process; 1 is as much as it can do in time. */
  get pressure(): number {
    return this.#pressure;
  }

  /** How many calls are under way. */
  get underWay(): number {
    return this.#underWay;
  }

  /** How many callers have a share of their own. */
  get remembered(): number {
    return this.#callers.size;
  }

  /** Whether calls are being refused. */
  get refuses(): boolean {
    return this.#share !== Number.POSITIVE_INFINITY;
  }

  /** Gives a caller a share of its own. Until then it has one with all others that are not known. */
  remember(caller: string): void {
    this.#callers.remember(caller);
  }

  /** Counts a call. @returns Its refusal, where the process cannot answer it in time. */
  refusal(caller: string): Refusal | undefined {
    const now = this.#options.clock.monotonic();
    this.#arm(now);
    if (now - this.#adjustedAt >= ADJUST_MS) this.#adjust(now);
    this.#calls += 1;
    const within = this.#callers.isWithin(this.#share, caller, now);
    if (within && this.#underWay < MOST_UNDER_WAY) return undefined;
    this.#refusedAt = now;
    const waitMs = Math.min(LONGEST_WAIT_MS, 1000 / this.#share);
    return retryAfter(within ? refusals.busyCalls : refusals.busyShare, waitMs);
  }

  /** A call is under way, until it has ended. */
  begin(): CallUnderWay {
    let state: 'enters' | 'works' | 'ended' = 'enters';
    this.#underWay += 1;
    return {
      works: () => {
        if (state === 'enters') state = 'works';
      },
      end: () => {
        if (state === 'ended') return;
        if (state === 'works') this.#ended += 1;
        state = 'ended';
        this.#underWay -= 1;
      },
    };
  }

  #arm(now: number): void {
    if (this.#dueAt !== undefined) return;
    this.#dueAt = now + TICK_MS;
    this.#options.after(TICK_MS, () => this.#tick());
  }

  #tick(): void {
    const now = this.#options.clock.monotonic();
    this.#lateMs = now - (this.#dueAt ?? now);
    this.#dueAt = undefined;
    const idle = this.#calls === 0 && this.#underWay === 0 && !this.refuses;
    if (now - this.#adjustedAt >= ADJUST_MS) this.#adjust(now);
    if (!idle) this.#arm(now);
  }

  #adjust(now: number): void {
    this.#countLately(now - this.#adjustedAt);
    this.#adjustedAt = now;
    const before = this.#pressure;
    this.#pressure = this.#pressureAt(now);
    this.#persisted = this.#pressure > 1 ? this.#persisted + 1 : 0;
    if (!this.refuses) {
      if (this.#persisted < PERSISTS) return;
      this.#share = this.#atLeast(this.#callers.shareFor(FIRST_PART, now));
      this.#refusedAt = now;
      this.#options.onChange?.(true);
    } else if (this.#pressure <= 1 && now - this.#refusedAt >= CALM_MS) {
      this.#share = Number.POSITIVE_INFINITY;
      this.#options.onChange?.(false);
    } else {
      const change = BY_PRESSURE * (1 - this.#pressure) + BY_CHANGE * (before - this.#pressure);
      const factor = Math.min(MOST_RISE, Math.max(MOST_FALL, Math.exp(change)));
      this.#share = this.#atLeast(this.#share * factor);
    }
  }

  #atLeast(share: number): number {
    const perSecond = (1000 * this.#endedLately) / Math.max(1, this.#busyMs);
    return Math.max(LEAST_SHARE, (LEAST_PART * perSecond) / this.#callers.active, share);
  }

  #pressureAt(now: number): number {
    const atWork = this.#options.utilization() >= AT_WORK;
    if (Math.max(this.#callsLately, this.#underWay) < FEW_CALLS) return 0;
    if (this.#callers.crowd(now) < (this.#options.fewCallers ?? FEW_CALLERS)) return 0;
    // A tick that is due and has not come says more than the one before.
    const lateMs = Math.max(this.#lateMs, now - (this.#dueAt ?? now));
    const msForEach = this.#endedLately === 0 ? 0 : this.#busyMs / this.#endedLately;
    const waitMs = this.#options.waiting() * msForEach;
    const takesMs = this.#underWay < FEW_UNDER_WAY ? 0 : this.#underWay * msForEach;
    return Math.max(atWork ? lateMs / LATE_MS : 0, waitMs / WAIT_MS, takesMs / TAKES_MS);
  }

  /** Idle time does not count: what matters is how much the process does when there is work. */
  #countLately(ms: number): void {
    const fading = Math.exp(-ms / LATELY_MS);
    this.#callsLately = this.#callsLately * fading + this.#calls;
    if (this.#calls + this.#ended + this.#underWay > 0) {
      this.#busyMs = this.#busyMs * fading + ms;
      this.#endedLately = this.#endedLately * fading + this.#ended;
    }
    this.#calls = 0;
    this.#ended = 0;
  }
}
