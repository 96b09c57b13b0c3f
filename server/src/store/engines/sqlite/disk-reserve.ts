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

/** How much is written at once, and how often the size is checked. */
const PORTION_BYTES = 1_048_576;
const CHECK_EVERY_MS = 60_000;

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
    return freeRoom(folder).bytes < LEAST_ROOM;
  } catch {
    return false;
  }
}

/** Whether an error says that a disk has no room: of most calls SQLite only says `disk I/O error`. */
export function isDiskFullError(error: unknown, folder: string): boolean {
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
  #isUsed = false;
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
      // If the disk has become full, the next check goes on.
      this.#filling = this.#fill().catch(() => {});
    };
    this.#timer = setInterval(fill, CHECK_EVERY_MS).unref();
    fill();
  }

  /** Runs `work` again with one more piece of the reserve given up, as long as it fails because the disk is full. */
  makeRoom<Result>(work: () => Result): Result {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isDiskFullError(error, this.#folder) || !this.#release()) throw error;
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#filling;
  }

  /** Gives up a piece. @returns Whether there was one. */
  #release(): boolean {
    const size = this.#size();
    if (size === 0) return false;
    try {
      truncateSync(this.#file, Math.max(0, size - PIECE_BYTES));
    } catch {
      // Another account's, where a command is run by one that may not write here.
      return false;
    }
    if (!this.#isUsed) {
      this.#log.error(
        { folder: this.#folder },
        'the disk is full: reads go on out of the reserve, and writes fail until there is room',
      );
    }
    this.#isUsed = true;
    return true;
  }

  async #fill(): Promise<void> {
    while (this.#size() < RESERVE_BYTES) {
      // Room for more than the reserve, on a disk that can use it.
      const { bytes, blockSize } = freeRoom(this.#folder);
      if (bytes < 2 * RESERVE_BYTES || blockSize < PAGE_BYTES) return;
      // Some file systems would compress zeros to nothing.
      await appendFile(this.#file, randomBytes(PORTION_BYTES), { mode: 0o600 });
    }
    if (this.#isUsed) this.#log.info('there is room on the disk again, and the reserve is kept');
    this.#isUsed = false;
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}

function freeRoom(folder: string): { bytes: number; blockSize: number } {
  const { bavail, bsize } = statfsSync(folder);
  return { bytes: bavail * bsize, blockSize: bsize };
}
