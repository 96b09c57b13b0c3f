import { type Command, Help } from 'commander';
import { failureCodes, strictStatusOf, successCodes } from '../src/api/envelopes.js';
import { buildProgram } from '../src/commands/program.js';
import { effectiveSettings } from '../src/config/config.js';
import { MEANINGS } from '../src/config/config-reader.js';
import { type Refusal, refusals } from '../src/http/gate/refusals.js';
import { systemClock } from '../src/lib/clock.js';
import { grouped } from '../src/lib/grouped.js';
import {
  RECORD_SUBJECTS,
  TEST_TYPE,
  WEBHOOK_TYPES,
  type WebhookType,
} from '../src/outbox/webhook/types.js';
import { webhookExamples } from './webhook-examples.js';

/* The pages of docs/reference, made of what the program declares. `npm run openapi` writes them with openapi.json. */

/** The pages, by their paths from the root. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'docs/reference/commands.md': commandsPage(),
    'docs/reference/settings.md': settingsPage(),
    'docs/reference/events.md': eventsPage(),
    'docs/reference/errors.md': errorsPage(),
  };
}

function page(title: string, introduction: string, ...parts: readonly string[]): string {
  const made = '<!-- Made by `npm run openapi`. -->';
  return `${[`# ${title}`, made, introduction, ...parts].join('\n\n')}\n`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

const code = (text: string | number) => `\`${text}\``;

/* Commands */

function commandsPage(): string {
  const program = buildProgram(
    {
      ...{ environment: {}, cwd: '/', clock: systemClock, random: () => new Uint8Array() },
      ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
    },
    [],
  );
  return page(
    'Every command',
    'What `--help` prints. With `--json` a command prints one JSON object. [The command line](../command-line.md) explains what all commands have in common, and which page is about which command.',
    ...program.commands.flatMap((command) => commandParts(command, 2)),
  );
}

function commandParts(command: Command, depth: number): string[] {
  const help = new Help();
  const all = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const options = all.filter(({ long }) => long !== '--json');
  const json = options.length < all.length ? ' [--json]' : '';
  const usage = help.commandUsage(command).replace(' [options]', json);
  const head = [
    `${'#'.repeat(depth)} ${code(usage.replace(/ [<[].*/, ''))}`,
    sentence(command.description()),
  ];
  if (command.commands.length > 0)
    return [...head, ...command.commands.flatMap((each) => commandParts(each, depth + 1))];
  const rows = options.map((option) => [
    code(help.optionTerm(option)),
    help.optionDescription(option),
  ]);
  return [
    ...head,
    block('text', `Usage: ${usage}\n\n${afterHelp(command)}`),
    ...(rows.length > 0 ? [table(['Option', 'Does'], rows)] : []),
  ];
}

/** What `--help` says below the options: examples, and perhaps more. */
function afterHelp(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text.slice(command.helpInformation().length).trim();
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/* Settings */

function settingsPage(): string {
  const folder = import.meta.dirname;
  const rows = effectiveSettings({}, folder).map(({ name, value, accepts }) => [
    code(name),
    sentence(MEANINGS[name]),
    value === null || value.includes(' ') ? (value ?? 'none') : code(value.replace(folder, '.')),
    accepts.replace(/https?:\/\/[^\s,;]+/gu, code),
  ]);
  return page(
    'Every setting',
    'Environment variables, or lines of a file `.env`: [Configuration](../configuration.md) explains them.',
    table(['Variable', 'What it is', 'Default', 'Accepts'], rows),
  );
}

/* Events */

const MEANINGS_OF_TYPES: Readonly<Record<WebhookType, string>> = {
  ...WEBHOOK_TYPES,
  [TEST_TYPE]: '`portico webhook test` sends it to every receiver',
};

function eventsPage(): string {
  const types = Object.keys(MEANINGS_OF_TYPES) as WebhookType[];
  const subjects = new Set(types.map(subjectOf));
  return page(
    'Every type of message',
    'What a receiver of [webhooks](../webhooks.md) may ask for, and an example of each body. [What a message says](../webhooks/types.md) explains the fields.',
    ...[...subjects].flatMap((subject) =>
      eventParts(types.filter((type) => subjectOf(type) === subject)),
    ),
  );
}

function subjectOf(type: string): string {
  return type.replace(/\..*/, '');
}

function eventParts(types: readonly WebhookType[]): string[] {
  const subject = subjectOf(types[0] ?? '');
  // The messages about all kinds of records look like those about listings.
  const shown =
    subject !== 'listing' && Object.hasOwn(RECORD_SUBJECTS, subject) ? types.slice(0, 1) : types;
  const bodies = shown.map((type) =>
    JSON.stringify({
      type,
      timestamp: '2026-11-20T17:00:00.000Z',
      data: { client: 'acme', ...webhookExamples[type] },
    }),
  );
  return [
    `## ${subject}`,
    table(
      ['Type', 'When'],
      types.map((type) => [code(type), sentence(MEANINGS_OF_TYPES[type])]),
    ),
    block('json', bodies.join('\n')),
  ];
}

/* Errors */

function errorsPage(): string {
  const reasons = grouped(
    Object.values<Refusal>(refusals).map(({ status, words, reason }) => [
      `${code(status)} | ${words}`,
      reason,
    ]),
  );
  const rows = [...reasons].map(([answer, list]) => [...answer.split(' | '), list.join('; ')]);
  return page(
    'Every error',
    'What the server says when it does not do what a call asks for. The lists are closed.',
    '## Refusals',
    'The gate refuses a call before an endpoint sees it. The answer is the message as a JSON string; below `/manage` it is ' +
      'an object with `STATUS`, `STATUS_CODE` and `MESSAGE`. The log has the reason ([R59](../interface.md#r59)).',
    table(
      ['Status', 'Message', 'Reason in the log'],
      rows.sort(([one = ''], [other = '']) => one.localeCompare(other)),
    ),
    'A 500 is the message "An internal error occurred", with the number of the call in the log.',
    '## Codes',
    '`STATUS_CODE` in the answer of a write, and of a read with a malformed parameter. `STATUS` is `Success` or `Error`, and ' +
      '`MESSAGE` says which field is wrong. The status of HTTP is 200, or for calls with `Prefer: handling=strict` the one named here ' +
      '([R331](../interface.md#r331)).',
    table(
      ['Code', 'Means', 'Strict status'],
      [
        ...successCodes.map(([value, means]) => [code(value), means, code(200)]),
        ...failureCodes.map(([value, means]) => [code(value), means, code(strictStatusOf(value))]),
      ],
    ),
  );
}
