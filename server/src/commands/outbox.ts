import { type Command, Option } from 'commander';
import { countEmail, type ListedEmail, listEmail } from '../outbox/email/email-store.js';
import { type Progress, progressJson, QUEUE_STATES, type QueueState } from '../outbox/queue.js';
import type { Services } from '../services.js';
import { define, defineCommand, reporting, terminalFor, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';
import { findEntry, withServices } from './open.js';
import { limitOption } from './options.js';
import { type Columns, type Look, moment, print } from './print.js';

interface ListOptions {
  readonly client?: string;
  readonly state?: QueueState;
  readonly limit: number;
}

/** `portico outbox list|flush`: the emails to send (R152). */
export function outboxCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'outbox',
    description: 'list emails, and send those that are waiting',
    examples: ['portico outbox list --state failed', 'portico outbox flush'],
  });

  defineCommand(group, {
    usage: 'list',
    description: 'list emails with their states, the newest first',
    examples: [
      'portico outbox list',
      'portico outbox list --state failed',
      'portico outbox list --client acme --limit 10 --json',
    ],
  })
    .option('--client <name>', 'only the emails of this client or feed')
    .addOption(new Option('--state <state>', 'only emails in this state').choices(QUEUE_STATES))
    .addOption(limitOption())
    .action(reporting(world, list));

  defineCommand(group, {
    usage: 'flush',
    description: 'try to send every email that was not sent, even those that were given up',
    examples: ['portico outbox flush', 'portico outbox flush --json'],
  }).action(reporting(world, flush));
}

interface TenantEmail extends ListedEmail {
  readonly client: string;
}

async function list(world: World, { client: tenant, state, limit }: ListOptions): Promise<Report> {
  const counts: Record<QueueState, number> = { waiting: 0, sent: 0, failed: 0 };
  let emails: TenantEmail[] = [];
  await withServices(world, async (services) => {
    const noted = await services.directory.emailNotes.counts();
    const entries = (await tenantsOf(services, tenant)).map((entry) => ({
      entry,
      counted: noted.get(entry.name),
    }));
    // The databases of which nothing is known come first, and then those with the newest email.
    const newest = ({ counted }: (typeof entries)[number]) => counted?.newestEmailAt ?? Infinity;
    for (const each of entries.sort((a, b) => newest(b) - newest(a))) {
      const { entry, counted } = each;
      if (counted !== undefined) {
        for (const one of ['sent', 'failed'] as const) counts[one] += counted[one];
        const holds = state === undefined || (state !== 'waiting' && counted[state] > 0);
        const last = emails[limit - 1]?.created_at ?? 0;
        if (!holds || counted.newestEmailAt === 0 || counted.newestEmailAt < last) continue;
      }
      const found = await services.tenants.visiting(entry, async (database) => {
        if (counted === undefined) {
          const of = await countEmail(database, QUEUE_STATES);
          for (const one of QUEUE_STATES) counts[one] += of[one];
        }
        return listEmail(database, { state, limit });
      });
      emails.push(...found.map((email) => ({ ...email, client: entry.name })));
      emails = emails.sort((a, b) => b.created_at - a.created_at || b.id - a.id).slice(0, limit);
    }
  });
  const look: Look = { terminal: terminalFor(world), below: ['KIND', 'TRIES', 'REASON'] };
  const counted = `${counts.waiting} waiting, ${counts.sent} sent, ${counts.failed} failed.`;
  return {
    json: { counts, letters: emails.map(emailJson) },
    text: emails.length === 0 ? counted : `${counted}\n\n${print(COLUMNS, emails, look)}`,
  };
}

async function tenantsOf({ directory }: Services, name: string | undefined) {
  if (name !== undefined) return [await findEntry(directory, 'client or feed', name)];
  return directory.tenants();
}

export const PROGRESS_COLUMNS: Columns<Progress> = {
  CREATED: (row) => moment(row.created_at),
  STATE: (row) => row.state,
  TRIES: (row) => row.attempts,
};

const COLUMNS: Columns<TenantEmail> = {
  CLIENT: (email) => email.client,
  ID: (email) => email.id,
  KIND: (email) => email.kind,
  ...PROGRESS_COLUMNS,
  TO: (email) => email.to_address,
  SUBJECT: (email) => email.subject,
  REASON: (email) => email.last_error,
};

function emailJson(email: TenantEmail): object {
  return {
    client: email.client,
    id: email.id,
    kind: email.kind,
    to: { name: email.to_name, address: email.to_address },
    subject: email.subject,
    messageID: email.message_id,
    ...progressJson(email),
  };
}

async function flush(world: World): Promise<Report> {
  const done = await withServices(world, async (services) => {
    const { sent, closed } = await services.outbox.flush();
    const left = { waiting: 0, failed: 0 };
    const tenants = await tenantsOf(services, undefined);
    for (const entry of tenants.filter(({ name }) => !closed.includes(name))) {
      const database = await services.tenants.database(entry);
      const { waiting, failed } = await countEmail(database, undefined, world.clock.now());
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
