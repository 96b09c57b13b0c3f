import type { ImportSummary } from './summary.js';
import { stripControls } from './text.js';

/**
 * A file that cannot be read, or not to its end. The content before the error was passed on. The
 * message names the place in the file, not the file.
 */
export class FileProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileProblem';
  }
}

/** The transfer did not start, because of its files, its folder or its mapping. Lists every reason. */
export class TransferRefused extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.map(stripControls).join('\n'));
    this.name = 'TransferRefused';
  }
}

/** An import that stopped early. `summary` counts the records that it read; the written ones stay. */
export class ImportStopped extends Error {
  constructor(
    message: string,
    readonly summary: ImportSummary,
    options?: ErrorOptions,
  ) {
    super(message.split('\n').map(stripControls).join('\n'), options);
    this.name = 'ImportStopped';
  }
}

/** A complete import that has written its records, and did not remove all that its files do not name. */
export class RemovalRefused extends ImportStopped {
  /** @param dryRun Whether nothing was written or removed at all. */
  constructor(
    message: string,
    summary: ImportSummary,
    readonly dryRun: boolean,
  ) {
    super(message, summary);
  }
}

/** An error with its path, which those of writing and reading lack: `ENOSPC: no space left on device, write`. */
export function withPath(path: string, error: unknown): unknown {
  const { syscall, path: named } = error as { readonly syscall?: unknown; readonly path?: unknown };
  if (syscall === undefined || named !== undefined) return error;
  return new Error(`${path}: ${messageOf(error)}`, { cause: error });
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
