import type { Command } from 'commander';
import { type Report, ReportedFailure } from './command-error.js';
import { printReport } from './printing.js';
import type { World } from './world.js';

/** The texts in a command's help. */
export interface CommandWords {
  /** Its name and arguments, as commander reads them: `add <name>`. */
  readonly usage: string;
  readonly description: string;
  /** Lines that a reader can copy; `--help` shows them. */
  readonly examples: readonly string[];
}

/** Adds a command with `--json` and examples in its help. */
export function defineCommand(parent: Command, words: CommandWords): Command {
  return parent
    .command(words.usage)
    .description(words.description)
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', examplesText(words.examples));
}

/** Adds a command that prints lines of its own in place of a report, and has no `--json`. */
export function defineStream(parent: Command, words: CommandWords): Command {
  return parent
    .command(words.usage)
    .description(words.description)
    .addHelpText('after', examplesText(words.examples));
}

/** Adds a group of commands, such as `portico client`. */
export function defineGroup(parent: Command, words: CommandWords): Command {
  return parent
    .command(words.usage)
    .description(words.description)
    .addHelpText('after', examplesText(words.examples));
}

/** Makes an action of a function that returns a report, and prints the report as text or JSON. */
export function reporting<Parameters extends unknown[]>(
  world: World,
  work: (...parameters: Parameters) => Promise<Report>,
): (...parameters: [...Parameters, Command]) => Promise<void> {
  return async (...parameters) => {
    const command = parameters.at(-1) as Command;
    const report = await work(...(parameters.slice(0, -1) as Parameters));
    printReport(world, report, command.opts<{ json?: true }>().json === true);
    if (report.failed === true) throw new ReportedFailure();
  };
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`;
}
