import type { OwnedDatabase } from '../../data/client-database/open.js';
import type { ClientDatabases } from '../../data/client-databases.js';
import type { ClientEntry } from '../../data/directory/directory.js';
import { isSealed, sealedFor } from '../../data/directory/places.js';
import { unseal } from '../../data/directory/seal.js';
import { stateOf, strayWords } from '../../data/move/guard.js';
import { removeGuard } from '../../data/move/triggers.js';
import type { SavedDatabase } from '../backup/manifest.js';
import { checkDatabaseUrl } from '../checks.js';
import { CommandError, reasonOf } from '../command-error.js';
import type { World } from '../world.js';
import type { SavedEntry } from './restored.js';
import { lastStep } from './saved-backup.js';
import { type SecretKeys, sealedAnew } from './sealed-secrets.js';

/** How the places of saved databases are carried over. */
export interface PlaceOptions {
  /** All go where the configuration says. */
  readonly home: boolean;
  /** Undefined when there is no secret key at all. */
  readonly keys: SecretKeys | undefined;
  readonly random: World['random'];
}

/**
 * Gives the saved entries of clients and feeds the places that they are restored to. `default` and
 * `sqlite` mean the same everywhere; a URL is sealed under the key of this installation, and for the name
 * that its client has here.
 *
 * @param name The name that an entry has from now on.
 * @throws Failure when a URL cannot be read: nothing may be restored to a place that nobody meant.
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
    const anew = keys === undefined ? undefined : sealedAnew(word, before, keys, random, after);
    if (anew === undefined || keys === undefined) unreadable.push(entry.name);
    else checkUrl(entry.name, unseal(anew, keys.to, after));
    return at(anew ?? null);
  });
  if (unreadable.length === 0) return placed;
  throw new CommandError(
    `Where the databases of these clients or feeds were cannot be read, as their URLs were sealed under ` +
      `another secret key: ${unreadable.join(', ')}. A restore of the whole backup takes that key from ` +
      "PORTICO_SECRET_KEY; with --home, the databases are restored where this installation's configuration says.",
  );
}

/** Whoever made the backup had a key of their own to seal anything under. @throws Failure */
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
 * Makes the database that a saved one is restored into, or opens what is there, with the rights of
 * its owner.
 *
 * @throws Failure when the place cannot be reached. It names the client, and nothing secret.
 */
export async function openTarget(
  clients: ClientDatabases,
  entry: ClientEntry,
  saved: SavedDatabase,
): Promise<OwnedDatabase> {
  try {
    return await clients.openAt(entry, lastStep(saved));
  } catch (error) {
    throw new CommandError(
      `The database of ${entry.name} cannot be opened where it is to be restored: ${reasonOf(error)}`,
    );
  }
}

/** Takes away what a move has left in a database that nobody has stored anything in: it would be closed. */
export async function thaw(database: OwnedDatabase): Promise<void> {
  if ((await stateOf(database)) !== undefined) await removeGuard(database);
}

/**
 * Has a database that has outlived its installation take writes, where a move was cut short there.
 *
 * @param place Where it is, with nothing secret.
 * @throws Failure when it is not the one that counts: left behind by a later move, or not yet complete.
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
