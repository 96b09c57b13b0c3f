import { quoted } from '../../lib/text.js';
import { endpointOf, type StoredEndpoint } from '../../outbox/webhook/endpoint-store.js';
import type { Services } from '../../services.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { findTenant } from '../check-options.js';
import { CommandError, type Report } from '../command-error.js';
import { withServices } from '../with-services.js';
import type { World } from '../world.js';

/** What the commands of webhooks work on. */
export interface OnTenant {
  readonly services: Services;
  readonly database: TenantDatabase;
  readonly zone: string;
}

/** Runs a command on the database of a client. */
export function onTenant(
  world: World,
  tenant: string,
  work: (on: OnTenant) => Promise<Report>,
): Promise<Report> {
  return withServices(world, async (services) => {
    const entry = await findTenant(services.directory, tenant);
    const database = await services.tenants.database(entry);
    return work({ services, database, zone: entry.time_zone });
  });
}

/** The receiver with this id. @throws CommandError when there is none. */
export async function found(
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
