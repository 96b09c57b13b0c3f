import { Overload, type OverloadOptions } from '../../../src/http/gate/overload.js';
import { ManualClock } from '../../../src/lib/clock.js';

/** Calls of one caller. */
export interface Flow {
  readonly caller: string;
  /** Calls a second. */
  readonly rate: number;
  /** Seconds between which it calls. */
  readonly from: number;
  readonly until: number;
  /** How many calls come at the same moment. */
  readonly burst?: number;
  /** What an answer takes, if not as long as those of others. */
  readonly answerMs?: number;
}

/** A connection that sends its next call when the last one is answered. */
export interface Connection {
  /** Whose calls they are, in turn. */
  readonly callers: readonly string[];
  /** How many calls it sends. */
  readonly calls: number;
  readonly answerMs?: number;
}

/** What became of one call. */
export interface Outcome {
  readonly caller: string;
  /** When it came, in milliseconds. */
  readonly at: number;
  readonly refused: boolean;
  /** Milliseconds until its answer. */
  readonly took: number;
}

/** A connection, and how many calls it has sent. */
interface Sender {
  readonly connection: Connection;
  readonly sent: number;
}

interface Call {
  readonly caller: string;
  readonly at: number;
  readonly answerMs?: number | undefined;
  readonly sender?: Sender | undefined;
}

type Answered = Outcome & Pick<Call, 'sender'>;

interface Due {
  readonly at: number;
  readonly run: () => void;
}

type SimulationOptions = Pick<OverloadOptions, 'fewCallers'> & { readonly processor?: number };

/**
 * A process with one thread, as Node.js is one: it takes all calls that are there, answers one after
 * the other, and only then runs timers and looks for more. Its clock moves by what the work takes.
 */
export class SimulatedProcess {
  readonly clock = new ManualClock(0);
  readonly changes: boolean[] = [];
  readonly overload: Overload;
  /** What the pool of database connections would say. */
  waiting = 0;
  readonly #answerMs: number;
  readonly #refusalMs: number;
  /** The part of a processor that it gets: programs of others have the rest. */
  readonly #processor: number;
  #due: Due[] = [];
  /** The work on calls that were admitted while others are refused. */
  #admitted: (() => void)[] = [];
  #answered: Answered[] = [];
  #measuredAt = 0;
  #idleMs = 0;

  /** @param answerMs What an answer takes. @param refusalMs What a refusal takes. */
  constructor(
    answerMs: number,
    refusalMs: number,
    { processor = 1, ...options }: SimulationOptions = { fewCallers: 1 },
  ) {
    this.#processor = processor;
    this.#answerMs = answerMs;
    this.#refusalMs = refusalMs;
    this.overload = new Overload({
      clock: this.clock,
      after: (ms, run) => void this.#due.push({ at: this.clock.monotonic() + ms, run }),
      utilization: () => this.#utilization(),
      waiting: () => this.waiting,
      ...options,
      onChange: (refuses) => void this.changes.push(refuses),
    });
  }

  /** Answers all calls of the flows and connections; the callers are known already. */
  run(flows: readonly Flow[], connections: readonly Connection[] = []): Outcome[] {
    for (const { caller } of flows) this.overload.remember(caller);
    for (const caller of connections.flatMap(({ callers }) => callers)) {
      this.overload.remember(caller);
    }
    const began = this.clock.monotonic();
    const firsts = connections.flatMap((connection) => callOf({ connection, sent: 0 }, began));
    const calls = [...flows.flatMap(callsOf), ...firsts].sort((one, other) => one.at - other.at);
    const outcomes: Outcome[] = [];
    for (let next = 0; next < calls.length; ) {
      this.#runTimers();
      const now = this.clock.monotonic();
      const first = next;
      while (next < calls.length && (calls[next]?.at ?? 0) <= now) next += 1;
      if (next === first) this.#sleepUntil(calls[next]?.at ?? now);
      for (const call of calls.slice(first, next)) this.#weigh(call);
      for (const work of this.#admitted.splice(0)) work();
      for (const { sender, ...outcome } of this.#answered.splice(0)) {
        outcomes.push(outcome);
        // It is there when the process looks for calls again.
        calls.splice(next, 0, ...callOf(sender, outcome.at + outcome.took));
      }
    }
    return outcomes;
  }

  /** Lets time pass in which nobody calls. */
  rest(ms: number): void {
    const end = this.clock.monotonic() + ms;
    while (this.clock.monotonic() < end) {
      this.#runTimers();
      this.#sleepUntil(end);
    }
  }

  /** The loop stands still, as for a long statement or for want of a processor. */
  stall(ms: number): void {
    this.clock.advance(ms);
  }

  /** Refuses a call, or answers it. */
  #weigh(call: Call): void {
    if (this.overload.refusal(call.caller) !== undefined) {
      this.#end(call, true, this.#refusalMs);
      return;
    }
    const underWay = this.overload.begin();
    const work = (): void => {
      underWay.works();
      this.#end(call, false, call.answerMs ?? this.#answerMs);
      underWay.end();
    };
    // While calls are refused, all that have come are weighed before any is worked on.
    if (this.overload.refuses) this.#admitted.push(work);
    else work();
  }

  #end({ caller, at, sender }: Call, refused: boolean, ms: number): void {
    this.clock.advance(ms / this.#processor);
    this.#answered.push({ caller, at, refused, took: this.clock.monotonic() - at, sender });
  }

  #runTimers(): void {
    const now = this.clock.monotonic();
    const ready = this.#due.filter(({ at }) => at <= now);
    this.#due = this.#due.filter(({ at }) => at > now);
    for (const { run } of ready) run();
  }

  #sleepUntil(at: number): void {
    const now = this.clock.monotonic();
    const until = Math.min(at, ...this.#due.map((due) => due.at));
    // Time in fractions need not come out even.
    const ms = Math.max(0.001, until - now);
    this.#idleMs += ms;
    this.clock.advance(ms);
  }

  #utilization(): number {
    const now = this.clock.monotonic();
    const ms = now - this.#measuredAt;
    const part = ms === 0 ? 1 : 1 - this.#idleMs / ms;
    this.#measuredAt = now;
    this.#idleMs = 0;
    return part;
  }
}

/** Calls at an even pace, each caller beginning at another moment. */
function callsOf({ caller, rate, from, until, burst = 1, answerMs }: Flow, index: number) {
  const everyMs = (1000 * burst) / rate;
  const calls: Call[] = [];
  const offset = (index * 0.618_034) % 1;
  for (let at = from * 1000 + offset * everyMs; at < until * 1000; at += everyMs) {
    for (let call = 0; call < burst; call += 1) calls.push({ caller, at, answerMs });
  }
  return calls;
}

/** The next call of a connection; none after its last. */
function callOf(sender: Sender | undefined, at: number): Call[] {
  if (sender === undefined) return [];
  const { connection, sent } = sender;
  const { callers, calls, answerMs } = connection;
  const caller = callers[sent % callers.length];
  if (sent === calls || caller === undefined) return [];
  return [{ caller, at, answerMs, sender: { connection, sent: sent + 1 } }];
}
