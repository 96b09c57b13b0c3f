import type { Services } from '../services.js';
import type { ClientEntry } from '../store/directory/directory.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { findTenantOrFeed } from './check-options.js';
import { stopOnInterrupt } from './stopping.js';
import { withServices } from './with-services.js';
import type { World } from './world.js';

/** What a command needs that reads or writes the records of one client or feed. */
export interface OpenedDatabase {
  readonly services: Services;
  readonly entry: ClientEntry;
  readonly database: TenantDatabase;
  /** Aborted by a request to stop. */
  readonly signal: AbortSignal;
}

/**
 * Runs work on the database of a client or feed, which a request to stop interrupts.
 *
 * @throws CommandError where there is none of this name.
 */
export async function onDatabase<Result>(
  world: World,
  name: string,
  work: (opened: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  return withServices(world, async (services) => {
    const entry = await findTenantOrFeed(services.directory, name);
    const database = await services.tenants.database(entry);
    const interrupt = stopOnInterrupt();
    try {
      return await work({ services, entry, database, signal: interrupt.signal });
    } finally {
      interrupt.dispose();
    }
  });
}
