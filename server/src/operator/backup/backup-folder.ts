import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../transfer/errors.js';
import { CommandError } from '../command-error.js';
import { MANIFEST, type Manifest, manifestText, type SavedFile } from './manifest.js';

/** The folder of a backup that is being made, empty at first and readable by its owner only. */
export class BackupFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** @throws Failure when the folder cannot be made or holds something. */
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

  /** Writes a file, and makes sure that it is on the disk. @param path With `/` between names. */
  async write(path: string, chunks: AsyncIterable<Buffer>): Promise<SavedFile> {
    const file = join(this.path, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return { path, ...(await writeHashed(file, chunks)) };
  }

  /** Removes what was written below a folder, which is going to be written anew. */
  async discard(path: string): Promise<void> {
    await rm(join(this.path, path), { recursive: true, force: true });
  }

  /** Makes a backup of what was written. */
  async complete(manifest: Manifest): Promise<void> {
    const unfinished = join(this.path, `.${MANIFEST}`);
    const text = Buffer.from(manifestText(manifest));
    await writeHashed(
      unfinished,
      (async function* () {
        yield text;
      })(),
    );
    await rename(unfinished, join(this.path, MANIFEST));
    await syncFolder(this.path);
  }

  /** Removes all that was written: half a backup only takes room. */
  async abandon(): Promise<void> {
    for (const name of await readdir(this.path)) {
      await rm(join(this.path, name), { recursive: true, force: true });
    }
  }
}

/** Writes a new file that its owner only may read. @returns What was written. */
export async function writeHashed(
  file: string,
  chunks: AsyncIterable<Buffer>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Makes names in a folder last; a folder cannot be synchronised everywhere. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
