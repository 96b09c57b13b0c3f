import { stateOf, strayWords } from '../../store/copy/guard.js';
import { removeGuard } from '../../store/copy/triggers.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { isSealed, sealedFor } from '../../store/directory/places.js';
import { unseal } from '../../store/secrets/seal.js';
import type { OwnedDatabase } from '../../store/tenant/open.js';
import type { TenantDatabases } from '../../store/tenant-databases.js';
import type { SavedDatabase } from '../backup/manifest.js';
import type { World } from '../command.js';
import { CommandError, reasonOf } from '../command-error.js';
import { checkDatabaseUrl } from '../options.js';
import type { SavedEntry } from './restored.js';
import { lastStep } from './saved-backup.js';
import { type SecretKeys, sealedWithNewKey } from './sealed-secrets.js';

/** The options for the places of saved databases. */
export interface PlaceOptions {
  /** Puts every database where the configuration says. */
  readonly home: boolean;
  /** Undefined when there is no secret key at all. */
  readonly keys: SecretKeys | undefined;
  readonly random: World['random'];
}

/**
 * Gives the saved entries of tenants and feeds their places after the restore. `default` and
 * `sqlite` mean the same everywhere. A URL is sealed under this installation's key, and for the
 * tenant's name here.
 *
 * @param name Returns an entry's name from now on.
 * @throws CommandError when a URL cannot be read: no database may be restored to a place that
 *   nobody chose.
 */
export function placedAnew(
  saved: readonly SavedEntry[],
  { home, keys, random }: PlaceOptions,
  name: (before: string) => string = (before) => before,
): SavedEntry[] {
  const unreadable: string[] = [];
  const placed = saved.map(({ entry, database }) => {
    const as = name(entry.name);
    const word = entry.database_url;
    const at = (database_url: string | null) => ({
      database,
      entry: { ...entry, name: as, database_url },
    });
    if (home) return at(null);
    if (word === null || !isSealed(word)) return at(word);
    const [before, after] = [sealedFor(entry.name), sealedFor(as)];
    const resealed =
      keys === undefined ? undefined : sealedWithNewKey(word, before, keys, random, after);
    if (resealed === undefined || keys === undefined) unreadable.push(entry.name);
    else checkUrl(entry.name, unseal(resealed, keys.to, after));
    return at(resealed ?? null);
  });
  if (unreadable.length === 0) return placed;
  throw new CommandError(
    `Where the databases of these clients or feeds were cannot be read, as their URLs were sealed under ` +
      `another secret key: ${unreadable.join(', ')}. A restore of the whole backup takes that key from ` +
      "PORTICO_SECRET_KEY; with --home, the databases are restored where this installation's configuration says.",
  );
}

/**
 * Checks an unsealed URL, because the maker of the backup had a key that could seal anything.
 * @throws CommandError
 */
function checkUrl(name: string, url: string): void {
  try {
    checkDatabaseUrl(url);
  } catch {
    throw new CommandError(
      `The backup is damaged: the place of ${name} is no URL of a PostgreSQL database.`,
    );
  }
}

/**
 * Creates the database for a saved one, or opens the existing one, with the rights of its owner.
 *
 * @throws CommandError when the place cannot be reached. It names the tenant, and nothing secret.
 */
export async function openTarget(
  tenants: TenantDatabases,
  entry: ClientEntry,
  saved: SavedDatabase,
): Promise<OwnedDatabase> {
  try {
    return await tenants.openAt(entry, lastStep(saved));
  } catch (error) {
    throw new CommandError(
      `The database of ${entry.name} cannot be opened where it is to be restored: ${reasonOf(error)}`,
    );
  }
}

/** Removes the guard that a move left in an empty database; the guard would refuse writes. */
export async function thaw(database: OwnedDatabase): Promise<void> {
  if ((await stateOf(database)) !== undefined) await removeGuard(database);
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
  const state = await stateOf(database);
  if (state === undefined) return;
  const words = strayWords(state);
  if (words !== undefined) {
    throw new CommandError(
      `What is at ${place} is not the database of ${name}, but ${words}, and would take no writes. Remove it ` +
        'there, or say --home, to have the backup restored.',
    );
  }
  await removeGuard(database);
}
