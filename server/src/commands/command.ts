import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { publicPrefix } from '../http/gate/key-check.js';
import type { Clock } from '../lib/clock.js';
import { stripControls } from '../lib/text.js';
import { type ErrorReport, type Report, ReportedFailure } from './command-error.js';
import { styled, type Terminal, terminalOf } from './terminal.js';

/** Where a command prints to; a terminal says so, and how wide it is. */
type OutputStream = NodeJS.WritableStream & {
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
  /** The command that is run, such as `key revoke`, from when it is known. */
  command?: string;
  /** Lets the program stand back behind servers on the same machine; absent where it is only part of a process. */
  readonly standBack?: () => void;
  /** Returns that many unguessable bytes. */
  readonly random: (size: number) => Uint8Array;
}

/** What standard output can show. */
export function terminalFor({ stdout, environment }: World): Terminal {
  return terminalOf(stdout, environment);
}

/** The texts in a command's help. */
interface CommandWords {
  /** Its name and arguments, as commander reads them: `add <name>`. */
  readonly usage: string;
  readonly description: string;
  /** Lines that a reader can copy; `--help` shows them. */
  readonly examples: readonly string[];
  /** Whether a group without the name of a command is this one. */
  readonly isDefault?: boolean;
}

/** Adds a command that prints a report, with `--json`. */
export function defineCommand(parent: Command, words: CommandWords): Command {
  return define(parent, words).option('--json', 'print one JSON object instead of text');
}

/** Adds a group of commands, such as `portico client`, or a command that prints lines instead of a report. */
export function define(
  parent: Command,
  { usage, description, examples, isDefault = false }: CommandWords,
): Command {
  return parent
    .command(usage, { isDefault })
    .description(description)
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
}

/** Makes an action of a function that returns a report, and prints the report as text or JSON. */
export function reporting<Parameters extends unknown[]>(
  world: World,
  work: (world: World, ...parameters: Parameters) => Promise<Report>,
): (...parameters: [...Parameters, Command]) => Promise<void> {
  return async (...parameters) => {
    const command = parameters.at(-1) as Command;
    const report = await work(world, ...(parameters.slice(0, -1) as Parameters));
    printReport(world, report, command.opts<{ json?: true }>().json === true);
    if (report.failed === true) throw new ReportedFailure();
  };
}

/** A command with its groups, without the program: `key revoke`. */
export function nameOf(command: Command): string {
  const { parent } = command;
  if (parent === null) return '';
  return `${nameOf(parent)} ${command.name()}`.trimStart();
}

/** Prints progress on a terminal only: a nightly job must not send it to people by email. */
export function sayTo({ stderr }: World): (step: string) => void {
  return (step) => {
    if (stderr.isTTY === true) stderr.write(`${step}\n`);
  };
}

/** Prints a command's result, and nothing else, on standard output. */
export function printReport(world: World, report: Report, json: boolean): void {
  const { stdout, stderr, environment } = world;
  stdout.write(`${json ? JSON.stringify(report.json) : report.text}\n`);
  if (report.warning === undefined) return;
  const stream = json ? stderr : stdout;
  const warning = styled(terminalOf(stream, environment), 'yellow', report.warning);
  stream.write(json ? `${warning}\n` : `\n${warning}\n`);
}

/** Prints why a command failed: always as text on standard error, with `--json` as JSON too. */
export function printError(world: World, failure: ErrorReport, json: boolean): void {
  const message = withoutSecrets(failure.message);
  const text = failure.advice === undefined ? message : `${message}\n${failure.advice}`;
  const name = styled(terminalOf(world.stderr, world.environment), 'red', 'portico:');
  world.stderr.write(`${name} ${text.split('\n').map(stripControls).join('\n')}\n`);
  if (!json) return;
  const problems = failure.problems?.map(withoutSecrets);
  const error = {
    code: failure.code,
    message,
    ...(failure.option === undefined ? {} : { option: failure.option }),
    ...(problems === undefined ? {} : { problems }),
    ...(failure.done === undefined ? {} : { done: failure.done }),
  };
  world.stdout.write(`${JSON.stringify({ error })}\n`);
}

/**
 * A message with API and partner keys cut to their public prefix and URLs without their passwords,
 * because an error message may quote a misplaced argument.
 */
function withoutSecrets(text: string): string {
  return text
    .replace(/\b(?:pk|mp)_[A-Za-z0-9_-]{9,}/g, (key) => `${publicPrefix(key)}…`)
    .replace(/:\/\/[^\s'"]*@/g, '://***@');
}
