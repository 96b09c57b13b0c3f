import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readBytes } from 'portico-importer/bytes.js';
import { FileProblem, messageOf } from 'portico-importer/errors.js';
import { count, quoted } from '../../lib/text.js';
import type { Services } from '../../services.js';
import { NameTakenError, type TenantSettings } from '../../store/directory/directory.js';
import { defineCommand, reporting, type World } from '../command.js';
import { CommandError, type Report, reasonOf, UsageError } from '../command-error.js';
import { withServices } from '../open.js';
import { stopOnInterrupt } from '../stopping.js';
import {
  addRecord,
  checkEntry,
  DEFAULT_TIME_ZONE,
  givenSettings,
  type NewEntryOptions,
  recordEntry,
  type SettingOptions,
  settingOptions,
} from './entry.js';

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
    .option(
      '--from <file>',
      'a CSV file with a line for each client; existing clients stay as they are',
    )
    .option('--title <title>', 'what people call it (default: its name)')
    .option('--timezone <zone>', 'the zone its dates are printed in', DEFAULT_TIME_ZONE)
    .option('--database <url>', 'a PostgreSQL database only for this client')
    .option('--adopt', 'use that database even if it already has data of this client');
  settingOptions(command)
    .addHelpText(
      'after',
      '\nThe first line of the file of --from names its columns: name, and any of the options above, such as' +
        '\ntitle, timezone, lead-recipients. An empty cell is an option that is left out.',
    )
    .action(
      reporting(world, async (_, name: string | undefined, options: AddOptions) => {
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
  const made: string[] = [];
  const rejected: RejectedLine[] = [];
  let existing = 0;
  const json = () => ({ made, existing, rejected });
  const addOne = async (services: Services, { line, name, options, settings }: NewClient) => {
    try {
      const there = await services.directory.tenant(name);
      if (there?.kind === 'client') {
        existing += 1;
        return;
      }
      if (there !== undefined) throw new NameTakenError(name);
      const entry = { ...checkEntry(name, options, world.clock.now()), ...settings };
      await addRecord(services, entry, options);
      await services.tenants.letGo(name);
      made.push(name);
    } catch (error) {
      const field = error instanceof NameTakenError ? 'name' : undefined;
      rejected.push({ line, field, reason: reasonOf(error) });
    }
  };
  await stopOnInterrupt((signal) =>
    withServices(world, async (services) => {
      for await (const client of clientLines(path, command, common)) {
        if (signal.aborted) {
          throw new CommandError(
            `Stopped after ${count(made.length)} clients. Run it again: it makes those that are missing.`,
            json(),
          );
        }
        if ('reason' in client) rejected.push(client);
        else await addOne(services, client);
      }
    }),
  );
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

interface NewClient {
  readonly line: number;
  readonly name: string;
  readonly options: NewEntryOptions;
  readonly settings: TenantSettings;
}

interface RejectedLine {
  readonly line: number;
  /** The column that is wrong; undefined where it is the whole line. */
  readonly field: string | undefined;
  readonly reason: string;
}

const YES = ['1', 'true', 'yes'];
const NO = ['0', 'false', 'no'];

/**
 * Reads a CSV file of clients, a line at a time. Its columns are `name` and the options of `client add`.
 *
 * @param command `client add`, whose options are the columns.
 * @param common The options for all lines; a cell that is not empty goes before them.
 * @throws CommandError when the file cannot be read, or its first line names no such columns.
 */
async function* clientLines(
  path: string,
  command: Command,
  common: NewEntryOptions & SettingOptions,
): AsyncGenerator<NewClient | RejectedLine, void, void> {
  const flags = new Set<string>();
  const columns = new Map([['name', 'name']]);
  for (const option of command.options) {
    const name = option.attributeName();
    // The pairs of `--site` have no cell: `client set` takes them.
    if (name === 'json' || name === 'from' || name === 'site') continue;
    columns.set(spelling(name), name);
    if (!option.required) flags.add(name);
  }
  const { readCsv } = await import('portico-importer/csv.js');
  try {
    for await (const items of readCsv(readBytes({ path }).chunks, {
      delimiter: ',',
      ownCells: false,
      naming: (header) => namesOf(header, columns),
    })) {
      for (const item of items) {
        const { line } = item;
        if (item.kind === 'fault') yield { line, field: undefined, reason: item.reason };
        else yield clientOf(line, item.record as Record<string, string>, flags, common);
      }
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (!(error instanceof FileProblem) && code === undefined) throw error;
    throw new CommandError(
      `${path}: ${code === 'ENOENT' ? 'there is no such file' : messageOf(error)}`,
    );
  }
}

/** `Lead-Recipients`, `lead_recipients` and `leadRecipients` are one column. */
function spelling(column: string): string {
  return column.toLowerCase().replaceAll(/[-_ ]/g, '');
}

function namesOf(header: readonly string[], columns: ReadonlyMap<string, string>) {
  const names = header.map((cell) => columns.get(spelling(cell.trim())) ?? null);
  const problems = header.flatMap((cell, at) => {
    if (names[at] === null) return [`there is no column ${quoted(cell)}`];
    return names.indexOf(names[at] ?? null) < at ? [`the column ${quoted(cell)} comes twice`] : [];
  });
  if (!names.includes('name')) problems.push('there is no column name');
  if (problems.length > 0) {
    problems.push(
      `the columns are name and the options of client add: ${[...columns.values()].slice(1).map(columnOf).join(', ')}`,
    );
  }
  return { names, labels: header, problems };
}

function clientOf(
  line: number,
  record: Readonly<Record<string, string>>,
  flags: ReadonlySet<string>,
  common: NewEntryOptions & SettingOptions,
): NewClient | RejectedLine {
  const given: Record<string, string | boolean> = {};
  let settings: TenantSettings = givenSettings(common);
  for (const [field, text] of Object.entries({ name: '', ...record })) {
    try {
      const value = flags.has(field) ? flag(text) : text;
      // Each by itself, so that the field of a refusal is known.
      if (field !== 'adopt') checkEntry(field === 'name' ? text : 'a', { [field]: value });
      settings = { ...settings, ...givenSettings({ [field]: value }) };
      given[field] = value;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { line, field: columnOf(field), reason: error.words };
    }
  }
  const options: NewEntryOptions = { ...common, ...given };
  if (options.adopt === true && options.database === undefined) {
    return { line, field: 'adopt', reason: 'It is about a database, which the line names, too.' };
  }
  return { line, name: String(given.name), settings, options };
}

/** `leadRecipients` as the option is called: `lead-recipients`. */
function columnOf(attribute: string): string {
  return attribute.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function flag(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  if (NO.includes(word)) return false;
  throw new UsageError(`${quoted(text)} is neither yes nor no.`);
}
