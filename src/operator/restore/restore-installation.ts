import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../config.js';
import { ClientDatabases } from '../../data/client-databases.js';
import { Directory } from '../../data/directory/directory.js';
import { type PlaceName, Places } from '../../data/directory/places.js';
import { clear, isUntouched } from '../../data/dump.js';
import { PostgresServers } from '../../data/postgres-server.js';
import { maskUrl } from '../../mask.js';
import { DATA_FILES } from '../backup/data-files.js';
import { Failure } from '../outcome.js';
import type { World } from '../world.js';
import { fillDatabase, fillDirectory } from './fill-database.js';
import {
  copyFiles,
  counted,
  type Restored,
  type RestoreOptions,
  type SavedEntry,
  savedEntries,
  unreadableSecrets,
  waitingLetters,
} from './restored.js';
import { adopt, openTarget, placedAnew, thaw } from './restored-places.js';
import { lastStep, type SavedBackup } from './saved-backup.js';
import { type SecretKeys, savedSecretKey, sealedAnew } from './sealed-secrets.js';

/** How a whole installation is restored. */
export interface InstallationOptions extends RestoreOptions {
  /** Takes databases at URLs of their own, which hold something, as they are. */
  readonly adopt: boolean;
}

/** Connections to one PostgreSQL server. */
const CONNECTIONS = 4;

/** What a fresh disk has of itself. */
const NOBODYS: ReadonlySet<string> = new Set(['lost+found']);

/**
 * Restores all of a backup: into a data folder that is empty, and to PostgreSQL where nobody has
 * stored anything in its place. The directory comes last, so that one which was cut short serves nobody.
 *
 * @throws Failure when there is something already; nothing is ever overwritten.
 */
export async function restoreInstallation(
  world: World,
  backup: SavedBackup,
  options: InstallationOptions,
): Promise<Restored> {
  const config = loadConfig(world.environment, world.cwd);
  await checkEmpty(config.dataFolder);
  const keys = await secretKeys(config, backup);
  const secrets = await openedSecrets(keys, backup, world.random);
  if (secrets.unreadable.length > 0 && !options.withoutSecrets) {
    throw new Failure(
      `${unreadableSecrets(secrets.unreadable)} Set PORTICO_SECRET_KEY to the one that the backed-up ` +
        'installation had. With --without-secrets the rest is restored; calls signed with these keys are then refused until the keys are rotated.',
    );
  }
  const placing = { home: options.home, keys, random: world.random };
  const entries = placedAnew(await savedEntries(backup), placing);
  const servers = new PostgresServers(CONNECTIONS, () => {});
  try {
    const { dataFolder: folder, databaseUrl } = config;
    const home = databaseUrl === undefined ? { folder } : { server: servers.at(databaseUrl) };
    const directory = await Directory.open(home, lastStep(backup.manifest.directory));
    const places = new Places(async () => sealingKey(keys), world.random);
    const clients = new ClientDatabases(directory, servers, places, config, world.clock);
    try {
      return await restore(backup, options, {
        ...{ config, directory, places, clients, secrets, entries },
      });
    } catch (error) {
      if (!options.signal.aborted) throw error;
      throw new Failure('The restore was interrupted. What it had restored is removed again.');
    } finally {
      await directory.close();
    }
  } catch (error) {
    // It was empty when this began, so that all of it is ours.
    for (const name of await readdir(config.dataFolder).catch(() => [])) {
      if (!NOBODYS.has(name)) {
        await rm(join(config.dataFolder, name), { recursive: true, force: true });
      }
    }
    throw error;
  } finally {
    await servers.close();
  }
}

async function checkEmpty(folder: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (names.every((name) => NOBODYS.has(name))) return;
  throw new Failure(
    `The data folder ${folder} is not empty, and a restore overwrites nothing. Move what is in it ` +
      'elsewhere, or set PORTICO_DATA to a new folder; to restore one client beside others, use --client.',
  );
}

interface Secrets {
  /** The signing secrets as they are stored here, by the hashes of their keys. */
  readonly sealed: ReadonlyMap<string, string>;
  /** The listed prefixes of keys whose secrets do not open. */
  readonly unreadable: readonly string[];
}

/** The keys of the backup and of this installation; undefined when there is none. */
async function secretKeys(config: Config, backup: SavedBackup): Promise<SecretKeys | undefined> {
  const saved = await savedSecretKey(backup);
  const to = config.secretKey ?? saved;
  const from = [saved, config.secretKey].filter((key) => key !== undefined);
  return to === undefined ? undefined : { from, to };
}

/** The key that URLs are sealed under here: what is sealed has been opened, so there is one. */
function sealingKey(keys: SecretKeys | undefined): Uint8Array {
  if (keys === undefined) throw new Error('There is no secret key.');
  return keys.to;
}

async function openedSecrets(
  keys: SecretKeys | undefined,
  backup: SavedBackup,
  random: World['random'],
): Promise<Secrets> {
  const sealed = new Map<string, string>();
  const unreadable: string[] = [];
  for (const row of await backup.records(backup.manifest.directory, 'api_key')) {
    const { hash, sealed_secret: secret } = row;
    if (typeof secret !== 'string' || typeof hash !== 'string') continue;
    const anew = keys === undefined ? undefined : sealedAnew(secret, hash, keys, random);
    if (anew !== undefined) sealed.set(hash, anew);
    else if (row.active === 1) unreadable.push(String(row.prefix));
  }
  return { sealed, unreadable };
}

interface Target {
  readonly config: Config;
  readonly directory: Directory;
  readonly places: Places;
  readonly clients: ClientDatabases;
  readonly secrets: Secrets;
  /** What is restored, and to which places. */
  readonly entries: readonly SavedEntry[];
}

async function restore(
  backup: SavedBackup,
  options: InstallationOptions,
  { config, directory, places, clients, secrets, entries }: Target,
): Promise<Restored> {
  const { say, signal } = options;
  const { manifest } = backup;
  if (!(await isUntouched(directory.tables))) {
    throw new Failure(
      'There are clients, keys or partners in the database of PORTICO_DATABASE_URL already, and a ' +
        'restore overwrites nothing. Name an empty database; to restore one client beside others, use --client.',
    );
  }
  const adopted = await adoptable(entries, places, clients, options);
  const words = new Map(entries.map(({ entry }) => [entry.name, entry.database_url]));
  const filled = entries.filter(({ entry }) => !adopted.includes(entry.name));
  const done: SavedEntry[] = [];
  try {
    for (const each of filled) {
      const { entry, database: saved } = each;
      say(`Restoring ${entry.name} …`);
      const database = await openTarget(clients, entry, saved);
      try {
        await fillDatabase(backup, saved, database, options);
        done.push(each);
      } finally {
        await database.close();
      }
    }
    say('Restoring pictures and files …');
    const files = manifest.files.filter(({ path }) => isWanted(path, config));
    await copyFiles(backup, files, config.dataFolder, (path) => path, signal);
    const databases = filled.map(({ database }) => database);
    const letters = await waitingLetters(backup, databases);
    say('Restoring the directory …');
    // Last of all that may fail: what it lists is there.
    await fillDirectory(backup, manifest.directory, directory.tables, (table, row) => {
      if (table === 'client') return { ...row, database_url: words.get(String(row.name)) ?? null };
      if (table !== 'api_key') return row;
      return {
        ...row,
        sealed_secret: secrets.sealed.get(String(row.hash)) ?? row.sealed_secret ?? null,
      };
    });
    const keys = manifest.directory.tables.find(({ name }) => name === 'api_key')?.rows ?? 0;
    return {
      databases: counted(filled),
      files: files.length,
      keys,
      letters,
      warnings: warningsOf(backup, secrets, adopted),
    };
  } catch (error) {
    await clearAll(done, clients);
    throw error;
  }
}

/** The names of databases that are left as they are. @throws Failure unless all others are empty. */
async function adoptable(
  entries: readonly SavedEntry[],
  places: Places,
  clients: ClientDatabases,
  options: InstallationOptions,
): Promise<readonly string[]> {
  const adopted: string[] = [];
  for (const { entry, database: saved } of entries) {
    const { name } = entry;
    const place = await places.placeOf(name, entry.database_url);
    const database = await openTarget(clients, entry, saved);
    try {
      if (await isUntouched(database)) {
        await thaw(database);
        continue;
      }
      if (place === 'default' || place === 'sqlite') {
        throw new Failure(
          `The database of ${name} holds data already, and a restore overwrites nothing. ` +
            'Name an empty database in PORTICO_DATABASE_URL.',
        );
      }
      if (!options.adopt) throw new Failure(survivorWords(name, place));
      await adopt(database, name, maskUrl(place));
    } finally {
      await database.close();
    }
    adopted.push(name);
  }
  return adopted;
}

function survivorWords(name: string, place: PlaceName): string {
  return (
    `The database of ${name} has a place of its own, ${maskUrl(place)}, and holds data ` +
    'there already. If it has survived and is to be used as it is, say --adopt; to have the backup ' +
    "restored where this installation's configuration says, say --home."
  );
}

/** Takes back what was filled in, as far as the databases can still be reached. */
async function clearAll(filled: readonly SavedEntry[], clients: ClientDatabases): Promise<void> {
  for (const { entry, database: saved } of filled) {
    try {
      const database = await clients.openAt(entry, lastStep(saved));
      try {
        await clear(database);
      } finally {
        await database.close();
      }
    } catch {
      // Whoever restores is told why it failed in the first place.
    }
  }
}

function isWanted(path: string, { secretKey, tls }: Config): boolean {
  if (path === DATA_FILES.secretKey) return secretKey === undefined;
  if ((DATA_FILES.certificate as readonly string[]).includes(path)) return tls === undefined;
  return true;
}

function warningsOf(
  { manifest }: SavedBackup,
  { unreadable }: Secrets,
  adopted: readonly string[],
): string[] {
  const warnings: string[] = [];
  if (unreadable.length > 0) {
    warnings.push(`${unreadableSecrets(unreadable)} Rotate them: \`portico key rotate\`.`);
  }
  if (manifest.media === 'left out')
    warnings.push('Pictures and files were left out of the backup.');
  if (adopted.length > 0)
    warnings.push(`Used as they are: the databases of ${adopted.join(', ')}.`);
  return warnings;
}
