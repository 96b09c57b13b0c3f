import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  isPictureName,
  type ListedPicture,
  type PictureStore,
  picturePath,
  picturesPath,
  type StoredPicture,
} from './picture-store.js';

/** Stores pictures in files: `<folder>/<client>/blog/<name>`, readable by this account only. */
export class DiskStore implements PictureStore {
  readonly #folder: string;

  /** @param folder Absolute path; the first picture creates it. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(tenant: string, name: string, bytes: Buffer): Promise<void> {
    const file = join(this.#folder, picturePath(tenant, name));
    const folder = dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // An unfinished file has a name that is never served.
    const fresh = join(folder, `.${name}`);
    try {
      await writeDurably(fresh, bytes);
      await rename(fresh, file);
    } catch (error) {
      await rm(fresh, { force: true });
      throw error;
    }
    // The name must be as durable as the row that will hold it.
    await syncFolder(folder);
  }

  async remove(tenant: string, name: string): Promise<void> {
    await rm(join(this.#folder, picturePath(tenant, name)), { force: true });
  }

  async read(tenant: string, name: string): Promise<StoredPicture | undefined> {
    try {
      const handle = await open(join(this.#folder, picturePath(tenant, name)));
      const { size } = await handle.stat();
      return { content: handle.createReadStream(), length: size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async *list(tenant: string): AsyncGenerator<ListedPicture> {
    const folder = join(this.#folder, picturesPath(tenant));
    const names = await readdir(folder).catch(emptyIfMissing);
    for (const name of names.filter(isPictureName)) {
      const file = await stat(join(folder, name)).catch(undefinedIfMissing);
      if (file !== undefined) yield { name, storedAt: file.mtimeMs };
    }
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
