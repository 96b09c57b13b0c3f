import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from 'portico/lib/clock.js';
import {
  BLOG,
  type ListedPicture,
  type PictureStore,
  picturePath,
  picturesPath,
  type Section,
  type StoredPicture,
} from './picture-store.js';

/** How old an unfinished file is whose process has surely ended, in milliseconds. */
const ABANDONED_MS = 3_600_000;

/** Stores pictures in files: `<folder>/<client>/blog/<name>`, readable by this account only. */
export class DiskStore implements PictureStore {
  readonly #folder: string;
  readonly #section: Section;
  readonly #clock: Pick<Clock, 'now'>;

  /** @param folder Absolute path; the first picture creates it. */
  constructor(folder: string, section = BLOG, clock: Pick<Clock, 'now'> = Date) {
    this.#folder = folder;
    this.#section = section;
    this.#clock = clock;
  }

  async put(tenant: string, name: string, bytes: Buffer): Promise<void> {
    const file = this.#file(tenant, name);
    const folder = dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // An unfinished file has a name that is never served, and that no other process has: two may
    // store the same content at once, and one that was killed leaves its file.
    const fresh = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
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
    await rm(this.#file(tenant, name), { force: true });
  }

  async read(tenant: string, name: string): Promise<StoredPicture | undefined> {
    try {
      const handle = await open(this.#file(tenant, name));
      const { size, mtimeMs } = await handle.stat();
      return { content: handle.createReadStream(), length: size, storedAt: mtimeMs };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async has(tenant: string, name: string): Promise<boolean> {
    return (await stat(this.#file(tenant, name)).catch(undefinedIfMissing)) !== undefined;
  }

  async touch(tenant: string, name: string): Promise<void> {
    const now = new Date(this.#clock.now());
    await utimes(this.#file(tenant, name), now, now).catch(undefinedIfMissing);
  }

  /** Also removes what processes that were killed have left unfinished. */
  async *list(tenant: string): AsyncGenerator<ListedPicture> {
    const folder = join(this.#folder, picturesPath(tenant, this.#section));
    for (const name of await readdir(folder).catch(emptyIfMissing)) {
      const isUnfinished = name.startsWith('.');
      if (!isUnfinished && !this.#section.names.test(name)) continue;
      const file = await stat(join(folder, name)).catch(undefinedIfMissing);
      if (file === undefined) continue;
      if (!isUnfinished) yield { name, storedAt: file.mtimeMs, size: file.size };
      else if (UNFINISHED.test(name) && file.mtimeMs < this.#clock.now() - ABANDONED_MS) {
        await rm(join(folder, name), { force: true });
      }
    }
  }

  #file(tenant: string, name: string): string {
    return join(this.#folder, picturePath(tenant, name, this.#section));
  }
}

/** The names that `put` gives files until they are whole. */
const UNFINISHED = /^\.[0-9a-f]{32}[0-9a-z.-]*\.[0-9a-f]{12}$/;

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
