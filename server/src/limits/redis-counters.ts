import type { Clock } from '../lib/clock.js';
import {
  type Admission,
  type Counters,
  LEASE_MS,
  type Limits,
  MemoryCounters,
  type Remaining,
  SLOT_RETRY_MS,
  WINDOW_MS,
} from './counters.js';
import type { RedisLink, Script } from './redis-link.js';
import { ADMIT, ADOPT } from './redis-scripts.js';

/** Verdict, microseconds to wait, calls in the second, slots in use. */
type Reply = readonly [verdict: number, waitUs: number, used: number, held: number];

const ADMITTED = 0;
const RATE = 1;
const OVERTAKEN = 3;

/**
 * {@link Counters} that several processes share through one Redis. A call takes one round trip, in
 * which it is checked and counted; none if Redis has said that the second is full.
 *
 * A slot belongs to the process that took it. A slot that is released while Redis is away is given back
 * when Redis is there again; the slots of a dead process become free when its heartbeat expires.
 *
 * While Redis is away each process keeps the limits by itself. It knows all calls that it has admitted,
 * with Redis or without, so that the change starts no new second and no new slots. It sends them to
 * Redis when that is back, or has come back empty.
 */
export class RedisCounters implements Counters {
  readonly #link: RedisLink;
  readonly #clock: Clock;
  readonly #time: Clock | undefined;
  readonly #local: MemoryCounters;
  readonly #own = new OwnAdmissions();
  readonly #full = new FullSeconds();
  /** Calls that Redis may still count and must not. */
  readonly #toRemove: { readonly subject: string; readonly id: string; readonly keys: string[] }[] =
    [];
  readonly #admit: Script;
  readonly #adopt: Script;
  #calls = 0;

  /** @param clock This process' own time. @param time Replaces Redis' time in tests that control time. */
  constructor(link: RedisLink, clock: Clock, time?: Clock) {
    this.#link = link;
    this.#clock = clock;
    this.#time = time;
    this.#local = new MemoryCounters(clock);
    this.#admit = link.script('porticoAdmit', ADMIT, 3);
    this.#adopt = link.script('porticoAdopt', ADOPT, 2);
    link.onReturn(() => this.#catchUp());
  }

  async admit(subject: string, limits: Limits): Promise<Admission> {
    // The time before the request: a wait from here ends before it ends in Redis, never after.
    const began = this.#monotonic();
    const full = this.#full.find(subject, limits, began);
    if (full !== undefined) {
      const { waitMs, remaining } = full;
      return { admitted: false, reason: 'rate', retryAfterMs: waitMs, remaining };
    }
    this.#calls += 1;
    const id = `${this.#link.process}:${this.#calls}`;
    const asks = this.#link.there;
    const reply = asks ? await this.#ask(subject, limits, this.#calls) : undefined;
    if (reply !== undefined) return this.#answered(subject, limits, id, reply, began);
    const admission = this.#local.admit(subject, limits);
    if (admission.admitted) {
      return { ...admission, release: this.#taken(subject, id, admission.release, asks) };
    }
    // Redis may have admitted it, and its answer was lost.
    if (asks) this.#remove(subject, id, ['calls', 'slots']);
    return admission;
  }

  async close(): Promise<void> {
    await this.#local.close();
  }

  async #ask(subject: string, limits: Limits, call: number): Promise<Reply | undefined> {
    const link = this.#link;
    const reply = (await link.run(() =>
      this.#admit(
        link.key(`calls:${subject}`),
        link.key(`slots:${subject}`),
        link.key(`process:${link.process}`),
        this.#now(),
        link.key('process:'),
        link.process,
        link.connection,
        call,
        limits.perSecond,
        limits.inFlight,
      ),
    )) as Reply | undefined;
    return reply?.[0] === OVERTAKEN ? undefined : reply;
  }

  #answered(subject: string, limits: Limits, id: string, reply: Reply, began: number): Admission {
    const [verdict, waitUs, used, held] = reply;
    const remaining = {
      perSecond: Math.max(0, limits.perSecond - used),
      inFlight: Math.max(0, limits.inFlight - held),
    };
    if (verdict === ADMITTED) {
      const release = this.#taken(subject, id, this.#local.count(subject, limits), true);
      return { admitted: true, remaining, release };
    }
    if (verdict !== RATE) {
      return { admitted: false, reason: 'simultaneous', retryAfterMs: SLOT_RETRY_MS, remaining };
    }
    const waitMs = waitUs / 1000;
    this.#full.add(subject, { until: began + waitMs, limits, remaining }, this.#monotonic());
    return { admitted: false, reason: 'rate', retryAfterMs: waitMs, remaining };
  }

  /** Remembers an admitted call. @returns Ends it. */
  #taken(subject: string, id: string, releaseHere: () => void, sent: boolean): () => void {
    this.#own.add(id, subject, this.#clock.monotonic(), sent);
    return () => {
      releaseHere();
      this.#full.forget(subject);
      if (this.#own.end(id)) this.#remove(subject, id, ['slots']);
    };
  }

  /** Removes a call from Redis, now or when Redis is back. */
  #remove(subject: string, id: string, keys: string[]): void {
    void this.#link
      .run((redis) => Promise.all(keys.map((key) => redis.zrem(this.#key(key, subject), id))))
      .then((removed) => {
        if (removed === undefined) this.#toRemove.push({ subject, id, keys });
      });
  }

  /** Redis is there again, with its data or empty. */
  #catchUp(): void {
    for (const { subject, id, keys } of this.#toRemove.splice(0)) this.#remove(subject, id, keys);
    for (const [subject, calls] of this.#own.tell(this.#clock.monotonic())) {
      const args = calls.flatMap(({ id, ageMs, underWay }) => [
        id,
        Math.max(0, Math.round(ageMs * 1000)),
        underWay ? 1 : 0,
      ]);
      void this.#link.run(() =>
        this.#adopt(this.#key('calls', subject), this.#key('slots', subject), this.#now(), ...args),
      );
    }
  }

  #key(kind: string, subject: string): string {
    return this.#link.key(`${kind}:${subject}`);
  }

  /** Redis' time, from another origin. */
  #monotonic(): number {
    return (this.#time ?? this.#clock).monotonic();
  }

  /** Time in microseconds for the scripts; empty for Redis' own. */
  #now(): string {
    return this.#time === undefined ? '' : `${Math.round(this.#time.monotonic() * 1000)}`;
  }
}

interface FullSecond {
  /** Monotonic time from which there may be a place again. */
  readonly until: number;
  /** The limits that it is full under: it says nothing about others. */
  readonly limits: Limits;
  readonly remaining: Remaining;
}

/**
 * Remembers whose second is full, and until when. A place in it becomes free by time alone, so no
 * call goes to Redis before, and a key that floods costs Redis nothing. Changes in other processes until
 * then, such as a slot that becomes free, are not seen.
 */
export class FullSeconds {
  /** In the order in which they were found, which is about the order in which they end. */
  readonly #subjects = new Map<string, FullSecond>();

  /** How many subjects are remembered. */
  get size(): number {
    return this.#subjects.size;
  }

  add(subject: string, full: FullSecond, now: number): void {
    for (const [oldest, second] of this.#subjects) {
      if (second.until > now) break;
      this.#subjects.delete(oldest);
    }
    this.#subjects.set(subject, full);
  }

  /** Undefined when there may be a place, as far as this process knows. */
  find(
    subject: string,
    limits: Limits,
    now: number,
  ): { waitMs: number; remaining: Remaining } | undefined {
    const second = this.#subjects.get(subject);
    if (second === undefined) return undefined;
    const { perSecond, inFlight } = second.limits;
    const same = perSecond === limits.perSecond && inFlight === limits.inFlight;
    if (second.until <= now || !same) {
      this.#subjects.delete(subject);
      return undefined;
    }
    return { waitMs: second.until - now, remaining: second.remaining };
  }

  /** A slot of the subject became free here, which the next refusal has to show. */
  forget(subject: string): void {
    this.#subjects.delete(subject);
  }
}

interface Own {
  readonly id: string;
  readonly subject: string;
  /** Monotonic time. */
  readonly at: number;
  /** Whether Redis may know it. */
  isSent: boolean;
}

/** A call that still counts. */
export interface Counting {
  readonly id: string;
  readonly ageMs: number;
  readonly underWay: boolean;
}

/** The calls that this process has admitted and that still count: a Redis that has lost its data is given them. */
export class OwnAdmissions {
  /** Calls under way by id, oldest first. */
  readonly #underWay = new Map<string, Own>();
  /** Calls of about the last second, oldest first. */
  #recent: Own[] = [];

  add(id: string, subject: string, now: number, sent: boolean): void {
    this.#forget(now);
    const own = { id, subject, at: now, isSent: sent };
    this.#underWay.set(id, own);
    this.#recent.push(own);
  }

  /** @returns Whether Redis may count it as under way. */
  end(id: string): boolean {
    const sent = this.#underWay.get(id)?.isSent ?? false;
    this.#underWay.delete(id);
    return sent;
  }

  /** All calls that count, by subject, to send to Redis. */
  tell(now: number): ReadonlyMap<string, readonly Counting[]> {
    this.#forget(now);
    const subjects = new Map<string, Counting[]>();
    const seen = new Set<string>();
    for (const own of [...this.#underWay.values(), ...this.#recent]) {
      if (seen.has(own.id)) continue;
      seen.add(own.id);
      own.isSent = true;
      const calls = subjects.get(own.subject) ?? [];
      calls.push({ id: own.id, ageMs: now - own.at, underWay: this.#underWay.has(own.id) });
      subjects.set(own.subject, calls);
    }
    return subjects;
  }

  #forget(now: number): void {
    for (const { id, at } of this.#underWay.values()) {
      if (now - at < LEASE_MS) break;
      this.#underWay.delete(id);
    }
    const first = this.#recent[0];
    // In portions, as a cut at every call would copy the list at every call.
    if (first === undefined || now - first.at < 2 * WINDOW_MS) return;
    const from = this.#recent.findIndex(({ at }) => now - at < WINDOW_MS);
    this.#recent = from === -1 ? [] : this.#recent.slice(from);
  }
}
