import { readdirSync, readFileSync } from 'node:fs';

/** Processor time, in milliseconds. */
export interface Cost {
  /** Of the threads that answer: the event loop, and what packs, decodes and reads files for it. */
  readonly front: number;
  /** Of the process that hashes passwords, and of threads that stand back behind all others (a higher niceness). */
  readonly back: number;
}

/** In the command line of the process that hashes passwords for a server. */
const HASHING = 'hashing-process';

/**
 * Reads the processor time of a process, and of the one that hashes passwords for it, from outside, thread by thread, from the system's own
 * bookkeeping (Linux, /proc), to the microsecond and whatever else the machine does.
 */
export class Processor {
  readonly #pid: number;
  /** The niceness of the thread that answers. */
  readonly #usual: number;
  readonly #seen = new Map<string, { readonly back: boolean; ms: number }>();
  #front = 0;
  #back = 0;
  #reads = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#usual = this.#niceness(`/proc/${pid}`);
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

  /** Their folders. None of a process that has ended: what it has spent stays as it was. */
  #threads(): string[] {
    return [String(this.#pid), ...this.#hashers()].flatMap((pid) => {
      const folder = `/proc/${pid}/task`;
      try {
        return readdirSync(folder).map((thread) => `${folder}/${thread}`);
      } catch {
        return [];
      }
    });
  }

  #hashers(): string[] {
    const children = read(`/proc/${this.#pid}/task/${this.#pid}/children`)?.split(' ') ?? [];
    return children.filter((child) => read(`/proc/${child}/cmdline`)?.includes(HASHING));
  }

  #threadMs(thread: string): number | undefined {
    const ran = read(`${thread}/schedstat`)?.split(' ')[0];
    return ran === undefined ? undefined : Number(ran) / 1e6;
  }

  #niceness(thread: string): number {
    return Number(this.#stat(thread)[16] ?? 0);
  }

  /** The fields of `stat` from the state on; none of a thread that has ended. */
  #stat(thread: string): readonly string[] {
    const stat = read(`${thread}/stat`) ?? '';
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  }
}

/** The text of a file of the system; undefined where what it is about has ended. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}

/** What was spent between two readings. */
export function between(before: Cost, after: Cost): Cost {
  return { front: after.front - before.front, back: after.back - before.back };
}
