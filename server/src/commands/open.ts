import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { loadConfig } from '../config/config.js';
import type { LogLevel } from '../config/config-values.js';
import { didYouMean, shorten } from '../lib/text.js';
import type { Services } from '../services.js';
import { type Actor, BY_CONSOLE } from '../store/audit/audit.js';
import type { ClientEntry, Directory } from '../store/directory/directory.js';
import { audited } from '../store/tenant/audit.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { reporting, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';

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
  const services = await openServices(config, world.clock, log, actorOf(world));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/**
 * Who runs a command: the account of the operating system, and who became it by sudo, or the account of the console for
 * which a server runs it.
 */
function actorOf({ command = '', environment, clock }: World): Actor {
  const { SUDO_USER: sudo = '', CONSOLE_ACCOUNT: account } = environment;
  const name = sudo === '' ? accountName() : `${accountName()}, sudo by ${sudo}`;
  const by = account === undefined ? `command ${name}` : BY_CONSOLE + account;
  return { name: by, action: command, now: () => clock.now() };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no account.
    return `uid ${process.getuid?.()}`;
  }
}

/** The log level of commands: only warnings and errors, as a command reports success itself. */
function quieter(level: LogLevel): LogLevel {
  return level === 'info' || level === 'debug' || level === 'trace' ? 'warn' : level;
}

/** What a command needs that reads or writes the records of one client or feed. */
export interface OpenedDatabase {
  readonly services: Services;
  readonly entry: ClientEntry;
  readonly database: TenantDatabase;
}

/** The same for an action, with the world that it runs in. */
export interface OpenedCommand extends OpenedDatabase {
  readonly world: World;
}

/** The database for what a command changes of a kind: the write adds an entry to the audit. */
export function changing(
  { services: { actor }, database }: Pick<OpenedDatabase, 'services' | 'database'>,
  kind: string,
  id?: string | number,
): TenantDatabase {
  return audited(database, actor, () => ({ kind, records: id === undefined ? [] : [{ id }] }));
}

/** What a command works on, as an error words it. */
export type Wanted = 'client' | 'feed' | 'client or feed';

/** Runs work on the database of a client or feed. @throws CommandError where there is none of this name. */
export function onDatabase<Result>(
  world: World,
  wanted: Wanted,
  name: string,
  work: (opened: OpenedCommand) => Promise<Result>,
): Promise<Result> {
  return withServices(world, async (services) => {
    const entry = await findEntry(services.directory, wanted, name);
    return work({ world, services, entry, database: await services.tenants.database(entry) });
  });
}

/**
 * Makes an action of a function that returns a report, and that gets the opened database of the client or feed which
 * the first argument names. @throws CommandError where there is none of this name.
 */
export function reportingOn<Parameters extends unknown[]>(
  world: World,
  wanted: Wanted,
  work: (opened: OpenedCommand, ...parameters: Parameters) => Promise<Report>,
): (...parameters: [string, ...Parameters, Command]) => Promise<void> {
  return reporting(world, (_, name: string, ...parameters: Parameters) =>
    onDatabase(world, wanted, name, (opened) => work(opened, ...parameters)),
  );
}

/** The client or feed of this name. @throws CommandError when it does not exist, or is of the other kind. */
export async function findEntry(
  directory: Directory,
  wanted: Wanted,
  name: string,
): Promise<ClientEntry> {
  const isWanted = ({ kind }: ClientEntry) =>
    wanted === 'client or feed' || (kind === 'client') === (wanted === 'client');
  const entry = await directory.tenant(name);
  if (entry === undefined) {
    const names = (await directory.tenants()).filter(isWanted).map((each) => each.name);
    const list = wanted === 'feed' ? 'portico feed list' : 'portico client list';
    throw new CommandError(
      `There is no ${wanted} named ${shorten(name, 80)}.${didYouMean(name, names)} See \`${list}\`.`,
    );
  }
  if (isWanted(entry)) return entry;
  const kind = wanted === 'feed' ? 'client' : 'feed';
  throw new CommandError(`${name} is a ${kind}, not a ${wanted}.`);
}
