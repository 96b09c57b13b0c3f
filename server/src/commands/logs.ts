import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { stripControls } from '../lib/text.js';
import { define, terminalFor, type World } from './command.js';
import { CommandError, UsageError } from './command-error.js';
import { type LogEntry, logLineText, parseLogLine, type Terminal } from './terminal.js';

interface Options {
  readonly client?: string;
  readonly status?: RegExp;
  readonly request?: string;
  readonly raw?: true;
}

/** What every line of the log begins with; a collector may have put its own words before. */
const BEGINNING = '{"level":';

/** `portico logs`: the server's log for people, and only the lines that are looked for. */
export function logsCommand(program: Command, world: World): void {
  define(program, {
    usage: 'logs [file]',
    description: 'show the log of a server in a readable form, from a file or standard input',
    examples: [
      'journalctl -u portico -o cat | portico logs --status 5xx',
      'journalctl -u portico -o cat -f | portico logs --client acme',
      'portico logs /var/log/portico.log --request 0c7d2a4e',
    ],
  })
    .option('--client <name>', 'only lines about this client')
    .option('--status <status>', 'only calls with this status, such as 404 or 5xx', statusPattern)
    .option('--request <id>', 'only requests whose id begins with this')
    .option('--raw', 'print the lines as they are, one JSON object each')
    .action((file: string | undefined, options: Options) => logs(world, file, options));
}

function statusPattern(text: string): RegExp {
  if (!/^[1-5](\d\d|xx)$/i.test(text)) {
    throw new InvalidArgumentError('A status is a number such as 404, or a class such as 5xx.');
  }
  return new RegExp(`^${text.toLowerCase().replaceAll('x', '\\d')}$`);
}

async function logs(world: World, file: string | undefined, options: Options): Promise<void> {
  const input = await inputOf(world, file);
  const lines = createInterface({ input, terminal: false });
  const text = shown(lines, options, terminalFor(world));
  try {
    await pipeline(text, world.stdout, { end: false });
  } catch (error) {
    // The reader has seen enough, as in `portico logs file | head`.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** The lines that the options ask for, as people read them. */
async function* shown(
  lines: AsyncIterable<string>,
  options: Options,
  terminal: Terminal,
): AsyncGenerator<string> {
  const { client, status, request, raw } = options;
  const isFiltered = client !== undefined || status !== undefined || request !== undefined;
  for await (const line of lines) {
    const from = line.indexOf(BEGINNING);
    const entry = from === -1 ? undefined : parseLogLine(line.slice(from));
    if (entry === undefined) {
      if (!isFiltered) yield `${stripControls(line)}\n`;
    } else if (matches(entry, options)) {
      yield `${raw === true ? line.slice(from) : logLineText(entry, terminal)}\n`;
    }
  }
}

async function inputOf({ cwd, stdin }: World, file: string | undefined): Promise<Readable> {
  if (file === undefined) {
    if (stdin.isTTY !== true) return stdin;
    throw new UsageError(
      'Nothing to read: name a file, or hand the log over, as in ' +
        '`journalctl -u portico -o cat | portico logs`.',
    );
  }
  try {
    return (await open(resolve(cwd, file))).createReadStream();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be read (${code}).`);
  }
}

function matches({ fields }: LogEntry, { client: tenant, status, request }: Options): boolean {
  if (tenant !== undefined && fields.client !== tenant) return false;
  if (status !== undefined && !status.test(String(fields.status))) return false;
  return request === undefined || String(fields.reqId ?? '').startsWith(request);
}
