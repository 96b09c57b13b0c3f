import { stripControls } from '../lib/text.js';
import type { ImportSummary } from './summary.js';

/**
 * A file cannot be read, or not to its end. What stood before the fault has been handed on.
 * The message names the place in the file, not the file.
 */
export class FileProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileProblem';
  }
}

/** Nothing was started: the files, the folder or the mapping are not usable. Lists every reason. */
export class TransferRefused extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.map(stripControls).join('\n'));
    this.name = 'TransferRefused';
  }
}

/** An import stopped on the way. `summary` holds what had been taken, and stays in the database. */
export class ImportStopped extends Error {
  constructor(
    message: string,
    readonly summary: ImportSummary,
    options?: ErrorOptions,
  ) {
    super(stripControls(message), options);
    this.name = 'ImportStopped';
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
