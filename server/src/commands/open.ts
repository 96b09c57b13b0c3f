import { loadConfig } from '../config/config.js';
import type { LogLevel } from '../config/config-values.js';
import { quoted } from '../lib/text.js';
import { endpointOf, type StoredEndpoint } from '../outbox/webhook/endpoint-store.js';
import type { Services } from '../services.js';
import type { ClientEntry } from '../store/directory/directory.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { World } from './command.js';
import { CommandError, type Report } from './command-error.js';
import { findTenant, findTenantOrFeed } from './options.js';
import { stopOnInterrupt } from './stopping.js';

/** Runs a command's work on the open services, whether a server runs or not. */
export async function withServices<Result>(
  world: World,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(world.environment, world.cwd);
  // Loaded here, because `--help` and wrong usage need no databases.
  const { pino } = await import('pino');
  const { openServices } = await import('../services.js');
  const log = pino({ level: quieter(config.logLevel) }, world.stderr);
  const services = await openServices(config, world.clock, log);
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/**
 * The log level of commands: a command reports success itself, so its log has only warnings and
 * errors.
 */
function quieter(level: LogLevel): LogLevel {
  return level === 'info' || level === 'debug' || level === 'trace' ? 'warn' : level;
}

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
