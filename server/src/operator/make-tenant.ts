import type { Services } from '../services.js';
import { isUntouched } from '../store/copy/dump.js';
import { stateOf, strayWords } from '../store/copy/guard.js';
import { removeGuard } from '../store/copy/triggers.js';
import type { ClientEntry, TenantSettings } from '../store/directory/directory.js';
import { NO_LINK_PATTERNS } from '../store/directory/tables.js';
import { serverLabel } from '../store/engines/postgres/postgres-server.js';
import type { OwnedDatabase } from '../store/tenant/open.js';
import { checkDatabaseUrl, checkName, checkTimeZone, checkTitle } from './check-options.js';
import { CommandError, reasonOf, UsageError } from './command-error.js';
import { withServices } from './with-services.js';
import type { World } from './world.js';

/** The default zone of printed dates (R33). */
export const DEFAULT_TIME_ZONE = 'America/New_York';

/** The options of a new tenant or feed. */
export interface NewEntryOptions {
  readonly title?: string;
  readonly timezone?: string;
  /** `postgres://…` */
  readonly database?: string;
  /** Whether to use the existing content of that database. */
  readonly adopt?: true;
}

/**
 * Makes a tenant or feed for a command, on services that it opens and closes itself.
 *
 * @throws UsageError
 * @throws CommandError when its database cannot be opened, or is not empty without `adopt`.
 */
export async function recordEntry(
  world: World,
  name: string,
  kind: ClientEntry['kind'],
  options: NewEntryOptions,
  settings: TenantSettings = {},
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
    const owned = await services.tenants.openAt(placed).catch((error: unknown) => {
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
 * Checks that a database is empty, or that the operator wants its content, so that nobody's data is
 * shown to others by mistake.
 *
 * @param called Its name in an error.
 * @throws CommandError
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

/** A tenant or feed with every setting at its default. @param createdAt Epoch milliseconds. */
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
 * Makes the database of a tenant or feed, then lists it in the directory.
 *
 * @throws NameTakenError
 */
export async function addEntry(services: Services, entry: ClientEntry): Promise<void> {
  await services.directory.checkNameIsFree(entry.name);
  await refuseStray(services, entry);
  // The database comes first, because a listed tenant whose database cannot be opened would stay.
  await services.tenants.database(entry);
  await services.directory.addTenant(entry);
  await services.schemas.noteNew(entry.name);
}

/** What a rename has left under this name takes no writes, and neither would the new tenant. */
async function refuseStray({ tenants }: Services, entry: ClientEntry): Promise<void> {
  const owned = await tenants.openAt(entry);
  try {
    const words = strayWords(await stateOf(owned));
    if (words === undefined) return;
    throw new CommandError(
      `There is a database for ${entry.name} already. It is ${words}: remove it, or choose another name.`,
    );
  } finally {
    await owned.close();
  }
}
