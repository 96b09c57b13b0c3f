import { iso } from '../../lib/dates.js';
import { quoted, stripControls } from '../../lib/text.js';
import { progressJson, type QueueState } from '../../outbox/queue.js';
import {
  listMessages,
  messageWithAttempts,
  recoverMessages,
  redeliverMessage,
  type StoredAttempt,
  type StoredMessage,
} from '../../outbox/webhook/message-store.js';
import type { Outcome } from '../../outbox/webhook/post.js';
import { TEST_EVENT } from '../../outbox/webhook/webhooks.js';
import type { Services } from '../../services.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { terminalFor } from '../command.js';
import { CommandError, type Report } from '../command-error.js';
import { changing, type OpenedCommand } from '../open.js';
import { checkSince } from '../options.js';
import { PROGRESS_COLUMNS } from '../outbox.js';
import { type Columns, type Look, moment, print } from '../print.js';
import { findReceiver, refuseListener } from './receivers.js';

export interface LogOptions {
  readonly message?: string;
  readonly state?: QueueState;
  readonly limit: number;
}

/** `portico webhook test`. */
export async function sendTest(opened: OpenedCommand, id: string): Promise<Report> {
  const { services, entry, database } = opened;
  const endpoint = await findReceiver(database, id);
  const [messageId = ''] = await database.write((transaction) =>
    services.webhooks.queueTo(transaction, endpoint, entry.name, [TEST_EVENT]),
  );
  const stored = await messageWithAttempts(database, endpoint.id, messageId);
  return send(services, database, stored?.message, true);
}

/** `portico webhook redeliver`. */
export async function redeliver(
  { world, services, database }: OpenedCommand,
  id: string,
  messageId: string,
): Promise<Report> {
  const endpoint = await findReceiver(database, id);
  await services.outbox.announce(database);
  const now = world.clock.now();
  const message = await redeliverMessage(database, endpoint.id, messageId, now);
  if (message === undefined) {
    throw new CommandError(`There is no message ${quoted(messageId)} to this receiver any more.`);
  }
  return send(services, database, message, false);
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

/** `portico webhook log`. */
export async function log(
  { world, entry, database }: OpenedCommand,
  id: string,
  options: LogOptions,
): Promise<Report> {
  const endpoint = await findReceiver(database, id);
  const client = entry.name;
  const terminal = terminalFor(world);
  const look: Look = { terminal, below: ['TYPE', 'REASON'] };
  if (options.message !== undefined) {
    const whole = await messageWithAttempts(database, endpoint.id, options.message);
    if (whole === undefined) {
      throw new CommandError(`There is no message ${quoted(options.message)} to this receiver.`);
    }
    const { message, attempts } = whole;
    const parts = [
      print(COLUMNS, [message], look),
      stripControls(message.body),
      print(ATTEMPT_COLUMNS, attempts, {
        ...{ terminal, below: ['REASON', 'ANSWER'] },
        empty: 'There was no attempt yet.',
      }),
    ];
    const log = attempts.map(({ at, status, ms, reason, answer }) => ({
      ...{ at: iso(at), status, ms, reason, answer },
    }));
    return {
      json: { client, endpoint: id, ...messageJson(message), body: message.body, log },
      text: parts.join('\n\n'),
    };
  }
  const messages = await listMessages(database, endpoint.id, options);
  return {
    json: { client, endpoint: id, messages: messages.map(messageJson) },
    text: print(COLUMNS, messages, { ...look, empty: 'There are no such messages.' }),
  };
}

/** `portico webhook recover`. */
export async function recover(
  opened: OpenedCommand,
  id: string,
  { since: text }: { readonly since: string },
): Promise<Report> {
  const { world, services, entry, database } = opened;
  const tenant = entry.name;
  const since = checkSince(text, entry.time_zone);
  const endpoint = await findReceiver(database, id);
  refuseListener(endpoint);
  if (endpoint.state !== 'active') {
    throw new CommandError(
      `The receiver is ${endpoint.state}. \`portico webhook resume ${tenant} ${id}\` first.`,
    );
  }
  await services.outbox.announce(database);
  const target = changing(opened, 'webhooks', id);
  const recovered = await recoverMessages(target, endpoint.id, since, world.clock.now());
  return {
    json: { client: tenant, id, recovered },
    text:
      recovered === 0
        ? 'Nothing to send: all messages since then were delivered.'
        : `${recovered} messages are sent by a running server within a minute.`,
  };
}

function messageJson(message: Omit<StoredMessage, 'body'>): object {
  return {
    id: message.message_id,
    type: message.type,
    ...progressJson(message),
  };
}

const COLUMNS: Columns<Omit<StoredMessage, 'body'>> = {
  ID: (message) => message.message_id,
  TYPE: (message) => message.type,
  ...PROGRESS_COLUMNS,
  REASON: (message) => message.last_error,
};

const ATTEMPT_COLUMNS: Columns<StoredAttempt> = {
  AT: ({ at }) => moment(at),
  STATUS: ({ status }) => (status === 0 ? null : status),
  TOOK: ({ ms }) => `${ms} ms`,
  REASON: ({ reason }) => reason,
  ANSWER: ({ answer }) => answer,
};

/** What came of a message that was sent while the operator waited. @param outcome Undefined when a server sends it. */
function outcomeReport(
  { message_id: id }: StoredMessage,
  outcome: Outcome | undefined,
  once: boolean,
): Report {
  if (outcome === undefined) {
    return {
      json: { message: id, state: 'waiting' },
      text: `A server is sending to this receiver just now, and sends ${id}, too. \`portico webhook log\` says what came of it.`,
    };
  }
  const { status, ms, reason } = outcome;
  const result = { message: id, status, ms, reason };
  if (reason === '') {
    return {
      json: { ...result, state: 'sent' },
      text: `Delivered as ${id}: the receiver answered ${status} after ${ms} ms.`,
    };
  }
  const later = once ? '' : ' A running server tries it again.';
  throw new CommandError(`${id} was not delivered. ${reason}${later}`, {
    ...result,
    state: once ? 'failed' : 'waiting',
  });
}
