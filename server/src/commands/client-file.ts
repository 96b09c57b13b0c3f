import type { Command } from 'commander';
import { quoted } from '../lib/text.js';
import type { TenantSettings } from '../store/directory/directory.js';
import { readBytes } from '../transfer/bytes.js';
import { FileProblem, messageOf } from '../transfer/errors.js';
import { readCsv } from '../transfer/read-csv.js';
import { givenSettings, type SettingOptions } from './client-settings.js';
import { CommandError, UsageError } from './command-error.js';
import { checkEntry, type NewEntryOptions } from './make-tenant.js';

/** A line of a file of clients: a client to make, or why it cannot be one. */
export type ClientLine =
  | {
      readonly line: number;
      readonly name: string;
      readonly options: NewEntryOptions;
      readonly settings: TenantSettings;
    }
  | RejectedLine;

/** A line that makes no client. */
export interface RejectedLine {
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
export async function* clientLines(
  path: string,
  command: Command,
  common: NewEntryOptions & SettingOptions,
): AsyncGenerator<ClientLine, void, void> {
  const flags = new Set<string>();
  const columns = new Map([['name', 'name']]);
  for (const option of command.options) {
    const name = option.attributeName();
    // The pairs of `--site` have no cell: `client set` takes them.
    if (name === 'json' || name === 'from' || name === 'site') continue;
    columns.set(spelling(name), name);
    if (!option.required) flags.add(name);
  }
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
): ClientLine {
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
      return { line, field: columnOf(field), reason: error.message };
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
