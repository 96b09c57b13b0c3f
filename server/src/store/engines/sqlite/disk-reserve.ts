import { randomBytes } from 'node:crypto';
import { statfsSync, statSync, truncateSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { MOST_DATABASES } from './open-file-limit.js';

/** The index of a `-wal` file, which SQLite writes when it opens a database that nobody has open, even to read it. */
const INDEX_BYTES = 32_768;

const RESERVE_BYTES = INDEX_BYTES * MOST_DATABASES;

/** How much is given up at once: of what is not used at once, others take the rest. */
const PIECE_BYTES = 8_192;

/** How much is written at once, and how often a look is taken whether it is all there. */
const PORTION_BYTES = 1_048_576;
const LOOK_EVERY_MS = 60_000;

/**
 * SQLite makes sure of the room of an index by a byte in each page of this size. Where blocks are smaller, the rest
 * of a page has no room yet, and the system ends a process that writes there while the disk is full.
 */
const PAGE_BYTES = 4_096;

/** Less free room than this makes SQLite fail before it can say why, in bytes. */
export const LEAST_ROOM = 1_000_000;

/** Whether a folder is on a disk without room. */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_ROOM;
  } catch {
    return false;
  }
}

/** Whether an error says that a disk has no room: of most calls SQLite only says `disk I/O error`. */
export function isOfFullDisk(error: unknown, folder: string): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(?:SQLITE_FULL|ENOSPC)/.test(code)) return true;
  return /^SQLITE_(?:IOERR|CANTOPEN)/.test(code) && isDiskFull(folder);
}

/**
 * Room that a server keeps for the day on which the disk is full: a file in the data folder, which is given
 * up piece by piece, so that databases can still be opened and read, and stamps of signed calls be stored.
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #file: string;
  readonly #log: Logger;
  #isGiven = false;
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> = Promise.resolve();

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#file = join(folder, 'reserve');
    this.#log = log;
  }

  /** Makes the reserve where there is room for it, and again after it was given up. Only a server does. */
  keep(): void {
    const fill = () => {
      // Where the disk has filled up meanwhile, the next look goes on.
      this.#filling = this.#fill().catch(() => {});
    };
    this.#timer = setInterval(fill, LOOK_EVERY_MS).unref();
    fill();
  }

  /** Does what has no effect where the disk is full, and gives up a piece of the reserve until it is done. */
  makeRoom<Result>(work: () => Result): Result {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isOfFullDisk(error, this.#folder) || !this.#give()) throw error;
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#filling;
  }

  /** @returns Whether there was anything to give. */
  #give(): boolean {
    const size = this.#size();
    if (size === 0) return false;
    try {
      truncateSync(this.#file, Math.max(0, size - PIECE_BYTES));
    } catch {
      // Another account's, where a command is run by one that may not write here.
      return false;
    }
    if (!this.#isGiven) {
      this.#log.error(
        { folder: this.#folder },
        'the disk is full: reads go on out of the reserve, and writes fail until there is room',
      );
    }
    this.#isGiven = true;
    return true;
  }

  async #fill(): Promise<void> {
    while (this.#size() < RESERVE_BYTES) {
      if (!isFit(this.#folder)) return;
      // Some file systems would compress zeros to nothing.
      await appendFile(this.#file, randomBytes(PORTION_BYTES), { mode: 0o600 });
    }
    if (this.#isGiven) this.#log.info('there is room on the disk again, and the reserve is kept');
    this.#isGiven = false;
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}

/** Whether a disk has room for a reserve, and can use it. */
function isFit(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 2 * RESERVE_BYTES && bsize >= PAGE_BYTES;
}
