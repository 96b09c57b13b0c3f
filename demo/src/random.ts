/**
 * Seeded pseudo-random numbers. Every part of the demo data draws from a stream of its own, named
 * after what it makes, so that a change in one resource leaves the others as they were.
 */

/** FNV-1a over UTF-16 units: turns a stream's name into 32 bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A finaliser in the manner of MurmurHash3: spreads one changed bit over all 32. */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A stream of numbers that depends on its seed alone (the sfc32 generator). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /**
   * @param seed Any finite number; equal seeds give equal streams.
   * @param name What the stream is for; different names give unrelated streams.
   */
  constructor(
    readonly seed: number,
    name = '',
  ) {
    const low = seed % 0x1_0000_0000;
    this.#a = mix(low ^ 0x9e3779b9);
    this.#b = mix(hashName(name) ^ this.#a);
    this.#c = mix(Math.floor(seed / 0x1_0000_0000) ^ this.#b);
    for (let i = 0; i < 12; i += 1) this.bits();
  }

  /** The next 32 bits, as a whole number from 0 to 2^32-1. */
  bits(): number {
    const t = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** A number from 0 up to but not including 1. */
  next(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** A number from `low` up to but not including `high`. */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability, from 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One element. Throws on an empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('Cannot pick from an empty list.');
    return item;
  }

  /** One value, each as likely as its weight says. Weights need not add up to 1. */
  weighted<T>(choices: ReadonlyArray<readonly [value: T, weight: number]>): T {
    let total = 0;
    for (const [, weight] of choices) total += weight;
    let left = this.next() * total;
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    const last = choices.at(-1);
    if (!last) throw new RangeError('Cannot pick from an empty list.');
    return last[0];
  }

  /** The same elements in a new order; the given list does not change. */
  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = Math.floor(this.next() * (i + 1));
      const held = result[i] as T;
      result[i] = result[j] as T;
      result[j] = held;
    }
    return result;
  }

  /** `count` different elements (all of them when there are fewer), in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffle(items).slice(0, count);
  }

  /** An unrelated stream under the same seed. */
  fork(name: string): Random {
    return new Random(this.seed, name);
  }
}

/**
 * Deals the elements of a list in random order, starting over with a new order when they are used
 * up, so that phrases and names repeat as late as they can.
 */
export class Deck<T> {
  #rest: T[] = [];

  constructor(
    readonly items: readonly T[],
    readonly random: Random,
  ) {}

  /** The next element. */
  draw(): T {
    if (this.#rest.length === 0) this.#rest = this.random.shuffle(this.items);
    const item = this.#rest.pop();
    if (item === undefined) throw new RangeError('Cannot draw from an empty deck.');
    return item;
  }
}
