import type { Config } from '../../config/config.js';
import { strayWords } from '../../store/copy/guard.js';
import { thaw } from '../../store/copy/triggers.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { isSealed, sealedFor } from '../../store/directory/places.js';
import { unseal } from '../../store/secrets/seal.js';
import type { OwnedDatabase } from '../../store/tenant/open.js';
import type { TenantDatabases } from '../../store/tenant-databases.js';
import type { World } from '../command.js';
import { CommandError, reasonOf } from '../command-error.js';
import { checkDatabaseUrl } from '../options.js';
import { drawRevision } from './fill-database.js';
import { lastStep, type SavedBackup, type SavedEntry } from './saved-backup.js';
import { SecretKeys, unreadableWords } from './secrets.js';

/** All tenants and feeds of a backup, by name. */
export async function savedEntries(backup: SavedBackup): Promise<SavedEntry[]> {
  const { directory, databases } = backup.manifest;
  const rows = await backup.records(directory, 'client');
  const saved: SavedEntry[] = [];
  for (const entry of rows.map((row) => row as unknown as ClientEntry)) {
    const database = databases.find(({ name }) => name === entry.name);
    if (database === undefined) {
      throw new CommandError(`The backup is damaged: the database of ${entry.name} is not in it.`);
    }
    const revision = await drawRevision(backup, database);
    // The place that it was read from, because it may have moved after the directory was read.
    saved.push({ entry: { ...entry, database_url: database.place }, database, revision });
  }
  return saved.sort((one, other) => (one.entry.name < other.entry.name ? -1 : 1));
}

/**
 * Gives the saved entries of tenants and feeds their places after the restore. `default` and
 * `sqlite` mean the same everywhere. A URL is sealed under this installation's key, and for the
 * tenant's name here.
 *
 * @param home Puts every database where the configuration says.
 * @param name Returns an entry's name from now on.
 * @throws CommandError when a URL cannot be read: no database may be restored to a place that
 *   nobody chose.
 */
export function withPlaces(
  saved: readonly SavedEntry[],
  { home, keys }: { readonly home: boolean; readonly keys: SecretKeys },
  name: (before: string) => string = (before) => before,
): SavedEntry[] {
  const unreadable: string[] = [];
  const placed = saved.map(({ entry, ...rest }) => {
    const as = name(entry.name);
    const word = entry.database_url;
    const at = (database_url: string | null) => ({
      ...rest,
      entry: { ...entry, name: as, database_url },
    });
    if (home) return at(null);
    if (word === null || !isSealed(word)) return at(word);
    const resealed = keys.reseal(word, sealedFor(entry.name), sealedFor(as));
    if (resealed === undefined) unreadable.push(entry.name);
    else checkUrl(entry.name, unseal(resealed, keys.to, sealedFor(as)));
    return at(resealed ?? null);
  });
  if (unreadable.length === 0) return placed;
  throw new CommandError(
    `Where the databases of these clients or feeds were cannot be read, because their URLs were sealed under ` +
      `another secret key: ${unreadable.join(', ')}. A restore of the whole backup takes that key from ` +
      "PORTICO_SECRET_KEY; with --home, the databases are restored where this installation's configuration says.",
  );
}

/** Checks an unsealed URL: the maker of the backup had a key that could seal anything. @throws CommandError */
function checkUrl(name: string, url: string): void {
  try {
    checkDatabaseUrl(url);
  } catch {
    throw new CommandError(
      `The backup is damaged: the place of ${name} is not a URL of a PostgreSQL database.`,
    );
  }
}

/**
 * Opens the sealed content of a backup, which is signing secrets and places of databases. Writes nothing.
 *
 * @returns `unreadable` has the listed prefixes of keys whose secrets do not open.
 * @throws CommandError when the content cannot be opened and the options do not allow that.
 */
export async function prepare(
  config: Config,
  backup: SavedBackup,
  { home, withoutSecrets }: { readonly home: boolean; readonly withoutSecrets: boolean },
  random: World['random'],
): Promise<{
  readonly keys: SecretKeys;
  readonly unreadable: readonly string[];
  readonly entries: readonly SavedEntry[];
}> {
  const { directory, databases } = backup.manifest;
  const keys = await SecretKeys.of(backup, config.secretKey, random);
  const unreadable: string[] = [];
  for (const { hash, sealed_secret, active, prefix } of await backup.records(
    directory,
    'api_key',
  )) {
    if (typeof sealed_secret !== 'string' || active !== 1) continue;
    if (keys.reseal(sealed_secret, String(hash)) === undefined) unreadable.push(String(prefix));
  }
  const receivers: string[] = [];
  for (const database of databases) {
    for (const row of await backup.records(database, 'webhook_endpoint')) {
      const id = String(row.public_id);
      const sealed = keys.resealReceiver(String(row.sealed_secret), id);
      if (sealed === undefined) receivers.push(`${database.name} ${id}`);
    }
  }
  const words = [
    ...unreadableWords('keys', unreadable),
    ...unreadableWords('receivers', receivers),
  ];
  if (words.length > 0 && !withoutSecrets) {
    throw new CommandError(
      `${words.join(' ')} Set PORTICO_SECRET_KEY to the one that the backed-up installation had. With ` +
        '--without-secrets the rest is restored; calls signed with these keys are then refused, and webhooks not sent, until keys and receivers are rotated.',
    );
  }
  return { keys, unreadable, entries: withPlaces(await savedEntries(backup), { home, keys }) };
}

/**
 * Runs work on the database for a saved one, with the rights of its owner. It is created if there is none.
 *
 * @throws CommandError when the place cannot be reached. It names the tenant, and nothing secret.
 */
export async function onTarget<Result>(
  tenants: TenantDatabases,
  { entry, database: saved }: SavedEntry,
  work: (database: OwnedDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await tenants.openAt(entry, lastStep(saved)).catch((error: unknown) => {
    throw new CommandError(
      `The database of ${entry.name} cannot be opened where it is to be restored: ${reasonOf(error)}`,
    );
  });
  return work(database).finally(() => database.close());
}

/**
 * Lets a database that outlived its installation accept writes again, if a move of it was cut
 * short.
 *
 * @param place Its place, without secrets.
 * @throws CommandError when it is not the current database: a later move left it behind, or it is
 *   incomplete.
 */
export async function adopt(database: OwnedDatabase, name: string, place: string): Promise<void> {
  const words = await strayWords(database);
  if (words !== undefined) {
    throw new CommandError(
      `What is at ${place} is not the database of ${name}, but ${words}, and would take no writes. Remove it ` +
        'there, or say --home, to have the backup restored.',
    );
  }
  await thaw(database);
}
