import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from 'portico/lib/clock.js';
import {
  isPictureOwner,
  type PictureStore,
  picturesPath,
  type StoredPicture,
  VARIANTS,
} from './picture-store.js';

/** How long ago the noted use of a variant is before another one is noted, in milliseconds. */
const NOTED_MS = 3_600_000;

/** The share of the room that is filled again before this process looks at all variants. */
const SHARE_BETWEEN_LOOKS = 0.05;

/** The share of the room that is left filled when it is too small. */
const SHARE_KEPT = 0.9;

interface CacheParts {
  readonly store: PictureStore;
  readonly mostBytes: number;
  /** The names of all tenants and feeds, and of those that are gone and have left variants. */
  readonly tenants: () => Promise<readonly string[]>;
  /** Whether a tenant is there, and not being removed. */
  readonly isThere: (tenant: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Keeps variants in a store that has so much room: those that nobody has loaded for the longest time go
 * first. The store itself notes uses, to the hour, so that processes and machines which share it agree, and
 * none keeps a list.
 */
export class VariantCache {
  readonly #parts: CacheParts;
  /** Bytes that this process has stored since its last look. */
  #added = Number.POSITIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #isFull = false;

  constructor(parts: CacheParts) {
    this.#parts = parts;
  }

  /** Whether the last look found so little room that each variant which is kept takes the place of another. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Opens a variant; undefined when it is to be made. */
  async read(tenant: string, name: string): Promise<StoredPicture | undefined> {
    const { store, clock } = this.#parts;
    const found = await store.read(tenant, name);
    const usedAt = found?.storedAt ?? clock.now();
    if (clock.now() - usedAt > NOTED_MS) {
      store.touch(tenant, name).catch((error: unknown) => this.#warn(error, 'marked as used'));
    }
    return found;
  }

  /** Keeps a variant. A failure is only logged, as the variant can be made again. */
  async keep(tenant: string, name: string, bytes: Buffer): Promise<void> {
    const { store, mostBytes } = this.#parts;
    try {
      await store.put(tenant, name, bytes);
      // A removal that went through the variants while this one was made has not seen it.
      if (!(await this.#parts.isThere(tenant))) await store.remove(tenant, name);
    } catch (error) {
      this.#warn(error, 'stored');
      return;
    }
    this.#added += bytes.length;
    // The first of a process looks, too: nobody knows what others have stored.
    if (this.#added < mostBytes * SHARE_BETWEEN_LOOKS || this.#looking !== undefined) return;
    this.#added = 0;
    this.#looking = this.makeRoom()
      .catch((error: unknown) => this.#warn(error, 'removed'))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Removes the variants that were not used for the longest time, where all take too much room. */
  async makeRoom(mostBytes = this.#parts.mostBytes): Promise<void> {
    const { store, tenants } = this.#parts;
    const all: { tenant: string; name: string; size: number; storedAt: number }[] = [];
    let bytes = 0;
    for (const tenant of await tenants()) {
      for await (const variant of store.list(tenant)) {
        all.push({ tenant, ...variant });
        bytes += variant.size;
      }
    }
    this.#isFull = bytes > mostBytes * SHARE_KEPT;
    if (bytes <= mostBytes) return;
    all.sort((one, other) => one.storedAt - other.storedAt);
    for (const { tenant, name, size } of all) {
      if (bytes <= mostBytes * SHARE_KEPT) return;
      await store.remove(tenant, name);
      bytes -= size;
    }
  }

  async removeAll(tenant: string): Promise<void> {
    const { store } = this.#parts;
    for await (const { name } of store.list(tenant)) await store.remove(tenant, name);
  }

  /** Resolves when no look is under way. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  #warn(error: unknown, what: string): void {
    this.#parts.log.warn({ err: error }, `a variant of a picture could not be ${what}`);
  }
}

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
