import type { OwnedDatabase } from '../data/client-database/open.js';
import type { ClientEntry, ClientSettings } from '../data/directory/directory.js';
import { NO_LINK_PATTERNS } from '../data/directory/tables.js';
import { isUntouched } from '../data/dump.js';
import { stateOf, strayWords } from '../data/move/guard.js';
import { removeGuard } from '../data/move/triggers.js';
import { serverLabel } from '../data/postgres-server.js';
import type { Services } from '../services.js';
import { checkDatabaseUrl, checkName, checkTimeZone, checkTitle } from './checks.js';
import { CommandError, reasonOf, UsageError } from './command-error.js';
import { withServices } from './session.js';
import type { World } from './world.js';

/** The zone that dates are printed in unless another is named (R33). */
export const DEFAULT_TIME_ZONE = 'America/New_York';

/** What can be said of a client or feed when it is made. */
export interface NewEntryOptions {
  readonly title?: string;
  readonly timezone?: string;
  /** `postgres://…` */
  readonly database?: string;
  /** Whether what that database holds already is to be used. */
  readonly adopt?: true;
}

/**
 * Makes a client or feed on services of its own, as a command does.
 *
 * @throws UsageError
 * @throws Failure when its database cannot be opened, or holds what was not to be adopted.
 */
export async function recordEntry(
  world: World,
  name: string,
  kind: ClientEntry['kind'],
  options: NewEntryOptions,
  settings: ClientSettings = {},
): Promise<void> {
  const { title, timezone, database, adopt = false } = options;
  const entry: ClientEntry = {
    ...newEntry(checkName(name), kind, world.clock.now()),
    ...(title === undefined ? {} : { title: checkTitle(title) }),
    ...(timezone === undefined ? {} : { time_zone: checkTimeZone(timezone) }),
    ...settings,
  };
  if (database === undefined) {
    if (adopt) throw new UsageError('--adopt is about a database that --database names.');
    return withServices(world, (services) => addEntry(services, entry));
  }
  const url = checkDatabaseUrl(database);
  await withServices(world, async (services) => {
    await services.directory.checkNameIsFree(name);
    const placed = { ...entry, database_url: await services.places.encodePlace(name, url) };
    const label = serverLabel(url);
    const owned = await services.clients.openAt(placed).catch((error: unknown) => {
      throw new CommandError(`--database names ${label}: ${reasonOf(error)}`);
    });
    try {
      await takeOver(owned, `The database of ${name} at ${label}`, adopt);
    } finally {
      await owned.close();
    }
    await addEntry(services, placed);
  });
}

/**
 * Makes sure that a database is empty, or is meant to be used with what it holds, so that nobody's data is
 * shown to others by mistake.
 *
 * @param called What it is called in an error.
 * @throws Failure
 */
async function takeOver(owned: OwnedDatabase, called: string, adopt: boolean): Promise<void> {
  const state = await stateOf(owned);
  const words = strayWords(state);
  if (words !== undefined) {
    throw new CommandError(`${called} is ${words}, and takes no writes: remove it there.`);
  }
  if (!adopt && (state !== undefined || !(await isUntouched(owned)))) {
    throw new CommandError(
      `${called} holds data already. Say --adopt if it is to be used as it is; else choose another place.`,
    );
  }
  if (state !== undefined) await removeGuard(owned);
}

/** A client or feed with every setting at its default. @param createdAt Epoch milliseconds. */
export function newEntry(name: string, kind: ClientEntry['kind'], createdAt: number): ClientEntry {
  return {
    name,
    kind,
    title: name,
    time_zone: DEFAULT_TIME_ZONE,
    fold_repeat_leads: 0,
    coarsen_hidden: 0,
    database_url: null,
    mls_feed: null,
    rls_feed: null,
    ...NO_LINK_PATTERNS,
    created_at: createdAt,
  };
}

/**
 * Makes the database of a client or feed, and lists it in the directory.
 *
 * @throws NameTakenError
 */
export async function addEntry(services: Services, entry: ClientEntry): Promise<void> {
  await services.directory.checkNameIsFree(entry.name);
  // First the database: a client that is listed and cannot be opened would be there to stay.
  await services.clients.database(entry);
  await services.directory.addClient(entry);
  await services.schemas.noteNew(entry.name);
}
