import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../lib/clock.js';
import { removeEndpoint } from '../../outbox/webhook/endpoint-store.js';
import {
  EVERY_NETWORK,
  holdListener,
  LISTENER_LEASE_MS,
  removeLapsedListeners,
} from '../../outbox/webhook/listeners.js';
import { WEBHOOK_TYPES } from '../../outbox/webhook/types.js';
import type { WebhookSender } from '../../outbox/webhook/webhook-sender.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import { type OpenedDatabase, onDatabase } from '../open.js';
import { stopOnInterrupt, WATCHED_STOP_SIGNALS } from '../stopping.js';
import { checkTypes, checkUrl, type NewReceiver, storeReceiver } from './receivers.js';

/** How often it looks for what other processes have stored. */
const LOOK_MS = 500;

/** The options of `portico webhook listen`. */
export interface ListenOptions {
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
