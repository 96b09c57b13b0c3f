import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.js';

/**
 * Bytes that the log writes at once, at most: what a pipe takes in one piece, so that the lines of
 * several processes do not get into each other.
 */
const PIECE = 4096;

/**
 * How long lines gather before they are written, in milliseconds. Written one by one, a line of the
 * log would cost more than a refused call whose line it is. Whatever ends the program, but for a
 * SIGKILL, writes what has gathered.
 */
const GATHER_MS = 100;

/** Does something with a log on standard error, and lets no line of it be lost. */
export async function withLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  work: (log: Logger) => Promise<void>,
): Promise<void> {
  // Not `world.stderr`: a log that is written while callers wait has to be written asynchronously.
  const lines = pino.destination({ dest: 2, sync: false, minLength: PIECE - 1, maxWrite: PIECE });
  let gathering: NodeJS.Timeout | undefined;
  const flush = (): void => {
    gathering = undefined;
    lines.flush();
  };
  const gathered: DestinationStream = {
    write(line) {
      lines.write(line);
      gathering ??= setTimeout(flush, GATHER_MS).unref();
    },
  };
  try {
    await work(pino({ level: logLevel }, gathered));
  } finally {
    clearTimeout(gathering);
    lines.flushSync();
  }
}
