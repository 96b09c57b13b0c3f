import { ConfigError } from '../config/config.js';
import { ImportStopped, messageOf, TransferRefused } from '../transfer/errors.js';
import { summaryText } from './transfer-summary.js';

/** What a command answers when its work is done. */
export interface Report {
  /** The object printed with `--json`. */
  readonly json: object;
  /** What is printed for people; lines, without a line break at the end. */
  readonly text: string;
  /** Something to think about: below the text, or on standard error with `--json`. */
  readonly warning?: string | undefined;
}

/** The exit codes of the program. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** The command was called in a way it does not offer: exit code 2. */
export class UsageError extends Error {
  /** @param advice What people are told besides; programs are not. */
  constructor(
    message: string,
    readonly advice?: string,
  ) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The work cannot be done as things stand: exit code 1. */
export class CommandError extends Error {
  /** @param done What was done nevertheless, told to programs. */
  constructor(
    message: string,
    readonly done?: object,
  ) {
    super(message);
    this.name = 'Failure';
  }
}

/** Why a command did not do its work. */
export interface ErrorReport {
  readonly exitCode: number;
  /** `usage`, `configuration` or `failed`. */
  readonly code: string;
  readonly message: string;
  /** What people are told besides. */
  readonly advice?: string | undefined;
  /** Every reason, where there is more than one to mend. */
  readonly problems?: readonly string[];
  /** What had been done when the work stopped. */
  readonly done?: object;
}

/** Makes a fault of anything that was thrown. */
export function errorReport(error: unknown): ErrorReport {
  if (error instanceof UsageError) {
    const { message, advice } = error;
    return { exitCode: EXIT.usage, code: 'usage', message, advice };
  }
  if (error instanceof ConfigError) {
    const { message, problems } = error;
    return { exitCode: EXIT.failed, code: 'configuration', message, problems };
  }
  const failed = { exitCode: EXIT.failed, code: 'failed' };
  if (error instanceof TransferRefused) {
    return { ...failed, message: error.message, problems: error.problems };
  }
  if (error instanceof ImportStopped) {
    const { message, summary } = error;
    return { ...failed, message, advice: `\n${summaryText(summary, false)}`, done: summary };
  }
  if (error instanceof CommandError && error.done !== undefined) {
    return { ...failed, message: error.message, done: error.done };
  }
  return { ...failed, message: reasonOf(error) };
}

/** Why something failed, in words. */
export function reasonOf(error: unknown): string {
  // A refused connection is reported once for each address that was tried, under an empty message.
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(reasonOf).join('; ');
  }
  const message = messageOf(error);
  return message === '' ? 'The work failed for an unknown reason.' : message;
}
