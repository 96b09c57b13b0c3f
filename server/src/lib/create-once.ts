import { randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Returns the content of a private file, and creates the file if it is missing. If two programs create
 * it at once, one wins and both return its content; a killed program leaves no partial file.
 *
 * @param make Makes the content; not called if the file exists.
 */
export async function createOnce(
  file: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const existing = await readIfThere(file);
  if (existing !== undefined) return existing;
  const content = await make();
  await publishFile(file, content, async (fresh) => {
    try {
      await link(fresh, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
  return readFile(file, 'utf8');
}

/** Replaces a private file; a reader sees either the old one or the new one. */
export async function replaceFile(file: string, content: string): Promise<void> {
  await publishFile(file, content, (fresh) => rename(fresh, file));
}

/** The content of a file, or undefined if there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** For the names in a folder: one that is missing has none. */
export function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function publishFile(
  file: string,
  content: string,
  publish: (fresh: string) => Promise<void>,
): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  const handle = await createPrivate(fresh);
  try {
    try {
      await handle.writeFile(content);
      // Data encrypted with a key survives a power cut, so the key has to as well.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(fresh);
  } finally {
    // After a failure, too: each attempt would leave a file. A renamed file is gone.
    await rm(fresh, { force: true });
  }
}

async function createPrivate(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return open(file, 'wx', 0o600);
}
