import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CONTENT_FOLDER } from 'portico-media/picture-store.js';
import type { Services } from '../../services.js';
import { readSnapshot } from '../../store/copy/dump.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { fetchedFiles, removeUnnamedPictures } from '../../store/tenant/pictures.js';
import { revisionOf } from '../../store/tenant/write.js';
import { CommandError } from '../command-error.js';

/** When each picture that nothing shows was first found so, by tenant and name: milliseconds since the epoch. */
export type UnusedSince = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What a sweep found for a tenant. */
export interface SweptPictures {
  /** How many pictures records show. */
  readonly shown: number;
  /** How many nothing shows, but not for long enough. */
  readonly waiting: number;
  /** Those that were deleted, or would be. */
  readonly removed: readonly string[];
}

/** The name of a picture that a website has sent, anywhere in a text. */
const PICTURE_NAMES = /[0-9a-f]{32}\.(?:jpg|png|gif|webp)/g;

/** In the data folder: what the sweeps before have found. */
const UNUSED_FILE = 'unused-pictures.json';

/** How many pictures are deleted in one transaction, which other writers wait for. */
const REMOVED_TOGETHER = 50;

/** How often all records are read, where some are written while pictures are deleted. */
const MOST_LOOKS = 3;

interface Stored {
  readonly storedAt: number;
  remove(): Promise<void>;
  /** What the database may have noted of it: the name that records would have for it. */
  readonly noted: string | undefined;
}

/**
 * Deletes the pictures of a tenant that nothing has shown for a while. Only those that websites have sent
 * and imports have fetched are looked at: all other files are an operator's. A post from long ago may be removed
 * today, so that the time begins at the sweep which first finds the picture unused.
 *
 * Others may write while it runs: pictures are deleted as long as no record was written since all were read. Then
 * they are read again, and what is left after the last time waits for the next sweep.
 *
 * @param before What the sweeps before have found for this tenant.
 * @returns Also what is to be noted for the next sweep.
 */
export async function sweepPictures(
  services: Services,
  entry: ClientEntry,
  before: UnusedSince[string],
  { graceMs, dryRun }: { readonly graceMs: number; readonly dryRun: boolean },
): Promise<SweptPictures & { readonly unused: UnusedSince[string] }> {
  const now = services.clock.now();
  const database = await services.tenants.database(entry);
  // Listed first: a picture that is sent from now on is not among them.
  const stored = await storedPictures(services, entry, database);
  const removed: string[] = [];
  for (let look = 1; ; look += 1) {
    const { number: revision } = await revisionOf(database);
    const shown = stored.size === 0 ? new Set<string>() : await namesIn(services, entry);
    const unused: Record<string, number> = {};
    const due = new Map<string, Stored>();
    for (const [name, picture] of stored) {
      if (shown.has(name)) continue;
      const since = before[name] ?? now;
      unused[name] = since;
      // Its post may still be on its way, too.
      if (now - since >= graceMs && now - picture.storedAt >= graceMs) due.set(name, picture);
    }
    const gone = dryRun ? [...due.keys()] : await removeAll(database, revision, due);
    removed.push(...gone);
    for (const name of gone) {
      stored.delete(name);
      delete unused[name];
    }
    if (gone.length < due.size && look < MOST_LOOKS) continue;
    const waiting = Object.keys(unused).length;
    return { shown: stored.size - waiting, waiting, removed: removed.sort(), unused };
  }
}

/** Removes pictures until a record is written. @returns Those that are gone. */
async function removeAll(
  database: TenantDatabase,
  revision: number,
  due: ReadonlyMap<string, Stored>,
): Promise<readonly string[]> {
  const names = [...due.keys()];
  const gone: string[] = [];
  while (gone.length < names.length) {
    const portion = names.slice(gone.length, gone.length + REMOVED_TOGETHER);
    const pictures = portion.flatMap((name) => due.get(name) ?? []);
    const noted = pictures.flatMap((picture) => picture.noted ?? []);
    const removeFiles = async () => {
      await Promise.all(pictures.map((picture) => picture.remove()));
    };
    if (!(await removeUnnamedPictures(database, revision, noted, removeFiles))) break;
    gone.push(...portion);
  }
  return gone;
}

/** The pictures that websites have sent and imports have fetched, by name. */
async function storedPictures(
  { pictures, fetched, variants }: Services,
  { name: tenant }: ClientEntry,
  database: TenantDatabase,
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for await (const { name, storedAt } of pictures.list(tenant)) {
    const remove = () => pictures.remove(tenant, name);
    stored.set(name, { storedAt, noted: undefined, remove });
  }
  const ofImports = new Set((await fetchedFiles(database)).map((file) => basename(file)));
  for await (const { name, storedAt } of fetched.list(tenant)) {
    const noted = `${CONTENT_FOLDER}/${name}`;
    // An operator may have files of such names there, too. An import that was killed has noted nothing of the last
    // ones, but named them by their content.
    const isOfImports =
      ofImports.has(name) || name.startsWith(`${await variants.contentOf(tenant, noted)}.`);
    if (!isOfImports) continue;
    stored.set(name, { storedAt, noted, remove: () => fetched.remove(tenant, name) });
  }
  return stored;
}

/** The tables that know pictures and show none. */
const NOT_SHOWING = new Set(['picture', 'picture_source']);

/** The names of pictures in all texts of all records: a page of a post may show one, too. */
async function namesIn({ tenants }: Services, entry: ClientEntry): Promise<Set<string>> {
  const names = new Set<string>();
  const database = await tenants.openAt(entry);
  try {
    await readSnapshot(database, async (snapshot) => {
      for (const table of snapshot.tables) {
        if (NOT_SHOWING.has(table.name)) continue;
        for await (const rows of snapshot.rows(table)) {
          for (const value of rows.flat()) {
            if (typeof value !== 'string') continue;
            for (const [name] of value.matchAll(PICTURE_NAMES)) names.add(name);
          }
        }
      }
    });
  } finally {
    await database.close();
  }
  return names;
}

/** What the sweeps before have found. @throws CommandError when the file is damaged. */
export async function readUnused(dataFolder: string): Promise<UnusedSince> {
  const file = join(dataFolder, UNUSED_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return JSON.parse(text) as UnusedSince;
  } catch {
    throw new CommandError(`${file} is damaged. Delete it: then the time of grace begins again.`);
  }
}

/** Notes for the next sweep what this one has found. */
export async function writeUnused(dataFolder: string, unused: UnusedSince): Promise<void> {
  const file = join(dataFolder, UNUSED_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(unused)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
