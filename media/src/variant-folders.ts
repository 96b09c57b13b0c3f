import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isPictureOwner, picturesPath, VARIANTS } from './picture-store.js';

/** The tenants that have variants on this disk; tenants that are gone or have another name by now may be among them. */
export async function variantFolders(mediaFolder: string): Promise<readonly string[]> {
  const names = await readdir(join(mediaFolder, VARIANTS.folder)).catch(emptyIfMissing);
  return names.filter(isPictureOwner);
}

/**
 * Gives the variants of a tenant to its new name, too, so that they need not be made again. Under the old name they
 * go on as its pictures do. Where the disk has one name for each file, they are made again.
 */
export async function linkVariants(mediaFolder: string, from: string, to: string): Promise<void> {
  const [before, now] = [from, to].map((name) => join(mediaFolder, picturesPath(name, VARIANTS)));
  if (before === undefined || now === undefined) return;
  const names = (await readdir(before).catch(emptyIfMissing)).filter((name) =>
    VARIANTS.names.test(name),
  );
  if (names.length === 0) return;
  await mkdir(now, { recursive: true, mode: 0o700 });
  for (const name of names) await link(join(before, name), join(now, name)).catch(() => {});
}

/**
 * Removes the variants under names that no tenant has any more, once the pictures that they were made of are gone,
 * too: those of a tenant that has another name by now stay until an operator deletes them.
 *
 * @param tenants All tenants and feeds.
 * @returns The names.
 */
export async function removeStrayVariants(
  mediaFolder: string,
  tenants: ReadonlySet<string>,
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of await variantFolders(mediaFolder)) {
    if (tenants.has(name) || (await isThere(join(mediaFolder, name)))) continue;
    const folder = join(mediaFolder, picturesPath(name, VARIANTS));
    await rm(folder, { recursive: true, force: true });
    removed.push(name);
  }
  return removed;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
