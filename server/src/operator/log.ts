import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.js';

/**
 * The most characters of the log that are written at once: as many as a pipe takes in one piece, so
 * that the lines of several processes do not mix.
 */
const PIECE = 4096;

/**
 * How long lines gather before they are written, in milliseconds. Written one by one, a log line would
 * cost more than the refused call that it reports.
 */
const GATHER_MS = 100;

/** How long the last lines may take at the end, in milliseconds, as their reader may be gone. */
const END_MS = 1000;

/** Runs `work` with a log on standard error, and loses no line of it. */
export async function withLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  work: (log: Logger) => Promise<void>,
): Promise<void> {
  const lines = new GatheredLines();
  const exit = (): void => lines.endNow();
  // For an exit that nothing else has caught.
  process.once('exit', exit);
  try {
    await work(pino({ level: logLevel }, lines));
  } finally {
    await lines.end();
    process.off('exit', exit);
  }
}

/**
 * Standard error, to which lines are written together. The buffer of pino itself (`minLength`) would do,
 * were it not for the end of a process: what is left in it is then tried for as long as it cannot be
 * written, and a process that crashes after the reader of its log would never end.
 */
class GatheredLines implements DestinationStream {
  // Not `world.stderr`: a log that is written while callers wait has to be written asynchronously.
  readonly #error = pino.destination({ dest: 2, sync: false, maxWrite: PIECE });
  #text = '';
  #gathering: NodeJS.Timeout | undefined;
  #underWay = false;

  constructor() {
    const ended = (): void => {
      this.#underWay = false;
    };
    // A log that cannot be written ends no server; what follows is tried again.
    this.#error.on('drain', ended).on('error', ended);
  }

  write(line: string): void {
    if (this.#text.length + line.length > PIECE) this.#pass();
    this.#text += line;
    this.#gathering ??= setTimeout(() => this.#pass(), GATHER_MS).unref();
  }

  /** Writes what there is. */
  async end(): Promise<void> {
    this.#pass();
    if (!this.#underWay) return;
    const expiry = new AbortController();
    const { signal } = expiry;
    const timeout = setTimeout(() => expiry.abort(), END_MS);
    await once(this.#error, 'drain', { signal }).catch(() => {});
    clearTimeout(timeout);
  }

  /** Writes what has gathered, where nothing can be waited for. */
  endNow(): void {
    try {
      writeSync(2, this.#text);
    } catch {
      // Nobody reads it any more.
    }
    this.#text = '';
  }

  #pass(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (this.#text === '') return;
    this.#underWay = true;
    this.#error.write(this.#text);
    this.#text = '';
  }
}
