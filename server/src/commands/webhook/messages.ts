import { parseMoment } from '../../lib/dates.js';
import { quoted } from '../../lib/text.js';
import {
  listMessages,
  messageWithAttempts,
  recoverMessages,
  redeliverMessage,
  type StoredMessage,
} from '../../outbox/webhook/message-store.js';
import type { MessageState } from '../../outbox/webhook/types.js';
import { TEST_EVENT } from '../../outbox/webhook/webhooks.js';
import type { Services } from '../../services.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { terminalFor, type World } from '../command.js';
import { CommandError, type Report, UsageError } from '../command-error.js';
import { found, onTenant } from '../open.js';
import { messageJson, messageTable, messageText, outcomeReport } from './printing.js';

/** The options of `portico webhook log`. */
export interface LogOptions {
  readonly message?: string;
  readonly state?: MessageState;
  readonly limit: number;
}

/** `portico webhook test`. */
export function sendTest(world: World, tenant: string, id: string): Promise<Report> {
  return onTenant(world, tenant, async ({ services, database }) => {
    const endpoint = await found(database, tenant, id);
    const [messageId = ''] = await database.write((transaction) =>
      services.webhooks.queueTo(transaction, endpoint, tenant, [TEST_EVENT]),
    );
    const stored = await messageWithAttempts(database, endpoint.id, messageId);
    return send(services, database, stored?.message, true);
  });
}

/** `portico webhook redeliver`. */
export function redeliver(
  world: World,
  tenant: string,
  id: string,
  messageId: string,
): Promise<Report> {
  return onTenant(world, tenant, async ({ services, database }) => {
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

/** `portico webhook log`. */
export function log(
  world: World,
  tenant: string,
  id: string,
  options: LogOptions,
): Promise<Report> {
  return onTenant(world, tenant, async ({ database }) => {
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

/** `portico webhook recover`. */
export function recover(world: World, tenant: string, id: string, text: string): Promise<Report> {
  return onTenant(world, tenant, async ({ services, database, zone }) => {
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
