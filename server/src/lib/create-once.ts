import { randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The content of a private file, which is made when it is missing. Of two programs that make it at
 * once one wins, and both return what the winner wrote; a killed one leaves no half of a file.
 *
 * @param make Makes the content; not called when the file is there.
 */
export async function madeOnce(
  file: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const found = await readIfThere(file);
  if (found !== undefined) return found;
  const content = await make();
  await published(file, content, async (fresh) => {
    try {
      await link(fresh, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await unlink(fresh);
    }
  });
  return readFile(file, 'utf8');
}

/** Writes a private file over the one that is there; a reader sees the old one or the new one. */
export async function replaceFile(file: string, content: string): Promise<void> {
  await published(file, content, (fresh) => rename(fresh, file));
}

/** The content of a file, or undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function published(
  file: string,
  content: string,
  publish: (fresh: string) => Promise<void>,
): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  const handle = await opened(fresh);
  try {
    await handle.writeFile(content);
    // What is sealed under a key outlives a power cut, so the key has to as well.
    await handle.sync();
  } finally {
    await handle.close();
  }
  await publish(fresh);
}

/** A new private file; its folder is made when it is missing. */
async function opened(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return open(file, 'wx', 0o600);
}
