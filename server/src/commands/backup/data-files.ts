import { createReadStream, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRET_KEY_FILE } from '../../store/secrets/secret-key.js';
import type { BackupFolder } from './backup-folder.js';
import type { SavedFile } from './manifest.js';

/** The files that are copied at once: one is read while another waits for the disk. */
const COPIED_AT_ONCE = 4;

/** The files of the data folder that a restored installation cannot make again. */
export const DATA_FILES = {
  media: 'media',
  secretKey: SECRET_KEY_FILE,
  certificate: ['tls/certificate.pem', 'tls/key.pem'],
} as const;

/** Copies files of a data folder into a backup, each file once. */
export class DataFiles {
  readonly #dataFolder: string;
  readonly #backup: BackupFolder;
  readonly #saved = new Map<string, SavedFile>();

  constructor(dataFolder: string, backup: BackupFolder) {
    this.#dataFolder = dataFolder;
    this.#backup = backup;
  }

  get saved(): SavedFile[] {
    return [...this.#saved.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Copies a file. @returns Whether the file exists. */
  async copy(path: string): Promise<boolean> {
    if (this.#saved.has(path)) return true;
    const from = join(this.#dataFolder, path);
    if (!(await statOf(from))?.isFile()) return false;
    try {
      const saved = await this.#backup.write(path, createReadStream(from));
      this.#saved.set(path, saved);
      return true;
    } catch (error) {
      // The server removes a picture once its post has another.
      const { code, path: at } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && at === from) return false;
      throw error;
    }
  }

  /**
   * Copies the files below a folder that are not copied yet. A picture never changes under its
   * name, so a second round copies what was added since the first.
   */
  async copyAll(folder: string, signal: AbortSignal): Promise<void> {
    const paths: string[] = [];
    for await (const path of filesBelow(this.#dataFolder, folder)) paths.push(path);
    const waiting = paths.values();
    const copyOneByOne = async (): Promise<void> => {
      for (const path of waiting) {
        signal.throwIfAborted();
        await this.copy(path);
      }
    };
    const copiers = Array.from({ length: COPIED_AT_ONCE }, copyOneByOne);
    // All copiers must have ended before the caller removes what they wrote.
    for (const outcome of await Promise.allSettled(copiers)) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
  }
}

/**
 * The paths of all files below a folder, from `root`. Names that begin with a dot are unfinished
 * files. The walk follows links, because media may be on another disk, but not a link back to a
 * folder above it.
 */
async function* filesBelow(
  root: string,
  folder: string,
  above: readonly string[] = [],
): AsyncGenerator<string> {
  if (!(await statOf(join(root, folder)))?.isDirectory()) return;
  const real = await realpath(join(root, folder));
  if (above.includes(real)) return;
  for (const name of await readdir(real)) {
    if (name.startsWith('.')) continue;
    const path = `${folder}/${name}`;
    const found = await statOf(join(root, path));
    if (found?.isDirectory()) yield* filesBelow(root, path, [...above, real]);
    else yield path;
  }
}

/** Lets the loop turn, so that Ctrl-C is heard during a long walk. @returns undefined where nothing is there. */
function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
