import { type Command, Option } from 'commander';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import { parseMoment } from '../../lib/dates.js';
import { parseRange } from '../../lib/ip-address.js';
import { quoted } from '../../lib/text.js';
import { isMailbox } from '../../mail/address.js';
import type { Services } from '../../services.js';
import {
  addEndpoint,
  endpointOf,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  type StoredEndpoint,
  setState,
} from '../../webhooks/endpoint-store.js';
import {
  countMessages,
  listMessages,
  messageWithAttempts,
  recoverMessages,
  redeliverMessage,
  type StoredMessage,
} from '../../webhooks/message-store.js';
import { checkReceiverUrl, UrlProblem } from '../../webhooks/receiver-url.js';
import { newSecret } from '../../webhooks/signing.js';
import { MESSAGE_STATES, type MessageState, WEBHOOK_TYPES } from '../../webhooks/types.js';
import { TEST_EVENT } from '../../webhooks/webhooks.js';
import { findTenant } from '../check-options.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { defineCommand, defineGroup, reporting } from '../define-command.js';
import {
  endpointJson,
  endpointTable,
  endpointText,
  messageJson,
  messageTable,
  messageText,
  outcomeReport,
} from '../webhook-printing.js';
import { wholeUpTo } from '../whole-number.js';
import { withServices } from '../with-services.js';
import { terminalFor, type World } from '../world.js';

interface AddOptions {
  readonly url: string;
  readonly types: string;
  readonly include?: 'lead';
  readonly contact?: string;
}

interface LogOptions {
  readonly message?: string;
  readonly state?: MessageState;
  readonly limit: number;
}

/** The messages that `webhook log` prints by default, and the most that it prints. */
const LISTED = 100;
const MOST_LISTED = 10_000;

/** How long the secret before a rotation signs, too. */
const ROTATION_MS = 24 * 3_600_000;

/** Random bytes of a receiver's public id. */
const ID_BYTES = 12;

/** `portico webhook …`: the receivers of webhooks, and what was sent to them (R210). */
export function webhookCommands(program: Command, world: World): void {
  const group = defineGroup(program, {
    usage: 'webhook',
    description: 'tell other systems at once: their receivers, and what was sent to them',
    examples: [
      'portico webhook add acme --url https://crm.example.com/hooks --types lead.created --include lead',
      'portico webhook list acme',
    ],
  });
  const each = (
    name: string,
    description: string,
    work: (world: World, tenant: string, id: string) => Promise<Report>,
  ) =>
    defineCommand(group, {
      usage: `${name} <client> <id>`,
      description,
      examples: [`portico webhook ${name} acme ep_4f1cWq0Zx81kQpAb`],
    }).action(reporting(world, (tenant: string, id: string) => work(world, tenant, id)));

  defineCommand(group, {
    usage: 'add <client>',
    description: 'add a receiver; its secret is shown this once',
    examples: [
      'portico webhook add acme --url https://crm.example.com/hooks --types lead.created,lead.repeated --include lead',
      'portico webhook add acme --url https://www.acme.example/hook --types import.completed --contact it@acme.example',
    ],
  })
    .requiredOption('--url <url>', 'where messages are posted to: https://…')
    .requiredOption('--types <types>', `comma separated: ${Object.keys(WEBHOOK_TYPES).join(', ')}`)
    .addOption(new Option('--include <what>', 'send the contents of leads, too').choices(['lead']))
    .option('--contact <email>', 'who is told when the receiver is switched off')
    .action(reporting(world, (tenant: string, options: AddOptions) => add(world, tenant, options)));

  defineCommand(group, {
    usage: 'list <client>',
    description: 'list the receivers of a client, and how many messages wait',
    examples: ['portico webhook list acme', 'portico webhook list acme --json'],
  }).action(reporting(world, (tenant: string) => list(world, tenant)));

  each('show', 'show all of a receiver but its secret', show);
  each('test', 'send a message of the type webhook.test now, and say what came of it', test);
  each('pause', 'send nothing for now; messages are kept', (...args) => change('paused', ...args));
  each('resume', 'send again, also after it was switched off', (...args) =>
    change('active', ...args),
  );
  each('rotate', 'make a new secret; the old one signs, too, for 24 hours', rotate);
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
    .addOption(new Option('--state <state>', 'only messages in this state').choices(MESSAGE_STATES))
    .option('--limit <number>', `how many, at most ${MOST_LISTED}`, wholeUpTo(MOST_LISTED), LISTED)
    .action(
      reporting(world, (tenant: string, id: string, options: LogOptions) =>
        log(world, tenant, id, options),
      ),
    );

  defineCommand(group, {
    usage: 'redeliver <client> <id> <message>',
    description: 'send a message again now, whatever became of it, under the same id',
    examples: ['portico webhook redeliver acme ep_4f1cWq0Zx81kQpAb msg_p5jXN8AQM9LWM0D4loKWxJek'],
  }).action(
    reporting(world, (tenant: string, id: string, message: string) =>
      redeliver(world, tenant, id, message),
    ),
  );

  defineCommand(group, {
    usage: 'recover <client> <id>',
    description: 'send again what was not delivered since a day, also what was given up',
    examples: ['portico webhook recover acme ep_4f1cWq0Zx81kQpAb --since 2026-11-20'],
  })
    .requiredOption('--since <date>', "messages from this day on, in the client's time zone")
    .action(
      reporting(world, (tenant: string, id: string, { since }: { since: string }) =>
        recover(world, tenant, id, since),
      ),
    );
}

function add(world: World, tenant: string, options: AddOptions): Promise<Report> {
  const { url, include = '', contact = '' } = options;
  const types = checkTypes(options.types);
  if (contact !== '' && !isMailbox(contact)) {
    throw new UsageError(`--contact accepts one email address, which ${quoted(contact)} is not.`);
  }
  return onClient(world, tenant, async ({ services, database, zone }) => {
    checkUrl(url, services);
    const public_id = `ep_${Buffer.from(world.random(ID_BYTES)).toString('base64url')}`;
    const secret = newSecret(world.random);
    const sealed_secret = await services.endpointSecrets.seal(secret, public_id);
    await addEndpoint(database, {
      ...{ public_id, url, types: types.join(), include, contact, sealed_secret },
      ...{ old_sealed_secret: '', old_until: 0, state: 'active', reason: '' },
      created_at: world.clock.now(),
      ...{ failing_since: 0, not_before: 0, leased_until: 0 },
    });
    const endpoint = await found(database, tenant, public_id);
    return {
      json: { ...endpointJson(tenant, endpoint), secret },
      text:
        `A new receiver of ${tenant}. Its secret is shown this once: keep it now.\n\n` +
        `id      ${public_id}\nsecret  ${secret}\n\n${endpointText(endpoint, zone)}`,
      warning:
        include === 'lead' && new URL(url).protocol === 'http:'
          ? 'Warning: leads go to this receiver over plain HTTP, where anybody in between reads them.'
          : undefined,
    };
  });
}

function checkTypes(text: string): string[] {
  const types = [...new Set(text.split(',').map((type) => type.trim()))];
  const unknown = types.find((type) => !Object.hasOwn(WEBHOOK_TYPES, type));
  if (unknown === undefined) return types;
  const known = Object.entries(WEBHOOK_TYPES).map(([type, words]) => `${type} (${words})`);
  throw new UsageError(
    `--types: ${quoted(unknown)} is no type of message. The types are ${known.join(', ')}.`,
  );
}

function checkUrl(url: string, { config }: Services): void {
  const allowed = config.webhookAllow.flatMap((text) => {
    const range = parseRange(text);
    return range === undefined ? [] : [range];
  });
  try {
    checkReceiverUrl(url, allowed);
  } catch (error) {
    // The URL may hold a password, and is not repeated.
    if (error instanceof UrlProblem) throw new UsageError(`--url: the URL ${error.message}`);
    throw error;
  }
}

function list(world: World, tenant: string): Promise<Report> {
  return onClient(world, tenant, async ({ database }) => {
    const endpoints = await listEndpoints(database);
    const counts = await countMessages(database);
    return {
      json: {
        client: tenant,
        endpoints: endpoints.map((endpoint) => endpointJson(tenant, endpoint, counts)),
      },
      text:
        endpoints.length === 0
          ? `${tenant} has no receivers of webhooks. \`portico webhook add --help\` says how to add one.`
          : endpointTable(endpoints, counts, terminalFor(world)),
    };
  });
}

function show(world: World, tenant: string, id: string): Promise<Report> {
  return onClient(world, tenant, async ({ database, zone }) => {
    const endpoint = await found(database, tenant, id);
    const counts = await countMessages(database);
    return {
      json: endpointJson(tenant, endpoint, counts),
      text: endpointText(endpoint, zone, counts),
    };
  });
}

function test(world: World, tenant: string, id: string): Promise<Report> {
  return onClient(world, tenant, async ({ services, database }) => {
    const endpoint = await found(database, tenant, id);
    const messageId = await database.write((transaction) =>
      services.webhooks.queueTo(transaction, endpoint, tenant, TEST_EVENT),
    );
    const stored = await messageWithAttempts(database, endpoint.id, messageId);
    return send(services, database, stored?.message, true);
  });
}

function redeliver(world: World, tenant: string, id: string, messageId: string): Promise<Report> {
  return onClient(world, tenant, async ({ services, database }) => {
    const endpoint = await found(database, tenant, id);
    await services.outbox.announce(database);
    const now = world.clock.now();
    const message = await redeliverMessage(database, endpoint.id, messageId, now);
    if (message === undefined) {
      throw new CommandError(`There is no message ${quoted(messageId)} to this receiver any more.`);
    }
    return send(services, database, message, false);
  });
}

async function send(
  { webhookSender }: Services,
  database: TenantDatabase,
  message: StoredMessage | undefined,
  once: boolean,
): Promise<Report> {
  if (message === undefined)
    throw new CommandError('The message is gone: its receiver was removed.');
  return outcomeReport(message, await webhookSender.sendNow(database, message, once), once);
}

function change(
  state: 'active' | 'paused',
  world: World,
  tenant: string,
  id: string,
): Promise<Report> {
  return onClient(world, tenant, async ({ services, database, zone }) => {
    const { id: number } = await found(database, tenant, id);
    // What waits is found by the next sweep of a server.
    await services.outbox.announce(database);
    await setState(database, number, state);
    const endpoint = await found(database, tenant, id);
    return { json: endpointJson(tenant, endpoint), text: endpointText(endpoint, zone) };
  });
}

function rotate(world: World, tenant: string, id: string): Promise<Report> {
  return onClient(world, tenant, async ({ services, database }) => {
    const endpoint = await found(database, tenant, id);
    const secret = newSecret(world.random);
    const sealed = await services.endpointSecrets.seal(secret, id);
    const until = world.clock.now() + ROTATION_MS;
    await rotateSecret(database, endpoint, sealed, until);
    const end = new Date(until).toISOString();
    return {
      json: { client: tenant, id, secret, oldUntil: end },
      text:
        'A new secret. It is shown this once: keep it now.\n\n' +
        `secret  ${secret}\n\nUntil ${end} the old one signs, too.`,
    };
  });
}

function remove(world: World, tenant: string, id: string): Promise<Report> {
  return onClient(world, tenant, async ({ database }) => {
    const { id: number } = await found(database, tenant, id);
    await removeEndpoint(database, number);
    return {
      json: { removed: id, client: tenant },
      text: `Removed the receiver ${id} of ${tenant}.`,
    };
  });
}

function log(world: World, tenant: string, id: string, options: LogOptions): Promise<Report> {
  return onClient(world, tenant, async ({ database }) => {
    const endpoint = await found(database, tenant, id);
    if (options.message !== undefined) {
      const whole = await messageWithAttempts(database, endpoint.id, options.message);
      if (whole === undefined) {
        throw new CommandError(`There is no message ${quoted(options.message)} to this receiver.`);
      }
      const { message, attempts } = whole;
      return {
        json: { client: tenant, endpoint: id, ...messageJson(message, attempts) },
        text: messageText(message, attempts, terminalFor(world)),
      };
    }
    const messages = await listMessages(database, endpoint.id, options);
    return {
      json: {
        client: tenant,
        endpoint: id,
        messages: messages.map((message) => messageJson(message)),
      },
      text:
        messages.length === 0
          ? 'There are no such messages.'
          : messageTable(messages, terminalFor(world)),
    };
  });
}

function recover(world: World, tenant: string, id: string, text: string): Promise<Report> {
  return onClient(world, tenant, async ({ services, database, zone }) => {
    const since = parseMoment(text, zone);
    if (since === undefined) {
      throw new UsageError(
        `${quoted(text)} is no date. --since accepts dates such as 2026-11-20 or "2026-11-20 14:00".`,
      );
    }
    const endpoint = await found(database, tenant, id);
    if (endpoint.state !== 'active') {
      throw new CommandError(
        `The receiver is ${endpoint.state}. \`portico webhook resume ${tenant} ${id}\` first.`,
      );
    }
    await services.outbox.announce(database);
    const recovered = await recoverMessages(database, endpoint.id, since, world.clock.now());
    return {
      json: { client: tenant, id, recovered },
      text:
        recovered === 0
          ? 'Nothing to send: all messages since then were delivered.'
          : `${recovered} messages are sent by a running server within a minute.`,
    };
  });
}

interface OnClient {
  readonly services: Services;
  readonly database: TenantDatabase;
  readonly zone: string;
}

function onClient(
  world: World,
  tenant: string,
  work: (on: OnClient) => Promise<Report>,
): Promise<Report> {
  return withServices(world, async (services) => {
    const entry = await findTenant(services.directory, tenant);
    const database = await services.tenants.database(entry);
    return work({ services, database, zone: entry.time_zone });
  });
}

async function found(
  database: TenantDatabase,
  tenant: string,
  id: string,
): Promise<StoredEndpoint> {
  const endpoint = await endpointOf(database, id);
  if (endpoint !== undefined) return endpoint;
  throw new CommandError(
    `${tenant} has no receiver ${quoted(id)}. \`portico webhook list ${tenant}\` shows all.`,
  );
}
