import type { Readable } from 'node:stream';
import type { Clock } from '../lib/clock.js';
import { type Terminal, terminalOf } from '../lib/terminal.js';

/** Where a command prints to; a terminal says so, and how wide it is. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
};

/** The parts of the process, and the time and randomness, that a command may use. */
export interface World {
  readonly environment: NodeJS.ProcessEnv;
  /** The working folder, for `.env` and relative paths. */
  readonly cwd: string;
  /** What is handed over to the command; a terminal where nothing is. */
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Receives the answer: text for people, or one JSON object. */
  readonly stdout: OutputStream;
  /** Receives errors, progress and the log. */
  readonly stderr: OutputStream;
  readonly clock: Clock;
  /** Returns that many unguessable bytes. */
  readonly random: (size: number) => Uint8Array;
}

/** What standard output can show. */
export function terminalFor({ stdout, environment }: World): Terminal {
  return terminalOf(stdout, environment);
}
