import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { picturesPath, VARIANTS } from 'portico-media/picture-store.js';
import { noneIfMissing } from '../../lib/create-once.js';
import { count, firstNames } from '../../lib/text.js';
import type { Services } from '../../services.js';
import { seenEverywhere } from '../../store/copy/switch.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import {
  isBeingRemoved,
  type PlaceName,
  placeBeforeRemoval,
} from '../../store/directory/places.js';
import { holdsStray, type RemovedDatabase, removeDatabase } from '../../store/remove-database.js';
import { MissingDatabaseError, storeLabel } from '../../store/tenant/open.js';
import { agreedBackup, type RemovalOptions, removalOptions } from '../before-removal.js';
import { defineCommand, reporting, type World } from '../command.js';
import { CommandError, type Report } from '../command-error.js';
import { findEntry, withServices } from '../open.js';
import { readsFeed } from './entry.js';

/** `portico client remove` and `portico feed remove`: a tenant or feed with everything kept of it. */
export function removeCommand(group: Command, world: World, kind: 'client' | 'feed'): void {
  const name = kind === 'client' ? 'acme' : 'onekey';
  const command = defineCommand(group, {
    usage: 'remove <name>',
    description: `remove a ${kind} permanently, with its database, pictures and keys`,
    examples: [
      `portico ${kind} remove ${name}`,
      `portico ${kind} remove ${name} --yes --backup /var/backups/portico/before-${name}`,
    ],
  });
  removalOptions(command)
    .addHelpText(
      'after',
      '\nYou need not stop the servers. If a removal was interrupted, run the same command again. Earlier backups' +
        '\nstill contain the data.',
    )
    .action(
      reporting(world, (_, found: string, options: RemovalOptions) =>
        remove(world, kind, found, options),
      ),
    );
}

async function remove(
  world: World,
  kind: 'client' | 'feed',
  name: string,
  options: RemovalOptions,
): Promise<Report> {
  return withServices(world, async (services) => {
    const { directory } = services;
    const entry = await findEntry(directory, kind, name);
    await refuseRead(services, entry);
    const holding = await holdingOf(services, entry);
    const keys = (await directory.keys.of(name)).length;
    const words =
      holding === undefined
        ? 'its database, as far as it is there'
        : `${count(holding.listings)} listings, ${count(holding.clients)} clients, ${count(holding.leads)} leads`;
    const backup = await agreedBackup(world, services, options, {
      command: `${kind} remove`,
      name,
      loss: `The ${kind} ${name} goes with ${words}, ${count(keys)} keys, pictures and files.`,
      offersBackup: !isBeingRemoved(entry.database_url),
    });
    const removed = await removeClient(services, entry);
    const { databases, files, rejects } = removed;
    const places = databases.map(({ place }) => place);
    const roles = databases.flatMap(({ roleLeft }) => roleLeft ?? []);
    return {
      json: {
        [kind]: name,
        removed: { ...(holding ?? {}), keys: removed.keys, files, rejects, databases: places },
        backup: backup ?? null,
      },
      text: [
        `Removed the ${kind} ${name}: ${words}, ${count(removed.keys)} keys, ${count(files)} files.`,
        ...places.map((place) => `  ${place} is gone.`),
        backup === undefined
          ? 'Backups that were made before still hold it.'
          : `The backup in ${backup} holds it, and so do those before.`,
      ].join('\n'),
      warning:
        roles.length === 0
          ? undefined
          : `The role ${firstNames(roles)} is left, because this login may not remove it: DROP ROLE "${roles[0]}";`,
    };
  });
}

/** @throws CommandError when tenants read it. */
async function refuseRead({ directory }: Services, { name, kind }: ClientEntry): Promise<void> {
  if (kind === 'client') return;
  const readers = (await directory.tenants()).filter((each) => readsFeed(each, name));
  if (readers.length === 0) return;
  const names = firstNames(readers.map((each) => each.name));
  throw new CommandError(
    `${names} ${readers.length === 1 ? 'reads' : 'read'} the feed ${name}: end that with \`portico client detach\` first.`,
  );
}

/** How many records of the kinds that people ask about a tenant or feed holds. */
export interface Holding {
  readonly listings: number;
  readonly clients: number;
  readonly leads: number;
}

/** What was removed with a tenant or feed. */
export interface RemovedClient {
  readonly databases: readonly RemovedDatabase[];
  readonly keys: number;
  /** Files of its media folder and pictures in a bucket. */
  readonly files: number;
  /** Files with records that imports had refused. */
  readonly rejects: number;
}

/**
 * What a tenant or feed holds; undefined if its removal has begun, or its database is gone. Other
 * failures are thrown, as nothing is removed that cannot be reached.
 */
export async function holdingOf(
  { tenants }: Services,
  entry: ClientEntry,
): Promise<Holding | undefined> {
  if (isBeingRemoved(entry.database_url)) return undefined;
  try {
    const database = await tenants.openAt(entry);
    try {
      const count = async (table: 'listing' | 'client' | 'alert'): Promise<number> => {
        const query = database.db.selectFrom(table).select((eb) => eb.fn.countAll().as('rows'));
        return Number((await query.executeTakeFirstOrThrow()).rows);
      };
      return {
        listings: await count('listing'),
        clients: await count('client'),
        leads: await count('alert'),
      };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof MissingDatabaseError) return undefined;
    throw error;
  }
}

/**
 * Removes a tenant or feed and everything that is kept of it. Its entry in the directory goes last, so
 * that a removal that was killed is found and finished by the same command.
 *
 * @throws DatabaseInUseError
 */
export async function removeClient(services: Services, entry: ClientEntry): Promise<RemovedClient> {
  const { tenants, clock, directory, places, schemas } = services;
  const { name } = entry;
  const place = await places.placeOf(name, placeBeforeRemoval(entry.database_url));
  // With a note, a process that still knows the old place does not make the database again.
  await schemas.noteNew(name);
  const { keys } = await directory.removals.begin(entry);
  await tenants.letGo(name);
  // From then on every server refuses its keys, and no call meets half a database.
  await seenEverywhere(clock);
  const databases: RemovedDatabase[] = [];
  for (const store of await storesOf(services, name, place)) {
    const removed = await removeDatabase(store, name, clock);
    if (removed !== undefined) databases.push(removed);
  }
  const files = await removeFiles(services, name);
  const rejects = await removeRejects(services, name);
  await directory.removals.end(name);
  return { databases, keys, files, rejects };
}

/** Where its database is, and where a move or a rename has left a copy in the places of this installation. */
async function storesOf({ tenants }: Services, name: string, place: PlaceName) {
  const stores = [await tenants.store(place)];
  for (const other of ['default', 'sqlite'] as const) {
    const store = await tenants.store(other);
    if (stores.some((each) => storeLabel(each) === storeLabel(store))) continue;
    if (await holdsStray(store, name)) stores.push(store);
  }
  return stores;
}

/** Removes its pictures and files. @returns How many there were. */
export async function removeFiles(
  { config, mediaFolder, pictures, fetched, variantCache }: Services,
  name: string,
): Promise<number> {
  // Of the pictures in a bucket; those on the disk are in the folder.
  let inBucket = 0;
  if (config.mediaUrl !== undefined) {
    inBucket = await pictures.removeAll(name);
    for await (const picture of fetched.list(name)) {
      await fetched.remove(name, picture.name);
      inBucket += 1;
    }
  }
  // They are made of others, and not counted.
  await variantCache.removeAll(name);
  await rm(join(mediaFolder, picturesPath(name, VARIANTS)), { recursive: true, force: true });
  const folder = join(mediaFolder, name);
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    noneIfMissing,
  );
  await rm(folder, { recursive: true, force: true });
  return inBucket + found.filter((each) => !each.isDirectory()).length;
}

/** Removes the files of rejected records, which are people's data. */
export async function removeRejects(services: Services, name: string): Promise<number> {
  const files = await rejectsOf(services, name);
  for (const file of files) await rm(file, { force: true });
  return files.length;
}

/** Files that stay of what pulls reject of one resource of a source. */
const REJECTS_KEPT = 10;

/** Removes the older files of records that pulls have rejected. */
export async function removeOldRejects(services: Services, name: string): Promise<void> {
  const kept = new Map<string, number>();
  for (const file of (await rejectsOf(services, name)).sort().reverse()) {
    const [, resource] = /T\d{6}\.(.+?)(?:-\d+)?\.ndjson$/.exec(file) ?? [];
    // Those of imports stay: they are what their user corrects.
    if (resource === undefined) continue;
    const before = kept.get(resource) ?? 0;
    if (before === REJECTS_KEPT) await rm(file, { force: true });
    else kept.set(resource, before + 1);
  }
}

/** The paths of the files of rejected records. */
async function rejectsOf({ config }: Services, name: string): Promise<string[]> {
  const folder = join(config.dataFolder, 'rejects');
  const files = await readdir(folder).catch(noneIfMissing);
  return files.filter((file) => isOf(file, name)).map((file) => join(folder, file));
}

/** The time in the name of such a file has a capital T, which no tenant's name has. */
function isOf(file: string, name: string): boolean {
  return (
    file.startsWith(`${name}-`) && /^\d{4}-\d\d-\d\dT\d{6}\./.test(file.slice(name.length + 1))
  );
}
