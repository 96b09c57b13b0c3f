import { Command, CommanderError } from 'commander';
import { PROGRAM_VERSION } from '../version.js';
import { alertCommands } from './alert.js';
import { auditCommands } from './audit.js';
import { backupCommand } from './backup.js';
import { clientCommands } from './client/client.js';
import { nameOf, printError, type World } from './command.js';
import { EXIT, errorReport, ReportedFailure, UsageError } from './command-error.js';
import { completionCommand } from './completion.js';
import { configCommand } from './config.js';
import { demoCommand } from './demo/demo.js';
import { exportCommand } from './export.js';
import { feedCommands } from './feed.js';
import { healthCommand } from './health.js';
import { importCommand, withForceKinds } from './import/import.js';
import { keyCommands } from './key/key.js';
import { leadCommands } from './lead.js';
import { logsCommand } from './logs.js';
import { mediaCommands } from './media/media.js';
import { memberCommands } from './member/member.js';
import { migrateCommand } from './migrate/migrate.js';
import { operatorCommands } from './operator.js';
import { outboxCommands } from './outbox.js';
import { partnerCommands } from './partner.js';
import { pullCommands } from './pull/pull.js';
import { removeCommand } from './remove.js';
import { restoreCommand } from './restore.js';
import { serveCommand } from './serve/serve.js';
import { statusCommand } from './status/status.js';
import { webhookCommands } from './webhook/webhook.js';

const GUIDE = `
Exit codes: 0 done, 1 the work failed, 2 wrong usage. With --json, standard output is one JSON object.
Settings come from PORTICO_… variables and a .env file; \`portico config\` prints them.

Examples:
  portico serve
  portico client add acme --title "Acme Realty"
  portico key add acme --private
  portico import acme ./export-of-the-old-system`;

/** Runs one command line. @returns The exit code: 0 done, 1 the work failed, 2 wrong usage. */
export async function runProgram(args: readonly string[], world: World): Promise<number> {
  const errors: string[] = [];
  try {
    await buildProgram(world, errors).parseAsync(withForceKinds(args), { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    if (error instanceof ReportedFailure) return EXIT.failed;
    const failure = errorReport(
      error instanceof CommanderError ? usageError(error, errors) : error,
    );
    printError(world, failure, asksForJson(args));
    return failure.exitCode;
  }
}

/** All commands. @param errors Receives what commander would print about a wrong command line. */
export function buildProgram(world: World, errors: string[]): Command {
  const program = new Command('portico')
    .description('The open, self-hosted server behind real-estate websites.')
    .version(PROGRAM_VERSION)
    .addHelpText('after', GUIDE)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      // `printError` prints them, because it masks secrets and respects --json.
      writeErr: (text) => errors.push(text),
    });
  program.hook('preAction', (_, command) => {
    world.command = nameOf(command);
  });
  serveCommand(program, world);
  healthCommand(program, world);
  statusCommand(program, world);
  logsCommand(program, world);
  clientCommands(program, world);
  keyCommands(program, world);
  partnerCommands(program, world);
  operatorCommands(program, world);
  feedCommands(program, world);
  importCommand(program, world);
  pullCommands(program, world);
  exportCommand(program, world);
  removeCommand(program, world);
  backupCommand(program, world);
  restoreCommand(program, world);
  migrateCommand(program, world);
  leadCommands(program, world);
  memberCommands(program, world);
  mediaCommands(program, world);
  outboxCommands(program, world);
  alertCommands(program, world);
  webhookCommands(program, world);
  auditCommands(program, world);
  demoCommand(program, world);
  configCommand(program, world);
  completionCommand(program, world);
  return program;
}

function usageError(error: CommanderError, errors: readonly string[]): UsageError {
  if (error.code === 'commander.help') {
    return new UsageError('A command is missing.', errors.join('').trimEnd());
  }
  const message = error.message.replace(/^error: /, '');
  const [, option, words] = /^option '[^']*?(--[\w-]+)[^']*' argument ('.*)$/s.exec(message) ?? [];
  const advice = '`--help` says what is accepted.';
  if (option === undefined) return new UsageError(message, advice);
  return new UsageError(words ?? '', advice, option);
}

/** Whether to print JSON, even if the rest of the command line makes no sense. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).includes('--json');
}
