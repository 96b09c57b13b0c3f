import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from 'portico-importer/errors.js';
import { CommandError } from '../command-error.js';
import { MANIFEST, type Manifest, manifestText, type SavedFile } from './manifest.js';

/** The folder of a backup in progress, empty at first and readable by its owner only. */
export class BackupFolder {
  private constructor(readonly path: string) {}

  /** @throws CommandError when the folder cannot be made or is not empty. */
  static async open(path: string): Promise<BackupFolder> {
    let names: string[];
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      names = await readdir(path);
    } catch (error) {
      throw new CommandError(`${path} cannot be used as a folder (${messageOf(error)}).`);
    }
    if (names.length > 0) {
      throw new CommandError(
        `${path} is not empty. A backup never replaces another: give a new folder, such as one ` +
          'named after the day.',
      );
    }
    return new BackupFolder(path);
  }

  /** Writes a file and synchronises it to the disk. @param path With `/` between names. */
  async write(path: string, chunks: AsyncIterable<Buffer>): Promise<SavedFile> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(notWritten(file));
    return { path, ...(await writeHashed(file, chunks)) };
  }

  /** Removes everything below a folder, so that it can be written again. */
  async discard(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true, force: true });
  }

  async complete(manifest: Manifest): Promise<void> {
    await publish(this.path, MANIFEST, manifestText(manifest));
  }

  /** Removes everything, because half a backup only takes up room. */
  async abandon(): Promise<void> {
    for (const name of await readdir(this.path)) {
      await rm(join(this.path, name), { recursive: true, force: true });
    }
  }
}

/** Writes a file of a folder: it is there whole or not at all, also after a power cut. */
export async function publish(folder: string, name: string, text: string): Promise<void> {
  const unfinished = join(folder, `.${name}`);
  // A killed attempt may have left one.
  await rm(unfinished, { force: true });
  await writeHashed(unfinished, [Buffer.from(text)]);
  await rename(unfinished, join(folder, name));
  await syncFolder(folder);
}

/** Writes a new file that only its owner may read. @throws CommandError when it cannot be written. */
export async function writeHashed(
  file: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'wx', 0o600).catch(notWritten(file));
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk).catch(notWritten(file));
    }
    await handle.sync().catch(notWritten(file));
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

function notWritten(file: string): (error: unknown) => never {
  return (error) => {
    throw new CommandError(`${file} cannot be written: ${messageOf(error)}`);
  };
}

/** Makes the names in a folder durable; Windows cannot synchronise a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
