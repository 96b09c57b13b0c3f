import { readdirSync, readFileSync } from 'node:fs';

/** Processor time, in milliseconds. */
export interface Cost {
  /** Of the threads that answer: the event loop, and what packs, decodes and reads files for it. */
  readonly front: number;
  /** Of the threads that stand back behind all others (a higher niceness): they hash passwords. */
  readonly back: number;
}

/**
 * Reads the processor time of a process from outside, thread by thread, from the system's own
 * bookkeeping (Linux, /proc), to the microsecond and whatever else the machine does.
 */
export class Processor {
  readonly #folder: string;
  /** The niceness of the thread that answers. */
  readonly #usual: number;
  readonly #seen = new Map<string, { readonly back: boolean; ms: number }>();
  #front = 0;
  #back = 0;
  #reads = 0;

  constructor(pid: number) {
    this.#folder = `/proc/${pid}/task`;
    this.#usual = this.#niceness(String(pid));
  }

  /** All time so far, of threads that have ended too as far as it was seen. */
  read(): Cost {
    // A thread may have stood back since it was last looked at.
    const isLookedAt = this.#reads++ % 50 === 0;
    for (const thread of this.#threads()) {
      const ms = this.#threadMs(thread);
      if (ms === undefined) continue;
      let entry = this.#seen.get(thread);
      if (entry === undefined || isLookedAt) {
        entry = { back: this.#niceness(thread) > this.#usual, ms: entry?.ms ?? 0 };
        this.#seen.set(thread, entry);
      }
      const grown = Math.max(0, ms - entry.ms);
      entry.ms = ms;
      if (entry.back) this.#back += grown;
      else this.#front += grown;
    }
    return { front: this.#front, back: this.#back };
  }

  /** Whether some thread runs, or waits for a processor to run on. */
  get isRunning(): boolean {
    return this.#threads().some((thread) => this.#stat(thread)[0] === 'R');
  }

  /** None of a process that has ended: what it has spent stays as it was. */
  #threads(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #threadMs(thread: string): number | undefined {
    try {
      const [ran = '0'] = readFileSync(`${this.#folder}/${thread}/schedstat`, 'latin1').split(' ');
      return Number(ran) / 1e6;
    } catch {
      return undefined;
    }
  }

  #niceness(thread: string): number {
    return Number(this.#stat(thread)[16] ?? 0);
  }

  /** The fields of `stat` from the state on; none of a thread that has ended. */
  #stat(thread: string): readonly string[] {
    try {
      const stat = readFileSync(`${this.#folder}/${thread}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    } catch {
      return [];
    }
  }
}

/** What was spent between two readings. */
export function between(before: Cost, after: Cost): Cost {
  return { front: after.front - before.front, back: after.back - before.back };
}
