import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LARGEST_ORIGINAL } from './picture.js';
import { isPicturePath, type PictureStore, type Section } from './picture-store.js';

/** A store with the section of it. */
export interface StoredSection {
  readonly store: PictureStore;
  readonly section: Section;
}

/**
 * Reads the pictures that records name: those of the stores, and files that an operator has put into a
 * tenant's folder of media.
 */
export class OriginalFiles {
  readonly #mediaFolder: string;
  readonly #stores: readonly StoredSection[];

  constructor(mediaFolder: string, stores: readonly StoredSection[]) {
    this.#mediaFolder = mediaFolder;
    this.#stores = stores;
  }

  /**
   * The bytes of a picture.
   *
   * @param filename As records name it, relative to the tenant's folder.
   * @returns undefined for a URL, for what is not in the tenant's folder, for no file, and for one of more
   *   bytes than a picture may have.
   */
  async read(tenant: string, filename: string): Promise<Buffer | undefined> {
    for (const { store, section } of this.#stores) {
      const name = filename.slice(section.folder.length + 1);
      if (filename !== `${section.folder}/${name}`) continue;
      if (!isPicturePath(tenant, name, section)) continue;
      const stored = await store.read(tenant, name);
      if (stored !== undefined) return bytesOf(stored.content);
    }
    return this.#readFile(tenant, filename);
  }

  async #readFile(tenant: string, filename: string): Promise<Buffer | undefined> {
    const names = filename.split('/');
    // Names with a dot in front are not served either, and two slashes are of a URL.
    if (names.some((name) => name === '' || name.startsWith('.') || /[\\\0]/.test(name))) {
      return undefined;
    }
    const path = join(this.#mediaFolder, tenant, ...names);
    // Without waiting, as a named pipe has no end.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK;
    const handle = await open(path, flags).catch(undefinedIfMissing);
    if (handle === undefined) return undefined;
    try {
      const file = await handle.stat();
      return file.isFile() && file.size <= LARGEST_ORIGINAL ? await handle.readFile() : undefined;
    } finally {
      await handle.close();
    }
  }
}

/** The bytes of a stream; undefined when there are more than a picture may have. */
async function bytesOf(content: Readable): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += (part as Buffer).length;
    if (size > LARGEST_ORIGINAL) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/** What leads to no file, such as a name in the place of a folder, or one that is too long. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR', 'ENXIO', 'ELOOP']);

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (!MISSING.has(error.code ?? '')) throw error;
}
