import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LARGEST_ORIGINAL } from './picture.js';
import { contentHashOf, isPicturePath, type PictureStore, type Section } from './picture-store.js';

export interface StoredSection {
  readonly store: PictureStore;
  readonly section: Section;
}

/** Reads the pictures that records name: those of the stores, and files of an operator in a tenant's folder of media. */
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
    const content = await this.#open(tenant, filename);
    return content && ifNotTooLarge(async (parts) => Buffer.concat(await all(parts)), content);
  }

  /** The `contentHash` of a picture, which is never in memory as a whole; undefined as with `read`. */
  async hash(tenant: string, filename: string): Promise<string | undefined> {
    const content = await this.#open(tenant, filename);
    return content && ifNotTooLarge(contentHashOf, content);
  }

  async #open(tenant: string, filename: string): Promise<Readable | undefined> {
    for (const { store, section } of this.#stores) {
      const name = filename.slice(section.folder.length + 1);
      if (filename !== `${section.folder}/${name}`) continue;
      if (!isPicturePath(tenant, name, section)) continue;
      const stored = await store.read(tenant, name);
      if (stored !== undefined) return stored.content;
    }
    return this.#openFile(tenant, filename);
  }

  async #openFile(tenant: string, filename: string): Promise<Readable | undefined> {
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
    const file = await handle.stat().catch(() => undefined);
    if (file?.isFile() && file.size <= LARGEST_ORIGINAL) return handle.createReadStream();
    await handle.close();
    return undefined;
  }
}

class TooLarge extends Error {}

/** What `work` makes of the parts of a stream; undefined when there are more bytes than a picture may have. */
async function ifNotTooLarge<Result>(
  work: (parts: AsyncIterable<Buffer>) => Promise<Result>,
  content: Readable,
): Promise<Result | undefined> {
  try {
    return await work(bounded(content));
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

async function* bounded(content: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of content) {
    size += (part as Buffer).length;
    if (size > LARGEST_ORIGINAL) throw new TooLarge();
    yield part as Buffer;
  }
}

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

/** What leads to no file, such as a name in the place of a folder, or one that is too long. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR', 'ENXIO', 'ELOOP']);

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (!MISSING.has(error.code ?? '')) throw error;
}
