import { FairShare } from './fair-share.js';
import { LoopDelay, type LoopDelayOptions, WorkClock } from './loop-delay.js';
import { type Refusal, refusals, retryAfter } from './refusals.js';

/** How often the share is adjusted, in milliseconds. */
const ADJUST_MS = 50;

/** The process is behind if work makes its event loop later than this, in milliseconds, */
const LATE_MS = 12;

/**
 * and busy for this share of its time. A process with idle time is late because other processes use the
 * processor: refused calls would not make it faster.
 */
const AT_WORK = 0.9;

/**
 * and if so many calls come while it is late, are under way, or were refused lately. Fewer are no queue: it is late
 * because one of them took long, or because other programs use the processor.
 */
const QUEUE = 24;

/** Or if work waits longer than this for a connection to a database, in milliseconds. */
const WAIT_MS = 100;

/** Or if a call takes longer than this, by the calls under way and those that end in a second. */
const TAKES_MS = 1_000;

/** With fewer calls under way than this, their time does not count: a slow database is no overload. */
const FEW_UNDER_WAY = 100;

/** A process that is late with fewer calls than this in a second is late for another reason. */
const FEW_CALLS = 3;

/**
 * Fewer callers than this are never refused: their calls, at most three each, are answered soon, even
 * if other programs use most of the processor.
 */
const FEW_CALLERS = 24;

const MOST_UNDER_WAY = 1_000;

/** How many adjustments the pressure has to last: one pause of the garbage collector is no overload. */
const PERSISTS = 2;

/** The part of the calls that is admitted at first when the process is behind. */
const FIRST_PART = 0.7;

/** The smallest share, in calls a second: nobody is advised to wait longer than ten seconds. */
const LEAST_SHARE = 0.1;

/** The smallest share as a part of the process' recent rate, divided by the callers. */
const LEAST_PART = 0.4;

/** How strongly the share follows the pressure and its change (a PI controller). */
const BY_PRESSURE = 0.1;
const BY_CHANGE = 0.3;

/** The most that one adjustment changes the share. */
const MOST_RISE = 1.15;
const MOST_FALL = 0.8;

/** How long after the last refusal all calls are admitted again, in milliseconds. */
const CALM_MS = 1_000;

/** The time constant of the averages of calls, in milliseconds. */
const LATELY_MS = 1_000;

export interface CallUnderWay {
  /** Marks the call as within the limits of its key, and so as work. */
  works(): void;
  /** Ends the call. Calling it again does nothing; it needs no `this`. */
  readonly end: () => void;
}

/** What an {@link Overload} needs. */
export interface OverloadOptions extends LoopDelayOptions {
  /** The share of the time since its last call in which the event loop was busy, from 0 to 1. */
  readonly utilization: () => number;
  /** How many operations wait for a connection to a database. */
  readonly waiting: () => number;
  /** How many callers have to call before any is refused for load; 24 unless a test needs fewer. */
  readonly fewCallers?: number;
  /** How many calls are a queue; 24 unless a test needs fewer. */
  readonly queue?: number;
  /** Called when refusals begin and when they end. */
  readonly onChange?: (refuses: boolean) => void;
}

/**
 * Decides which calls this process can answer in time. While it keeps up it admits every call. When it
 * is behind, each caller has the same share of calls a second, and calls beyond the share are refused.
 * The share is adjusted so that the process is just not behind. Each process measures its own load.
 */
export class Overload {
  readonly #options: OverloadOptions;
  readonly #callers = new FairShare();
  readonly #work: WorkClock;
  readonly #delay: LoopDelay;
  /** The calls a second that each caller may have; Infinity while the process keeps up. */
  #share = Number.POSITIVE_INFINITY;
  /** 1 is as much as the process can do in time. */
  #pressure = 0;
  #persisted = 0;
  /** When the share was adjusted last, and the same on the clock of work. */
  #adjustedAt = 0;
  #workedUntil = 0;
  #refusedAt = 0;
  #underWay = 0;
  /** The most calls under way since the last adjustment. */
  #mostUnderWay = 0;
  /** Calls since the last adjustment: all, those refused, and those that have ended. */
  #calls = 0;
  #refused = 0;
  #ended = 0;
  /** The same over about the last second, and the milliseconds with work in it. */
  #callsLately = 0;
  #refusedLately = 0;
  #endedLately = 0;
  #busyMs = 0;

  constructor(options: OverloadOptions) {
    this.#options = options;
    this.#work = new WorkClock(options.clock);
    this.#delay = new LoopDelay({ ...options, clock: this.#work }, () => this.#look());
  }

  /** The load of the process; 1 is as much as it can do in time. */
  get pressure(): number {
    return this.#pressure;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** How many callers have a share of their own. */
  get remembered(): number {
    return this.#callers.size;
  }

  get refuses(): boolean {
    return this.#share !== Number.POSITIVE_INFINITY;
  }

  /**
   * Gives a caller shares of its own. Unknown callers have their shares together.
   *
   * @param shares How many usual callers it counts as, at least 1.
   */
  remember(caller: string, shares = 1): void {
    this.#callers.remember(caller, shares);
  }

  /** Counts a call. @returns Its refusal, if the process cannot answer it in time. */
  refusal(caller: string): Refusal | undefined {
    const now = this.#options.clock.monotonic();
    if (now - this.#adjustedAt >= ADJUST_MS) this.#adjust(now);
    this.#calls += 1;
    this.#work.called();
    this.#delay.countCall();
    const within = this.#callers.isWithin(this.#share, caller, now);
    if (within && this.#underWay < MOST_UNDER_WAY) return undefined;
    this.#refusedAt = now;
    this.#refused += 1;
    this.#work.refused();
    return retryAfter(within ? refusals.busyCalls : refusals.busyShare, 1000 / this.#share);
  }

  /** Begins a call, which is under way until it ends. */
  begin(): CallUnderWay {
    let state: 'enters' | 'works' | 'ended' = 'enters';
    this.#underWay += 1;
    this.#mostUnderWay = Math.max(this.#mostUnderWay, this.#underWay);
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

  /** @returns Whether there is anything to look at. */
  #look(): boolean {
    const now = this.#options.clock.monotonic();
    const isIdle = this.#calls === 0 && this.#underWay === 0 && !this.refuses;
    if (now - this.#adjustedAt >= ADJUST_MS) this.#adjust(now);
    return !isIdle;
  }

  #adjust(now: number): void {
    this.#countLately(now - this.#adjustedAt, this.#work.monotonic() - this.#workedUntil);
    this.#adjustedAt = now;
    this.#workedUntil = this.#work.monotonic();
    const before = this.#pressure;
    this.#pressure = this.#pressureAt(now);
    this.#mostUnderWay = this.#underWay;
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
    const queue = Math.max(this.#delay.queue, this.#mostUnderWay, this.#refusedLately);
    const late =
      atWork && queue >= (this.#options.queue ?? QUEUE) ? this.#delay.lateMs / LATE_MS : 0;
    const msForEach = this.#endedLately === 0 ? 0 : this.#busyMs / this.#endedLately;
    const waitMs = this.#options.waiting() * msForEach;
    const takesMs = this.#underWay < FEW_UNDER_WAY ? 0 : this.#underWay * msForEach;
    return Math.max(late, waitMs / WAIT_MS, takesMs / TAKES_MS);
  }

  /** Idle time does not count: this measures how much the process does when there is work. */
  #countLately(ms: number, workMs: number): void {
    const fading = Math.exp(-ms / LATELY_MS);
    this.#callsLately = this.#callsLately * fading + this.#calls;
    this.#refusedLately = this.#refusedLately * fading + this.#refused;
    if (this.#calls + this.#ended + this.#underWay > 0) {
      this.#busyMs = this.#busyMs * fading + workMs;
      this.#endedLately = this.#endedLately * fading + this.#ended;
    }
    this.#calls = 0;
    this.#refused = 0;
    this.#ended = 0;
  }
}
