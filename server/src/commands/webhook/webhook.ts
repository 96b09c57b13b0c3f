import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { systemClock } from '../../lib/clock.js';
import { QUEUE_STATES } from '../../outbox/queue.js';
import {
  EVERY_NETWORK,
  holdListener,
  LISTENER_LEASE_MS,
  removeEndpoint,
  removeLapsedListeners,
} from '../../outbox/webhook/endpoint-store.js';
import { WEBHOOK_TYPES } from '../../outbox/webhook/types.js';
import type { WebhookSender } from '../../outbox/webhook/webhook-sender.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { define, defineCommand, reporting, type World } from '../command.js';
import { CommandError, type Report } from '../command-error.js';
import { type OpenedCommand, type OpenedDatabase, onDatabase, reportingOn } from '../open.js';
import { limitOption } from '../options.js';
import { stopOnInterrupt, WATCHED_STOP_SIGNALS } from '../stopping.js';
import { log, recover, redeliver, sendTest } from './messages.js';
import {
  add,
  change,
  checkTypes,
  checkUrl,
  list,
  type NewReceiver,
  remove,
  rotate,
  show,
  storeReceiver,
} from './receivers.js';

/** `portico webhook …`: the receivers of webhooks, and what was sent to them (R210). */
export function webhookCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'webhook',
    description: 'manage receivers of webhooks, and see what was sent to them',
    examples: [
      'portico webhook add acme --url https://crm.example.com/hooks --types lead.created --include lead',
      'portico webhook list acme',
    ],
  });
  const each = (
    name: string,
    description: string,
    work: (opened: OpenedCommand, id: string) => Promise<Report>,
  ) =>
    defineCommand(group, {
      usage: `${name} <client> <id>`,
      description,
      examples: [`portico webhook ${name} acme ep_4f1cWq0Zx81kQpAb`],
    }).action(reportingOn(world, 'client', work));

  defineCommand(group, {
    usage: 'add <client>',
    description: 'add a receiver; its secret is shown only once',
    examples: [
      'portico webhook add acme --url https://crm.example.com/hooks --types lead.created,lead.repeated --include lead',
      'portico webhook add acme --url https://www.acme.example/hook --types import.completed --contact it@acme.example',
    ],
  })
    .requiredOption('--url <url>', 'where messages are posted to: https://…')
    .requiredOption('--types <types>', `comma separated: ${Object.keys(WEBHOOK_TYPES).join(', ')}`)
    .addOption(includeOption())
    .option('--contact <email>', 'who is told when the receiver is switched off')
    .action(reporting(world, add));

  define(group, {
    usage: 'listen <client>',
    description: 'send to a receiver on your machine until Ctrl-C; its secret is shown only once',
    examples: [
      'portico webhook listen acme --forward http://127.0.0.1:3000/hook',
      "portico webhook listen acme --forward http://127.0.0.1:3000/hook --types 'lead.*' --include lead",
    ],
  })
    .requiredOption('--forward <url>', 'where messages are posted to; private addresses too')
    .option('--types <types>', 'comma separated, as for `portico webhook add` (default: all)')
    .addOption(includeOption())
    .action((tenant: string, options: ListenOptions) => listen(world, tenant, options));

  defineCommand(group, {
    usage: 'list <client>',
    description: 'list the receivers of a client, and how many messages wait',
    examples: ['portico webhook list acme', 'portico webhook list acme --json'],
  }).action(reportingOn(world, 'client', list));

  each('show', 'show everything about a receiver except its secret', show);
  each('test', 'send a message of the type webhook.test now, and print the result', sendTest);
  each('pause', 'pause a receiver; its messages are kept', change('paused'));
  each('resume', 'resume a receiver that was paused or switched off', change('active'));
  each('rotate', 'make a new secret; the old one also signs for 24 hours', rotate);
  each('remove', 'remove a receiver with its messages and their log', remove);

  defineCommand(group, {
    usage: 'log <client> <id>',
    description: 'list the messages to a receiver, the newest first, or all attempts at one',
    examples: [
      'portico webhook log acme ep_4f1cWq0Zx81kQpAb --state failed',
      'portico webhook log acme ep_4f1cWq0Zx81kQpAb --message msg_p5jXN8AQM9LWM0D4loKWxJek',
    ],
  })
    .option('--message <id>', 'one message: what it says, and all attempts')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(QUEUE_STATES))
    .addOption(limitOption())
    .action(reportingOn(world, 'client', log));

  defineCommand(group, {
    usage: 'redeliver <client> <id> <message>',
    description: 'send a message again now, with the same id',
    examples: ['portico webhook redeliver acme ep_4f1cWq0Zx81kQpAb msg_p5jXN8AQM9LWM0D4loKWxJek'],
  }).action(reportingOn(world, 'client', redeliver));

  defineCommand(group, {
    usage: 'recover <client> <id>',
    description: 'send again what was not delivered since a day, even what was given up',
    examples: ['portico webhook recover acme ep_4f1cWq0Zx81kQpAb --since 2026-11-20'],
  })
    .requiredOption('--since <date>', "messages from this day on, in the client's time zone")
    .action(reportingOn(world, 'client', recover));
}

function includeOption(): Option {
  return new Option('--include <what>', 'send the contents of leads, too').choices(['lead']);
}

/** How often it looks for what other processes have stored. */
const LOOK_MS = 500;

interface ListenOptions {
  readonly forward: string;
  readonly types?: string;
  readonly include?: 'lead';
}

/**
 * `portico webhook listen`: sends to a receiver of a developer for as long as it runs. It may be on this
 * machine or in a private network, because this process sends to it and no server does.
 */
export async function listen(world: World, tenant: string, options: ListenOptions): Promise<void> {
  const { forward: url, include = '' } = options;
  const types = checkTypes(options.types ?? Object.keys(WEBHOOK_TYPES).join());
  checkUrl('--forward', url, EVERY_NETWORK);
  const receiver = { url, types, include, contact: '', state: 'listening' } as const;
  await onDatabase(world, 'client', tenant, (opened) =>
    stopOnInterrupt(
      (signal) => listenAs(world, opened, receiver, signal),
      systemClock,
      WATCHED_STOP_SIGNALS,
    ),
  );
}

async function listenAs(
  world: World,
  { services, entry, database }: OpenedDatabase,
  receiver: Omit<NewReceiver, 'leased_until'>,
  signal: AbortSignal,
): Promise<void> {
  const now = world.clock.now();
  // No server may run here that removes the receivers of commands that were killed.
  await removeLapsedListeners(database, now);
  const { endpoint, secret } = await storeReceiver(world, database, services, {
    ...receiver,
    leased_until: now + LISTENER_LEASE_MS,
  });
  const { origin } = new URL(receiver.url);
  world.stdout.write(
    `secret  ${secret}\n\nMessages to ${entry.name} go to ${origin} until Ctrl-C.\n`,
  );
  try {
    await forward(world, services.webhookSender.unbounded(), database, endpoint.public_id, signal);
  } finally {
    await removeEndpoint(database, endpoint.id);
  }
}

/** Sends what comes, a line for each message. @throws CommandError when somebody has removed the receiver. */
async function forward(
  { clock, stdout }: World,
  sender: WebhookSender,
  database: TenantDatabase,
  publicId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const held = await holdListener(database, publicId, clock.now());
    if (held === undefined) throw new CommandError('The receiver was removed.');
    for await (const { message, outcome } of sender.sendHeld(database, held, signal)) {
      const { status, ms, reason } = outcome;
      const answered = reason === '' ? `${status} after ${ms} ms` : reason;
      stdout.write(`${message.type}  ${message.message_id}  ${answered}\n`);
      await holdListener(database, publicId, clock.now());
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}
