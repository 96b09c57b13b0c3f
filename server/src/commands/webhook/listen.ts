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
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import { onDatabase } from '../open.js';
import { stopOnInterrupt, WATCHED_STOP_SIGNALS } from '../stopping.js';
import { checkTypes, checkUrl, storeReceiver } from './receivers.js';

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
  const { clock, stdout } = world;
  const say = (line: string) => stdout.write(`${line}\n`);
  await onDatabase(world, 'client', tenant, ({ services, database }) =>
    stopOnInterrupt(
      async (signal) => {
        // No server may run here that removes the receivers of commands that were killed.
        await removeLapsedListeners(database, clock.now());
        const sender = services.webhookSender.unbounded();
        const { endpoint, secret } = await storeReceiver(
          world,
          database,
          services.endpointSecrets,
          {
            ...{ url, types, include, contact: '', state: 'listening' },
            leased_until: clock.now() + LISTENER_LEASE_MS,
          },
        );
        const { id, public_id } = endpoint;
        say(
          `secret  ${secret}\n\nMessages to ${tenant} go to ${new URL(url).origin} until Ctrl-C.`,
        );
        try {
          while (!signal.aborted) {
            const held = await holdListener(database, public_id, clock.now());
            if (held === undefined) throw new CommandError('The receiver was removed.');
            for await (const { message, outcome } of sender.sendHeld(database, held, signal)) {
              const { status, ms, reason } = outcome;
              const answered = reason === '' ? `${status} after ${ms} ms` : reason;
              say(`${message.type}  ${message.message_id}  ${answered}`);
              await holdListener(database, public_id, clock.now());
            }
            await pause(LOOK_MS, undefined, { signal }).catch(() => {});
          }
        } finally {
          await removeEndpoint(database, id);
        }
      },
      systemClock,
      WATCHED_STOP_SIGNALS,
    ),
  );
}
