import { parseRange } from '../../lib/ip-address.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  changeEndpoint,
  endpointOf,
  removeEndpoint,
  type StoredEndpoint,
} from './endpoint-store.js';

/**
 * The receivers of `portico webhook listen`. Messages are stored for them as for all others, and only
 * the process of that command sends these: servers lease receivers that are `active`. It holds a lease
 * for as long as it runs, and a server removes the receiver where it was killed.
 */

/** Where their messages may go: a developer names the address and watches. */
export const EVERY_NETWORK = ['0.0.0.0/0', '::/0']
  .map(parseRange)
  .filter((range) => range !== undefined);

/**
 * How long the receiver of a process that was killed stays. Minutes, because the clocks of a developer's machine and of
 * a server differ.
 */
export const LISTENER_LEASE_MS = 5 * 60_000;

/**
 * Renews the lease of a receiver when half of it is over.
 *
 * @returns The receiver as it is now; undefined when it was removed.
 */
export async function holdListener(
  database: TenantDatabase,
  publicId: string,
  now: number,
): Promise<StoredEndpoint | undefined> {
  const endpoint = await endpointOf(database, publicId);
  if (endpoint !== undefined && endpoint.leased_until < now + LISTENER_LEASE_MS / 2) {
    const leased_until = now + LISTENER_LEASE_MS;
    await database.note((transaction) =>
      changeEndpoint(transaction, endpoint.id, { leased_until }),
    );
  }
  return endpoint;
}

/** Removes the receivers of processes that were killed. */
export async function removeLapsedListeners(database: TenantDatabase, now: number): Promise<void> {
  const lapsed = await database.db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('state', '=', 'listening')
    .where('leased_until', '<=', now)
    .execute();
  for (const { id } of lapsed) await removeEndpoint(database, id);
}
