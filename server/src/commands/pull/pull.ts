import { type Command, InvalidArgumentError, Option } from 'commander';
import { define, defineCommand, reporting, type World } from '../command.js';
import type { Report } from '../command-error.js';
import { type OpenedCommand, reportingOn } from '../open.js';
import { wholeUpTo } from '../options.js';
import { pullFile, runScheduled } from './run.js';
import * as schedule from './schedule.js';

const ON_INPUT =
  '\nWith - for the file, standard input holds a JSON object: file, the text of the file; mappings, the texts of those that it' +
  '\nnames; secrets, the values of its variables.';

/** `portico pull`: data in, from an MLS. */
export function pullCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'pull',
    description: 'bring a client or feed up to date with an MLS, once, or have servers do it',
    examples: [
      'portico pull actris actris.yaml',
      'portico pull add actris actris.yaml --every 10m',
      'portico pull secret actris ACTRIS_TOKEN < token.txt',
    ],
  });

  const once = defineCommand(group, {
    usage: 'once <name> <file>',
    isDefault: true,
    description: 'pull once, as a file says; you can leave out the word `once`',
    examples: [
      'portico pull actris actris.yaml --show 3',
      'portico pull once actris actris.yaml',
      'portico pull actris actris.yaml --sweep',
    ],
  })
    .option('--dry-run', 'ask for records and check them, and write none')
    .option(
      '--show <number>',
      'print the first records as they are read; implies --dry-run',
      wholeUpTo(100),
    );
  sweepOptions(once)
    .addHelpText('after', `${ON_INPUT}\n\ndocs/mls.md explains the file.`)
    .action(reporting(world, pullFile));

  defineCommand(group, {
    usage: 'add <name> <file>',
    description: 'add a pull that servers run, or change its file or its time',
    examples: ['portico pull add actris actris.yaml --every 10m'],
  })
    .requiredOption('--every <time>', 'how often: 1m to 12h', timeOf)
    .addHelpText('after', `${ON_INPUT} They are stored encrypted.`)
    .action(reportingOn(world, 'client or feed', schedule.add));

  defineCommand(group, {
    usage: 'list',
    description: 'list the pulls of all clients and feeds',
    examples: ['portico pull list', 'portico pull list --json'],
  }).action(reporting(world, schedule.list));

  // Only `run` opens the database by itself.
  const on = <Options>(work: (opened: OpenedCommand, options: Options) => Promise<Report>) =>
    reportingOn(world, 'client or feed', work);
  const each = (name: string, description: string, action: Parameters<Command['action']>[0]) =>
    defineCommand(group, {
      usage: `${name} <name>`,
      description,
      examples: [`portico pull ${name} actris`, `portico pull ${name} actris --source actris`],
    })
      .addOption(sourceOption())
      .action(action);
  each('show', 'show a pull, and its file', on(schedule.show));
  sweepOptions(each('run', 'run a pull now, as a server does', reporting(world, runScheduled)));
  each('pause', 'pause a pull; a run in progress ends first', on(schedule.pause));
  each('resume', 'run it again', on(schedule.resume));
  each('remove', 'forget a pull and how far it has read; records stay', on(schedule.remove));

  defineCommand(group, {
    usage: 'secret <name> <variable>',
    description: 'store a secret that the file names, read from standard input and encrypted',
    examples: ['portico pull secret actris ACTRIS_TOKEN < token.txt'],
  })
    .addOption(sourceOption())
    .action(reportingOn(world, 'client or feed', schedule.secret));
}

function sweepOptions(command: Command): Command {
  return command
    .option('--sweep', 'compare all keys now, and remove what the source no longer has')
    .option('--force', 'with --sweep, remove any number');
}

function sourceOption(): Option {
  return new Option('--source <source>', 'which pull, if the client or feed has several');
}

const MINUTE_MS = 60_000;

/** Reads `10m` or `2h`. @returns Milliseconds. */
function timeOf(text: string): number {
  const [, number, unit] = /^(\d{1,3})(m|h)$/.exec(text) ?? [];
  const ms = Number(number) * (unit === 'h' ? 60 : 1) * MINUTE_MS;
  // Most licenses allow listings to be 12 hours old.
  if (ms >= MINUTE_MS && ms <= 720 * MINUTE_MS) return ms;
  throw new InvalidArgumentError('A time from 1m to 12h is accepted, such as 10m.');
}
