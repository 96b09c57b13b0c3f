import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../lib/clock.js';
import { filesAreExhausted } from './open-file-limit.js';

/** How long a file stays open that nobody uses, and how long its connection for writes. */
const UNUSED_MS = 180_000;
const UNWRITTEN_MS = 60_000;

/** How often unused files are looked for. */
const LOOK_EVERY_MS = 15_000;

/** As many files share the memory of caches, at least. */
const FEWEST_SHARING = 8;

/** How many unused files are closed before calls have their turn, in milliseconds. */
const CLOSED_IN_A_TURN = 4;
const PAUSE_MS = 10;

/** A file that may be closed between two uses; the next use opens it again. */
export interface OpenFile {
  /** Whether somebody is in the middle of something that closing would break. */
  readonly busy: boolean;
  /** When it was last used, and last written to; monotonic. */
  readonly usedAt: number;
  readonly writtenAt: number;
  /** Closes everything. */
  rest(): void;
  /** Closes the connection for writes alone, and renews what the planner knows. @returns Whether it was open. */
  restWriter(): boolean;
  /** Takes its share of the memory of caches, where it has more by now. */
  share(sharing: number): void;
}

/** How often a process says that it has too many files open. */
const SAY_EVERY_MS = 60_000;

/** How many files are closed for one that cannot be opened, before that fails. */
const CLOSED_FOR_ONE = 16;

/** How many files are open, and how that came about. */
export interface OpenFilesState {
  readonly open: number;
  readonly most: number;
  /** Files opened since the start. */
  readonly opened: number;
  /** Files closed since the start to stay within the bound. */
  readonly evicted: number;
}

/**
 * The SQLite files that a process has open: at most so many, and none that was not used for minutes.
 * When one more is needed, the one that was unused for longest is closed. One in use never is, so
 * that there may be more than the bound for as long as all of them are in use.
 */
export class OpenFiles {
  readonly #clock: Clock;
  readonly #onShortage: (state: OpenFilesState) => void;
  #most: number;
  /** The longest unused first. */
  readonly #files = new Set<OpenFile>();
  readonly #timer: NodeJS.Timeout;
  #opened = 0;
  #evicted = 0;
  #sharing = FEWEST_SHARING;
  #saidAt = Number.NEGATIVE_INFINITY;

  /**
   * @param most The most files, at least 1.
   * @param onShortage Called, once a minute at most, when the process has too many files open.
   */
  constructor(most: number, clock: Clock, onShortage: (state: OpenFilesState) => void = () => {}) {
    this.#most = most;
    this.#clock = clock;
    this.#onShortage = onShortage;
    this.#timer = setInterval(() => void this.closeUnused(), LOOK_EVERY_MS).unref();
  }

  get state(): OpenFilesState {
    const { size: open } = this.#files;
    return { open, most: this.#most, opened: this.#opened, evicted: this.#evicted };
  }

  /** How many files share the memory of caches: a power of two, so that shares seldom change. */
  get sharing(): number {
    return this.#sharing;
  }

  /** Milliseconds from an arbitrary start. */
  now(): number {
    return this.#clock.monotonic();
  }

  /**
   * Opens a file. Where the process has too many files open, others are closed for it, and fewer are
   * kept open from then on: connections need descriptors as well.
   *
   * @throws Error as `open`; one that says so where there are too many files.
   */
  open<Opened>(file: OpenFile, open: () => Opened): Opened {
    this.#opening(file);
    for (let closed = 0; ; closed += 1) {
      try {
        return open();
      } catch (error) {
        if (!isCannotOpen(error) || !filesAreExhausted()) throw error;
        this.#short();
        if (closed === CLOSED_FOR_ONE || !this.#evict(file)) {
          throw new Error('Too many open files: raise the limit of the process.', { cause: error });
        }
      }
    }
  }

  /** Notes that a file was used just now. */
  used(file: OpenFile): void {
    this.#files.delete(file);
    this.#files.add(file);
  }

  /** Notes that a file was closed. */
  closed(file: OpenFile): void {
    this.#files.delete(file);
  }

  /**
   * Closes what was not used for minutes, a few files in a turn: to close one may bring its log to the
   * disk, and calls wait meanwhile.
   */
  async closeUnused(): Promise<void> {
    let closed = 0;
    for (const file of [...this.#files]) {
      if (file.busy || !this.#files.has(file)) continue;
      const now = this.now();
      if (now - file.usedAt >= UNUSED_MS) {
        this.#files.delete(file);
        file.rest();
      } else if (now - file.writtenAt >= UNWRITTEN_MS) {
        if (!file.restWriter()) continue;
      } else continue;
      closed += 1;
      if (closed % CLOSED_IN_A_TURN === 0) await pause(PAUSE_MS);
    }
    while (this.#sharing > FEWEST_SHARING && this.#files.size <= this.#sharing / 4) {
      this.#sharing /= 2;
    }
  }

  /** Looks for unused files no more. Those that are open are their owners' to close. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Makes room for a file that is about to be opened, and notes that it is. */
  #opening(file: OpenFile): void {
    if (this.#files.has(file)) return;
    while (this.#files.size >= this.#most && this.#evict(file)) {}
    this.#files.add(file);
    this.#opened += 1;
    if (this.#files.size <= this.#sharing) return;
    this.#sharing *= 2;
    for (const other of this.#files) if (other !== file) other.share(this.#sharing);
  }

  #short(): void {
    this.#most = Math.max(FEWEST_SHARING, Math.floor(this.#files.size * 0.9));
    const now = this.now();
    if (now - this.#saidAt < SAY_EVERY_MS) return;
    this.#saidAt = now;
    this.#onShortage(this.state);
  }

  #evict(besides: OpenFile): boolean {
    for (const file of this.#files) {
      if (file.busy || file === besides) continue;
      file.rest();
      this.#files.delete(file);
      this.#evicted += 1;
      return true;
    }
    return false;
  }
}

function isCannotOpen(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_CANTOPEN');
}
