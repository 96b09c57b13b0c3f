import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../config/config.js';
import { noneIfMissing } from '../../lib/create-once.js';
import { firstNames, maskUrl } from '../../lib/text.js';
import { clear, isUntouched } from '../../store/copy/dump.js';
import { thaw } from '../../store/copy/triggers.js';
import { Directory } from '../../store/directory/directory.js';
import { CONSOLE_STEP, RESTORED_NUMBERS_STEP } from '../../store/directory/migrations.js';
import { type PlaceName, Places } from '../../store/directory/places.js';
import { PostgresServers } from '../../store/engines/postgres/postgres-servers.js';
import { placeOfSecondFactor } from '../../store/secrets/sealed-codes.js';
import { TenantDatabases } from '../../store/tenant-databases.js';
import { DATA_FILES } from '../backup/data-files.js';
import type { World } from '../command.js';
import { CommandError } from '../command-error.js';
import {
  type FilledDatabase,
  fillDatabase,
  fillDirectory,
  restoredWarnings,
} from './fill-database.js';
import { adopt, onTarget, prepare } from './places.js';
import { copyFiles, counted, type Restored, type RestoreOptions } from './restored.js';
import { lastStep, type SavedBackup, type SavedEntry, type SavedRecord } from './saved-backup.js';
import { type SecretKeys, unreadableWords } from './secrets.js';
import {
  isLeft,
  noteFinished,
  noteUnfinished,
  removeLeft,
  UNFINISHED_FILE,
  type Unfinished,
} from './unfinished.js';

export interface InstallationOptions extends RestoreOptions {
  /** Keeps databases at URLs of their own unchanged if they are not empty. */
  readonly adopt: boolean;
  /** Removes the remains of a restore that was killed. */
  readonly again: boolean;
}

/** The most connections to one PostgreSQL server. */
const CONNECTIONS = 4;

/** Folders that a fresh disk has by itself. */
const NOBODYS: ReadonlySet<string> = new Set(['lost+found']);

/**
 * Restores a whole backup into an empty data folder and empty places on PostgreSQL. The directory
 * comes last, so that an installation whose restore was cut short serves nobody.
 *
 * @throws CommandError when something exists already; nothing is ever overwritten.
 */
export async function restoreInstallation(
  world: World,
  backup: SavedBackup,
  options: InstallationOptions,
): Promise<Restored> {
  const config = loadConfig(world.environment, world.cwd);
  const left = await removeLeft(config, options.again);
  await checkEmpty(config.dataFolder);
  const { keys, unreadable, entries } = await prepare(config, backup, options, world.random);
  const revisions = { ...left?.revisions };
  for (const { entry, revision } of entries) {
    revisions[entry.name] = [...(revisions[entry.name] ?? []), revision];
  }
  const servers = new PostgresServers(CONNECTIONS, () => {});
  try {
    await noteUnfinished(config.dataFolder, {
      begun: new Date(world.clock.now()).toISOString(),
      backup: backup.folder,
      revisions,
    });
    const { dataFolder: folder, databaseUrl } = config;
    const home = databaseUrl === undefined ? { folder } : { server: await servers.at(databaseUrl) };
    const directory = await Directory.open(home, lastStep(backup.manifest.directory));
    const places = new Places(async () => keys.to, world.random);
    const tenants = new TenantDatabases(directory, servers, places, config, world.clock);
    try {
      const restored = await restore(backup, options, {
        ...{ config, directory, places, tenants, keys, unreadable, entries },
        left: left?.revisions ?? {},
      });
      await noteFinished(config.dataFolder);
      return restored;
    } catch (error) {
      if (!options.signal.aborted) throw error;
      throw new CommandError('The restore was interrupted. What it had restored is removed again.');
    } finally {
      await directory.close();
    }
  } catch (error) {
    // The folder was empty at the begin, so everything in it comes from this restore.
    for (const name of await readdir(config.dataFolder).catch(() => [])) {
      if (NOBODYS.has(name) || name === UNFINISHED_FILE) continue;
      await rm(join(config.dataFolder, name), { recursive: true, force: true });
    }
    // Remains of an earlier restore may still exist in other places.
    if (left === undefined) await noteFinished(config.dataFolder);
    throw error;
  } finally {
    await servers.close();
  }
}

async function checkEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(noneIfMissing);
  if (names.every((name) => NOBODYS.has(name) || name === UNFINISHED_FILE)) return;
  throw new CommandError(
    `The data folder ${folder} is not empty, and a restore overwrites nothing. Move what is in it ` +
      'elsewhere, or set PORTICO_DATA to a new folder; to restore one client next to others, use --client.',
  );
}

interface Target {
  readonly config: Config;
  readonly directory: Directory;
  readonly places: Places;
  readonly tenants: TenantDatabases;
  readonly keys: SecretKeys;
  /** The listed prefixes of keys whose secrets do not open. */
  readonly unreadable: readonly string[];
  readonly entries: readonly SavedEntry[];
  /** The revisions that identify databases that a killed restore filled. */
  readonly left: Unfinished['revisions'];
}

async function restore(
  backup: SavedBackup,
  options: InstallationOptions,
  target: Target,
): Promise<Restored> {
  const { say, signal } = options;
  const { manifest } = backup;
  const { config, directory, places, tenants, entries, left } = target;
  if (!(await isUntouched(directory.tables))) {
    throw new CommandError(
      'There are clients, keys or partners in the database of PORTICO_DATABASE_URL already, and a ' +
        'restore overwrites nothing. Name an empty database; to restore one client next to others, use --client.',
    );
  }
  const adopted = await adoptable(entries, { places, tenants, left }, options);
  const words = new Map(entries.map(({ entry }) => [entry.name, entry.database_url]));
  const filled = entries.filter(({ entry }) => !adopted.includes(entry.name));
  const done: SavedEntry[] = [];
  const results: FilledDatabase[] = [];
  const begun: [kind: string, number: number][] = [];
  const accounts: ResealedAccount[] = [];
  // The directory is empty until it is filled at the end.
  const numbers = {
    above: async (kind: string, least: number) => {
      begun.push([kind, least]);
      return least;
    },
  };
  try {
    for (const each of filled) {
      say(`Restoring ${each.entry.name} …`);
      await onTarget(tenants, each, async (database) => {
        const fillOptions = { ...options, keys: target.keys, numbers };
        results.push(await fillDatabase(backup, each, database, fillOptions));
        done.push(each);
      });
    }
    say('Restoring pictures and files …');
    const files = manifest.files.filter(({ path }) => isWanted(path, config));
    await copyFiles(backup, files, config.dataFolder, (path) => path, signal);
    say('Restoring the directory …');
    // The last step that may fail, so that everything that the directory lists exists.
    await fillDirectory(backup, manifest.directory, directory.tables, (table, row) => {
      if (table === 'client') return { ...row, database_url: words.get(String(row.name)) ?? null };
      // They may be old, and a restore that is killed after this leaves none either.
      if (table === 'console_session' || table === 'console_link') return undefined;
      if (table === 'console_account') return resealAccount(row, target.keys, accounts);
      if (table !== 'api_key') return row;
      const { hash, sealed_secret: sealed = null } = row;
      if (typeof sealed !== 'string') return row;
      return { ...row, sealed_secret: target.keys.reseal(sealed, String(hash)) ?? sealed };
    });
    if (manifest.directory.steps.includes(RESTORED_NUMBERS_STEP)) {
      for (const [kind, number] of begun) await directory.restoredNumbers.keep(kind, number);
    }
    if (manifest.directory.steps.includes(CONSOLE_STEP)) {
      await directory.consoleAccounts.forgetCodes(accounts.map(({ id }) => id));
    }
    const keys = manifest.directory.tables.find(({ name }) => name === 'api_key')?.rows ?? 0;
    return {
      databases: counted(filled),
      files: files.length,
      keys,
      letters: results.reduce((sum, { letters }) => sum + letters, 0),
      warnings: [
        ...warningsOf(backup, target.unreadable, adopted),
        ...warningsOfAccounts(accounts),
        ...restoredWarnings(results),
      ],
    };
  } catch (error) {
    for (const each of done) {
      // As far as it can still be reached; the operator needs the first error.
      await onTarget(tenants, each, clear).catch(() => {});
    }
    throw error;
  }
}

/** An account whose second factor was sealed under another secret key, by which its recovery codes were made, too. */
interface ResealedAccount {
  readonly id: number;
  readonly email: string;
  readonly isReadable: boolean;
}

/** Seals the second factor of an account under the key of this installation. @param others Gets the accounts of another key. */
function resealAccount(row: SavedRecord, keys: SecretKeys, others: ResealedAccount[]): SavedRecord {
  const { id, email, second_factor: sealed = null } = row;
  if (typeof sealed !== 'string') return row;
  const second_factor = keys.reseal(sealed, placeOfSecondFactor(Number(id)));
  const isReadable = second_factor !== undefined;
  if (second_factor !== sealed) others.push({ id: Number(id), email: String(email), isReadable });
  return { ...row, second_factor: second_factor ?? sealed };
}

/**
 * The names of databases that are kept unchanged. @throws CommandError unless all others are empty.
 */
async function adoptable(
  entries: readonly SavedEntry[],
  { places, tenants, left }: Pick<Target, 'places' | 'tenants' | 'left'>,
  options: InstallationOptions,
): Promise<readonly string[]> {
  const adopted: string[] = [];
  for (const each of entries) {
    const { name, database_url } = each.entry;
    const place = await places.placeOf(name, database_url);
    await onTarget(tenants, each, async (database) => {
      if (!(await isUntouched(database)) && (await isLeft(database, left[name]))) {
        await clear(database);
      }
      if (await isUntouched(database)) return thaw(database);
      if (place === 'default' || place === 'sqlite') {
        throw new CommandError(
          `The database of ${name} holds data already, and a restore overwrites nothing. ` +
            'Name an empty database in PORTICO_DATABASE_URL.',
        );
      }
      if (!options.adopt) throw new CommandError(survivorWords(name, place));
      await adopt(database, name, maskUrl(place));
      adopted.push(name);
    });
  }
  return adopted;
}

function survivorWords(name: string, place: PlaceName): string {
  return (
    `The database of ${name} has its own place, ${maskUrl(place)}, and holds data ` +
    'there already. If it has survived and is to be used as it is, say --adopt; to have the backup ' +
    "restored where this installation's configuration says, say --home."
  );
}

function isWanted(path: string, { secretKey, tls }: Config): boolean {
  if (path === DATA_FILES.secretKey) return secretKey === undefined;
  if ((DATA_FILES.certificate as readonly string[]).includes(path)) return tls === undefined;
  return true;
}

function warningsOfAccounts(accounts: readonly ResealedAccount[]): string[] {
  const emails = (isReadable: boolean) =>
    accounts.filter((each) => each.isReadable === isReadable).map(({ email }) => email);
  const readable = emails(true);
  const warnings = unreadableWords(
    'factors',
    emails(false),
    ' Take them away: `portico operator reset --second-factor`.',
  );
  if (readable.length > 0) {
    const words =
      'These accounts of the console have lost their recovery codes, which belonged to another secret key';
    warnings.push(`${words}: ${firstNames(readable)}. Set up their second factors again.`);
  }
  return warnings;
}

function warningsOf(
  { manifest }: SavedBackup,
  unreadable: readonly string[],
  adopted: readonly string[],
): string[] {
  const warnings = unreadableWords('keys', unreadable, ' Rotate them: `portico key rotate`.');
  if (manifest.media === 'left out')
    warnings.push('Pictures and files were left out of the backup.');
  if (adopted.length > 0)
    warnings.push(`Used as they are: the databases of ${adopted.join(', ')}.`);
  return warnings;
}
