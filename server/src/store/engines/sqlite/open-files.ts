import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../lib/clock.js';
import type { DiskReserve } from './disk-reserve.js';
import { filesAreExhausted } from './open-file-limit.js';

/** How long an idle file stays open, and how long its idle connection for writes. */
const UNUSED_MS = 180_000;
const UNWRITTEN_MS = 60_000;

/** How often idle files are looked for. */
const LOOK_EVERY_MS = 15_000;

/** The fewest files that share the cache memory. */
const FEWEST_SHARING = 8;

/** How many idle files are closed before other calls run, and how long these have, in milliseconds. */
const CLOSED_IN_A_TURN = 4;
const PAUSE_MS = 10;

/** A file that may be closed between two uses; the next use opens it again. */
export interface OpenFile {
  /** Whether a use is under way that a close would break. */
  readonly busy: boolean;
  /** When it was last used and last written to; monotonic. */
  readonly usedAt: number;
  readonly writtenAt: number;
  /** Closes everything. */
  rest(): void;
  /** Closes only the writing connection, and renews statistics. @returns Whether it was open. */
  restWriter(): boolean;
  /** Reduces its cache memory to its share. */
  share(sharing: number): void;
}

/** The shortest time between two warnings about too many open files. */
const SAY_EVERY_MS = 60_000;

/** How many files are closed for one that cannot be opened, before its opening fails. */
const CLOSED_FOR_ONE = 16;

/** How far apart in the half that was idle for longer the files are that are closed one after the other. */
const STRIDE = 31;

export interface OpenFilesState {
  readonly open: number;
  readonly most: number;
  /** Files opened since the start. */
  readonly opened: number;
  /** Files closed since the start to stay within the limits. */
  readonly evicted: number;
}

/** What else bounds the open files. */
export interface OpenFilesOptions {
  /** The most memory of all files, by their own estimate; none by default. */
  readonly mostBytes?: number;
  /** Called, at most once a minute, when the process has too many open files. */
  readonly onShortage?: (state: OpenFilesState) => void;
  /** Makes room to open files on a full disk. */
  readonly reserve?: DiskReserve;
}

/**
 * The open SQLite files of a process: at most a set number, within a set memory, and none that was idle
 * for minutes. For one more, a file that was idle for long is closed. A file in use is never closed,
 * so the limits are exceeded while all are in use.
 */
export class OpenFiles {
  readonly reserve: DiskReserve | undefined;
  readonly #clock: Clock;
  readonly #onShortage: (state: OpenFilesState) => void;
  #most: number;
  readonly #mostBytes: number;
  /** The estimated memory of all files. */
  #bytes = 0;
  /** The longest idle first. */
  readonly #files = new Set<OpenFile>();
  readonly #timer: NodeJS.Timeout;
  #opened = 0;
  #evicted = 0;
  #sharing = FEWEST_SHARING;
  #saidAt = Number.NEGATIVE_INFINITY;

  /** @param most The most files, at least 1. */
  constructor(
    most: number,
    clock: Clock,
    { mostBytes = Number.POSITIVE_INFINITY, onShortage = () => {}, reserve }: OpenFilesOptions = {},
  ) {
    this.reserve = reserve;
    this.#most = most;
    this.#mostBytes = mostBytes;
    this.#clock = clock;
    this.#onShortage = onShortage;
    this.#timer = setInterval(() => void this.closeUnused().catch(() => {}), LOOK_EVERY_MS).unref();
  }

  get state(): OpenFilesState {
    const { size: open } = this.#files;
    return { open, most: this.#most, opened: this.#opened, evicted: this.#evicted };
  }

  /** How many files share the cache memory: a power of two, so that shares seldom change. */
  get sharing(): number {
    return this.#sharing;
  }

  /** Milliseconds from an arbitrary start. */
  now(): number {
    return this.#clock.monotonic();
  }

  /**
   * Opens a file. If the process has too many open files, others are closed for it, and fewer are kept
   * open from then on: connections need descriptors as well.
   *
   * @throws Error of `open`; an error that names the limit if there are too many files.
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

  /** Notes that a file takes more memory, or less. Others are closed if all take too much. */
  grew(file: OpenFile, bytes: number): void {
    this.#bytes += bytes;
    // What a file gives back while it is closed for another one closes no third.
    if (bytes <= 0) return;
    while (this.#bytes > this.#mostBytes && this.#evict(file)) {}
  }

  used(file: OpenFile): void {
    this.#files.delete(file);
    this.#files.add(file);
  }

  closed(file: OpenFile): void {
    this.#files.delete(file);
  }

  /**
   * Closes files that were idle for minutes, a few in a turn: a close may write the log to disk, and
   * calls wait for that.
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

  /** Stops looking for idle files. Their owners close the open ones. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** Makes room for a file that is about to be opened, and counts it. */
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
    // Where more files are called in turn than may be open, the one that was idle for longest is the next
    // to be called. So it is not always that one, but one of the half that was idle for longer.
    const half = Math.floor(this.#files.size / 2);
    let passed = half === 0 ? 0 : (this.#evicted * STRIDE) % half;
    let chosen: OpenFile | undefined;
    for (const file of this.#files) {
      if (file.busy || file === besides) continue;
      chosen = file;
      passed -= 1;
      if (passed < 0) break;
    }
    if (chosen === undefined) return false;
    chosen.rest();
    this.#files.delete(chosen);
    this.#evicted += 1;
    return true;
  }
}

function isCannotOpen(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_CANTOPEN');
}
