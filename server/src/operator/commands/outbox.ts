import { type Command, InvalidArgumentError, Option } from 'commander';
import { LETTER_STATES, type LetterState } from '../../mail/email.js';
import {
  countLetters,
  countUnsent,
  type ListedLetter,
  listLetters,
} from '../../mail/email-store.js';
import type { Services } from '../../services.js';
import { findClient } from '../checks.js';
import { CommandError, type Report } from '../command-error.js';
import { defineCommand, defineGroup, reporting } from '../define.js';
import { withServices } from '../session.js';
import { moment, table } from '../text-table.js';
import type { World } from '../world.js';

interface ListOptions {
  readonly client?: string;
  readonly state?: LetterState;
  readonly limit: number;
}

/** Letters that `outbox list` prints unless it is told otherwise, and at most. */
const LISTED = 100;
const MOST_LISTED = 10_000;

/** `portico outbox list|flush`: the letters to send (R152). */
export function outboxCommands(program: Command, world: World): void {
  const group = defineGroup(program, {
    usage: 'outbox',
    description: 'list the letters to send, and send those that wait',
    examples: ['portico outbox list --state failed', 'portico outbox flush'],
  });

  defineCommand(group, {
    usage: 'list',
    description: 'list letters, the newest first: what became of each, and not what it says',
    examples: [
      'portico outbox list',
      'portico outbox list --state failed',
      'portico outbox list --client acme --limit 10 --json',
    ],
  })
    .option('--client <name>', 'only the letters of this client')
    .addOption(new Option('--state <state>', 'only letters in this state').choices(LETTER_STATES))
    .option('--limit <number>', `how many, at most ${MOST_LISTED}`, limitOf, LISTED)
    .action(reporting(world, (options: ListOptions) => list(world, options)));

  defineCommand(group, {
    usage: 'flush',
    description: 'try every letter that was not sent, now, those that were given up too',
    examples: ['portico outbox flush', 'portico outbox flush --json'],
  }).action(reporting(world, () => flush(world)));
}

function limitOf(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MOST_LISTED) {
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${MOST_LISTED}.`);
  }
  return limit;
}

interface ClientLetter extends ListedLetter {
  readonly client: string;
}

async function list(world: World, { client, state, limit }: ListOptions): Promise<Report> {
  const counts: Record<LetterState, number> = { waiting: 0, sent: 0, failed: 0 };
  const letters: ClientLetter[] = [];
  await withServices(world, async (services) => {
    for (const entry of await clientsOf(services, client)) {
      const database = await services.clients.database(entry);
      const of = await countLetters(database);
      for (const each of LETTER_STATES) counts[each] += of[each];
      for (const letter of await listLetters(database, { state, limit })) {
        letters.push({ ...letter, client: entry.name });
      }
    }
  });
  letters.sort((a, b) => b.created_at - a.created_at || b.id - a.id);
  const shown = letters.slice(0, limit);
  return {
    json: { counts, letters: shown.map(letterJson) },
    text: [
      `${counts.waiting} waiting, ${counts.sent} sent, ${counts.failed} failed.`,
      ...(shown.length === 0 ? [] : ['', table(HEADINGS, shown.map(letterRow))]),
    ].join('\n'),
  };
}

async function clientsOf({ directory }: Services, name: string | undefined) {
  if (name !== undefined) return [await findClient(directory, name)];
  return (await directory.clients()).filter(({ kind }) => kind === 'client');
}

const HEADINGS = ['CLIENT', 'ID', 'KIND', 'CREATED', 'STATE', 'TRIES', 'TO', 'SUBJECT', 'REASON'];

function letterRow(letter: ClientLetter): string[] {
  return [
    letter.client,
    `${letter.id}`,
    letter.kind,
    moment(letter.created_at),
    letter.state,
    `${letter.attempts}`,
    letter.to_address,
    letter.subject,
    letter.last_error,
  ];
}

function letterJson(letter: ClientLetter): object {
  const time = (at: number) => new Date(at).toISOString();
  return {
    client: letter.client,
    id: letter.id,
    kind: letter.kind,
    to: { name: letter.to_name, address: letter.to_address },
    subject: letter.subject,
    messageID: letter.message_id,
    state: letter.state,
    attempts: letter.attempts,
    created: time(letter.created_at),
    next: letter.state === 'waiting' ? time(letter.next_attempt_at) : null,
    sent: letter.state === 'sent' ? time(letter.sent_at) : null,
    reason: letter.last_error,
  };
}

async function flush(world: World): Promise<Report> {
  const done = await withServices(world, async (services) => {
    const { sent, closed } = await services.outbox.flush();
    const left = { waiting: 0, failed: 0 };
    const clients = await clientsOf(services, undefined);
    for (const entry of clients.filter(({ name }) => !closed.includes(name))) {
      const database = await services.clients.database(entry);
      const { waiting, failed } = await countUnsent(database, world.clock.now());
      left.waiting += waiting;
      left.failed += failed;
    }
    return { sent, ...left, closed };
  });
  const { sent, waiting, failed, closed } = done;
  const counts = { sent, waiting, failed };
  if (closed.length > 0) {
    throw new CommandError(
      `The databases of these clients cannot be opened: ${closed.join(', ')}.`,
      counts,
    );
  }
  if (waiting > 0 || failed > 0) {
    throw new CommandError(
      `${sent} sent. ${waiting} could not be sent and are tried again by a running server; ` +
        `${failed} were given up. \`portico outbox list\` says why.`,
      counts,
    );
  }
  return { json: counts, text: sent === 0 ? 'Nothing to send.' : `${sent} sent.` };
}
