import {
  ImportStopped,
  messageOf,
  RemovalRefused,
  TransferRefused,
} from 'portico-importer/errors.js';
import { ConfigError } from '../config/config.js';
import { summaryText } from './import/summary.js';

/** The result of a command that succeeded. */
export interface Report {
  readonly json: object;
  /** The text for people; lines, without a line break at the end. */
  readonly text: string;
  /** A warning: below the text, or on standard error with `--json`. */
  readonly warning?: string | undefined;
  /** Whether to exit with 1 all the same, as the report says what is wrong. */
  readonly failed?: boolean;
}

/** The exit codes of the program. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  /**
   * @param advice Further text for people, which programs do not get.
   * @param option What is wrong, if it is an option or another named part; the message begins with it.
   */
  constructor(
    readonly words: string,
    readonly advice?: string,
    readonly option?: string,
  ) {
    super(option === undefined ? words : `${option}: ${words}`);
    this.name = 'UsageError';
  }
}

/** Reads the value of an option. @throws UsageError that names the option, for what is refused. */
export function ofOption<Value>(option: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.words, error.advice, option);
  }
}

/** The work cannot be done at present: exit code 1. */
export class CommandError extends Error {
  /** @param done The work that was done nevertheless, for programs. */
  constructor(
    message: string,
    readonly done?: object,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

/** The command failed, and its report has said so: exit code 1, and nothing more to print. */
export class ReportedFailure extends Error {}

/** The reasons why a command failed. */
export interface ErrorReport {
  readonly exitCode: number;
  /** `usage`, `configuration` or `failed`. */
  readonly code: string;
  readonly message: string;
  /** The option or other part that is wrong; the message begins with it. */
  readonly option?: string | undefined;
  /** Further text for people. */
  readonly advice?: string | undefined;
  /** Every reason, where there are several. */
  readonly problems?: readonly string[];
  /** The work that was done before the failure. */
  readonly done?: object;
}

/** The report of any thrown value. */
export function errorReport(error: unknown): ErrorReport {
  if (error instanceof UsageError) {
    const { message, advice, option } = error;
    return { exitCode: EXIT.usage, code: 'usage', message, advice, option };
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
    const dryRun = error instanceof RemovalRefused && error.dryRun;
    return { ...failed, message, advice: `\n${summaryText(summary, dryRun)}`, done: summary };
  }
  if (error instanceof CommandError && error.done !== undefined) {
    return { ...failed, message: error.message, done: error.done };
  }
  return { ...failed, message: reasonOf(error) };
}

/** The reason of a failure, in words. */
export function reasonOf(error: unknown): string {
  // A refused connection has one error for each address, under an empty message.
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(reasonOf).join('; ');
  }
  const message = messageOf(error);
  return message === '' ? 'The work failed for an unknown reason.' : message;
}
