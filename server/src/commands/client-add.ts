import { resolve } from 'node:path';
import type { Command } from 'commander';
import { count } from '../lib/text.js';
import { NameTakenError } from '../store/directory/directory.js';
import type { RejectedLine } from './client-file.js';
import { givenSettings, type SettingOptions, settingOptions } from './client-settings.js';
import { CommandError, type Report, reasonOf, UsageError } from './command-error.js';
import { defineCommand, reporting } from './define-command.js';
import {
  addRecord,
  checkEntry,
  DEFAULT_TIME_ZONE,
  type NewEntryOptions,
  recordEntry,
} from './make-tenant.js';
import { stopOnInterrupt } from './stopping.js';
import { withServices } from './with-services.js';
import type { World } from './world.js';

type AddOptions = NewEntryOptions & SettingOptions & { readonly from?: string };

/** The most rejected lines that are printed for people. */
const MOST_PRINTED = 20;

/** `portico client add`: makes a client, or those of a file. */
export function addCommand(group: Command, world: World): void {
  const command = defineCommand(group, {
    usage: 'add [name]',
    description: 'make a client database, or with --from one for each line of a file',
    examples: [
      'portico client add acme',
      'portico client add acme --title "Acme Realty" --timezone America/Chicago',
      'portico client add acme --database postgres://portico:PASSWORD@db.example.com/portico',
      'portico client add --from clients.csv --json',
    ],
  })
    .option('--from <file>', 'a CSV file with a line for each client; those there are stay')
    .option('--title <title>', 'what people call it (default: its name)')
    .option('--timezone <zone>', 'the zone its dates are printed in', DEFAULT_TIME_ZONE)
    .option('--database <url>', 'a PostgreSQL database of its own for this client')
    .option('--adopt', 'use that database as it is where it holds data of this client already');
  settingOptions(command)
    .addHelpText(
      'after',
      '\nThe first line of the file of --from names its columns: name, and any of the options above, such as' +
        '\ntitle, timezone, lead-recipients. An empty cell is an option that is left out.',
    )
    .action(
      reporting(world, async (name: string | undefined, options: AddOptions) => {
        const { from } = options;
        if ((name === undefined) === (from === undefined)) {
          throw new UsageError('Name the client, or with --from the file that names the clients.');
        }
        if (from !== undefined) return addAll(world, resolve(world.cwd, from), command, options);
        await recordEntry(world, name ?? '', 'client', options, givenSettings(options));
        return { json: { client: name }, text: `Made the client ${name}.` };
      }),
    );
}

async function addAll(
  world: World,
  path: string,
  command: Command,
  { from: _, ...common }: AddOptions,
): Promise<Report> {
  const { clientLines } = await import('./client-file.js');
  const made: string[] = [];
  const rejected: RejectedLine[] = [];
  let existing = 0;
  const json = () => ({ made, existing, rejected });
  const interrupt = stopOnInterrupt();
  try {
    await withServices(world, async (services) => {
      for await (const client of clientLines(path, command, common)) {
        if (interrupt.signal.aborted) {
          throw new CommandError(
            `Stopped after ${count(made.length)} clients. Run it again: it makes those that are missing.`,
            json(),
          );
        }
        if ('reason' in client) {
          rejected.push(client);
          continue;
        }
        const { line, name, options, settings } = client;
        try {
          const there = await services.directory.tenant(name);
          if (there !== undefined && there.kind !== 'client') throw new NameTakenError(name);
          if (there !== undefined) {
            existing += 1;
            continue;
          }
          const entry = { ...checkEntry(name, options, world.clock.now()), ...settings };
          await addRecord(services, entry, options);
          await services.tenants.letGo(name);
          made.push(name);
        } catch (error) {
          const field = error instanceof NameTakenError ? 'name' : undefined;
          rejected.push({ line, field, reason: reasonOf(error) });
        }
      }
    });
  } finally {
    interrupt.dispose();
  }
  return {
    failed: rejected.length > 0,
    json: json(),
    text: textOf(made.length, existing, rejected),
  };
}

function textOf(made: number, existing: number, rejected: readonly RejectedLine[]): string {
  const lines = rejected.slice(0, MOST_PRINTED).map(({ line, field, reason }) => {
    return `line ${line}${field === undefined ? '' : `, ${field}`}: ${reason}`;
  });
  const more = rejected.length - lines.length;
  return [
    `Made ${count(made)} clients; ${count(existing)} were there, ${count(rejected.length)} lines are rejected.`,
    ...lines,
    ...(more > 0 ? [`${count(more)} more: --json names them all.`] : []),
  ].join('\n');
}
