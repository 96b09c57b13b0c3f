import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClientEntry } from '../data/directory/directory.js';
import { readSnapshot } from '../data/dump.js';
import { fetchedFiles, forgetFetched } from '../data/tenant-database/picture-sources.js';
import { CONTENT_FOLDER } from '../media/picture-store.js';
import type { Services } from '../services.js';
import { CommandError } from './command-error.js';

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

/**
 * Deletes the pictures of a tenant that nothing has shown for a while. Only those that websites have sent
 * and imports have fetched are looked at: all other files are an operator's. A post from long ago may be removed today, so that
 * the time begins at the sweep which first finds the picture unused.
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
  const { clock, pictures, fetched } = services;
  const now = clock.now();
  const stored = new Map<string, number>();
  for await (const { name, storedAt } of pictures.list(entry.name)) stored.set(name, storedAt);
  const database = await services.tenants.database(entry);
  const ofImports = new Set((await fetchedFiles(database)).map((file) => basename(file)));
  for await (const { name, storedAt } of fetched.list(entry.name)) {
    // An operator may have files of such names there, too.
    if (ofImports.has(name)) stored.set(name, storedAt);
  }
  // Listed first: a picture that is sent from now on is not among them.
  const shown = stored.size === 0 ? new Set<string>() : await namesIn(services, entry);
  const unused: Record<string, number> = {};
  const removed: string[] = [];
  for (const [name, storedAt] of stored) {
    if (shown.has(name)) continue;
    const since = before[name] ?? now;
    // Its post may still be on its way, too.
    if (now - since >= graceMs && now - storedAt >= graceMs) removed.push(name);
    else unused[name] = since;
  }
  if (!dryRun) {
    const gone = removed.filter((name) => ofImports.has(name));
    // Forgotten first: an import that comes now fetches what is about to go.
    await forgetFetched(
      database,
      gone.map((name) => `${CONTENT_FOLDER}/${name}`),
    );
    for (const name of removed) {
      await (ofImports.has(name) ? fetched : pictures).remove(entry.name, name);
    }
  }
  const waiting = Object.keys(unused).length;
  const count = stored.size - removed.length - waiting;
  return { shown: count, waiting, removed: removed.sort(), unused };
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
