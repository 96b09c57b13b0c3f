import { setImmediate as turn } from 'node:timers/promises';
import { BOUNDS } from './costs.js';
import { hostileRequest } from './grammar/shapes.js';
import type { HostileRequest } from './request.js';
import { isSlow, lingersMs } from './sender.js';

/** A request and its number, by which it can be made again. */
export interface Numbered {
  readonly number: number;
  readonly request: HostileRequest;
}

/** Requests whose cost is measured together. */
export interface Group {
  /** All with a key or all without one, as their bounds differ. */
  readonly requests: readonly Numbered[];
  /** Requests that take their time, to be sent while this group and the next ones are. */
  readonly slow: readonly Numbered[];
}

/** The part of the bound of one request that a group may cost as a rule. */
const AIM = 0.6;
/** The bounds of the size of a group, and how many requests it has at first. */
const LEAST = 4;
const MOST = 128;
const FIRST = 24;
/** The weight of the last group in what a request usually costs. */
const LAST_COUNTS = 0.05;
/** A request that keeps its connection for longer, in milliseconds, is sent with others like it. */
const LINGERS_MS = 8;

/** Requests of one kind that are in no group yet. */
class Waiting {
  readonly quick: Numbered[] = [];
  readonly lingering: Numbered[] = [];
  /** What a group costs as a rule, for each of its requests, in milliseconds. */
  usualMs: number;

  constructor(readonly boundMs: number) {
    this.usualMs = (AIM * boundMs) / FIRST;
  }

  get size(): number {
    return Math.max(LEAST, Math.min(MOST, Math.floor((AIM * this.boundMs) / this.usualMs)));
  }

  add(one: Numbered): void {
    (lingersMs(one.request) > LINGERS_MS ? this.lingering : this.quick).push(one);
  }

  /** A group of usual size. With `all`, the last ones make a smaller group. */
  take(all: boolean): Numbered[] | undefined {
    const { size, quick, lingering } = this;
    const half = Math.ceil(size / 2);
    // A group takes as long as the slowest of it, so that half of it are such, or none.
    if (lingering.length >= half && quick.length >= half) {
      return [...lingering.splice(0, half), ...quick.splice(0, half)];
    }
    if (quick.length >= size) return quick.splice(0, size);
    if (!all || quick.length + lingering.length === 0) return undefined;
    return [...lingering.splice(0, half), ...quick.splice(0, half)];
  }
}

/**
 * Makes the requests of a run, in the order of their numbers, and puts them into groups that cost less
 * together, as a rule, than one of them may: then none of them cost too much.
 */
export class Groups {
  readonly #kinds = {
    withKey: new Waiting(BOUNDS.withKey),
    withoutKey: new Waiting(BOUNDS.withoutKey),
  };
  #slow: Numbered[] = [];
  #number: number;
  readonly #end: number;

  constructor(
    readonly seed: number,
    from: number,
    requests: number,
  ) {
    this.#number = from;
    this.#end = from + requests;
  }

  /** The next group; undefined after the last one. Lets other work run in between. */
  async next(): Promise<Group | undefined> {
    for (;;) {
      const isEnd = this.#number >= this.#end;
      const requests = this.#kinds.withKey.take(isEnd) ?? this.#kinds.withoutKey.take(isEnd);
      if (requests !== undefined || (isEnd && this.#slow.length > 0)) {
        return { requests: requests ?? [], slow: this.#slow.splice(0) };
      }
      if (isEnd) return undefined;
      this.#make();
      await turn();
    }
  }

  /** Learns what a group cost, so that the next ones are as large as they can be. */
  cost({ requests: [first, ...others] }: Group, ms: number): void {
    if (first === undefined) return;
    const kind = this.#kindOf(first);
    // One expensive group says little of the others.
    const each = Math.min(ms, 2 * kind.boundMs) / (1 + others.length);
    kind.usualMs += LAST_COUNTS * (each - kind.usualMs);
  }

  #make(): void {
    const number = this.#number++;
    const one: Numbered = { number, request: hostileRequest(this.seed, number) };
    if (isSlow(one.request)) this.#slow.push(one);
    else this.#kindOf(one).add(one);
  }

  #kindOf({ request }: Numbered): Waiting {
    return request.key === undefined ? this.#kinds.withoutKey : this.#kinds.withKey;
  }
}
