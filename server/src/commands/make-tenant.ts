import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Services } from '../services.js';
import { isUntouched } from '../store/copy/dump.js';
import { stateOf, strayWords } from '../store/copy/guard.js';
import { removeGuard } from '../store/copy/triggers.js';
import type { ClientEntry, TenantSettings } from '../store/directory/directory.js';
import { NO_LINK_PATTERNS } from '../store/directory/tables.js';
import { serverLabel } from '../store/engines/postgres/postgres-server.js';
import { countDatabase } from '../store/tenant/counts.js';
import { type OwnedDatabase, tenantFile } from '../store/tenant/open.js';
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
  const entry = { ...checkEntry(name, options, world.clock.now(), kind), ...settings };
  await withServices(world, (services) => addRecord(services, entry, options));
}

/** The entry of a new tenant or feed by its options. @param now Epoch milliseconds. @throws UsageError */
export function checkEntry(
  name: string,
  { title, timezone, database, adopt }: NewEntryOptions,
  now = 0,
  kind: ClientEntry['kind'] = 'client',
): ClientEntry {
  if (database !== undefined) checkDatabaseUrl(database);
  else if (adopt === true) {
    throw new UsageError('--adopt is about a database that --database names.');
  }
  return {
    ...newEntry(checkName(name), kind, now),
    ...(title === undefined ? {} : { title: checkTitle(title) }),
    ...(timezone === undefined ? {} : { time_zone: checkTimeZone(timezone) }),
  };
}

/** Makes a tenant or feed, in the database that its options name. @throws CommandError */
export async function addRecord(
  services: Services,
  entry: ClientEntry,
  { database, adopt }: NewEntryOptions,
): Promise<void> {
  if (database === undefined) return addEntry(services, entry);
  const { name } = entry;
  const url = checkDatabaseUrl(database);
  await services.directory.checkNameIsFree(name);
  const placed = { ...entry, database_url: await services.places.encodePlace(name, url) };
  const label = serverLabel(url);
  const owned = await services.tenants.openAt(placed).catch((error: unknown) => {
    throw new CommandError(`--database names ${label}: ${reasonOf(error)}`);
  });
  try {
    await takeOver(owned, `The database of ${name} at ${label}`, adopt === true);
  } finally {
    await owned.close();
  }
  await addEntry(services, placed);
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
  const { directory, tenants, places, schemas } = services;
  const { name } = entry;
  await directory.checkNameIsFree(name);
  const store = tenants.store(await places.placeOf(name, entry.database_url));
  const file = 'folder' in store ? tenantFile(store.folder, name) : undefined;
  const wasThere = file === undefined || existsSync(file);
  try {
    if (wasThere) await refuseStray(services, entry);
    // The database comes first, because a listed tenant whose database cannot be opened would stay.
    const database = await tenants.database(entry);
    await directory.addTenant(entry);
    // One that was there before may hold more than is counted here: a server looks into it.
    const counts = await countDatabase(database);
    if (counts.newestEmailAt === 0) await directory.emailNotes.settle(name, undefined, 0, counts);
  } catch (error) {
    // A file that could not be filled, on a full disk for example, would stay without a tenant.
    if (!wasThere && (await directory.tenant(name)) === undefined) {
      await tenants.letGo(name).catch(() => {});
      for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
    }
    throw error;
  }
  await schemas.noteNew(name);
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
