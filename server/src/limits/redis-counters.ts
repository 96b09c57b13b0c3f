import type { Clock } from '../lib/clock.js';
import { type Admission, type Counters, type Limits, SLOT_RETRY_MS } from './counters.js';
import { FullSeconds } from './full-seconds.js';
import { MemoryCounters } from './memory.js';
import { OwnAdmissions } from './own-admissions.js';
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

  /**
   * @param clock This process' own time, for what it counts by itself.
   * @param time Replaces Redis' time in tests that control time.
   */
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
