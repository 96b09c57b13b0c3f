import type { Clock } from '../lib/clock.js';

/** What a command may use of the process it runs in, and of time and chance. */
export interface World {
  readonly environment: NodeJS.ProcessEnv;
  /** The working folder, where `.env` and relative paths are looked for. */
  readonly cwd: string;
  /** The answer: text for people, or one JSON object. */
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Errors, progress and the log. */
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly clock: Clock;
  /** Gives that many bytes nobody can guess. */
  readonly random: (size: number) => Uint8Array;
}
