import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../config/config.js';
import type { World } from '../command.js';
import { logLineText, parseLogLine, type Terminal, terminalOf } from '../terminal.js';

/** The most characters of one write: as many as a pipe takes in one piece, so that lines of processes do not mix. */
const PIECE = 4096;

/** How long lines gather, in milliseconds: a write for each would cost more than the refused call that it reports. */
const GATHER_MS = 100;

/**
 * The longest wait for the last write at the end, in milliseconds, as the log's reader may be gone.
 */
const END_MS = 1000;

/**
 * Runs `work` with a log on standard error, and writes every line of it before it returns. A person at a
 * terminal gets readable lines, everything else JSON.
 */
export async function withLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  { stderr, environment }: Pick<World, 'stderr' | 'environment'>,
  work: (log: Logger) => Promise<void>,
): Promise<void> {
  const lines = new GatheredLines();
  const destination =
    stderr.isTTY === true ? readableLines(lines, terminalOf(stderr, environment)) : lines;
  const exit = (): void => lines.endNow();
  // For an exit that no other code handles.
  process.once('exit', exit);
  try {
    await work(pino({ level: logLevel }, destination));
  } finally {
    await lines.end();
    process.off('exit', exit);
  }
}

function readableLines(lines: DestinationStream, terminal: Terminal): DestinationStream {
  return {
    write(line) {
      const entry = parseLogLine(line);
      lines.write(entry === undefined ? line : `${logLineText(entry, terminal)}\n`);
    },
  };
}

/**
 * Writes lines to standard error in groups. The buffer of pino itself (`minLength`) does not do: at
 * the end of a process it retries the rest for as long as it cannot be written, so a process that
 * crashes after the reader of its log would never end.
 */
class GatheredLines implements DestinationStream {
  // Not `world.stderr`, because writes to the log must not block callers.
  readonly #error = pino.destination({ dest: 2, sync: false, maxWrite: PIECE });
  #text = '';
  #gathering: NodeJS.Timeout | undefined;
  #underWay = false;

  constructor() {
    const ended = (): void => {
      this.#underWay = false;
    };
    // A log that cannot be written must not end the server; later lines are tried again.
    this.#error.on('drain', ended).on('error', ended);
  }

  write(line: string): void {
    if (this.#text.length + line.length > PIECE) this.#pass();
    this.#text += line;
    this.#gathering ??= setTimeout(() => this.#pass(), GATHER_MS).unref();
  }

  /** Writes the remaining lines. */
  async end(): Promise<void> {
    this.#pass();
    if (!this.#underWay) return;
    const expiry = new AbortController();
    const { signal } = expiry;
    const timeout = setTimeout(() => expiry.abort(), END_MS);
    await once(this.#error, 'drain', { signal }).catch(() => {});
    clearTimeout(timeout);
  }

  /** Writes the remaining lines synchronously, for an exit that cannot wait. */
  endNow(): void {
    try {
      writeSync(2, this.#text);
    } catch {
      // The log has no reader any more.
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
