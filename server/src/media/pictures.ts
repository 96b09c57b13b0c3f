import type { Logger } from 'pino';
import { makePicture, PictureProblem } from './picture.js';
import {
  isPictureName,
  isPicturePath,
  type ListedPicture,
  type PictureStore,
  pictureName,
  type StoredPicture,
} from './picture-store.js';

/** Accepts pictures from websites, and returns them. */
export class Pictures {
  readonly #store: PictureStore;
  readonly #random: (size: number) => Buffer;
  readonly #log: Pick<Logger, 'warn'>;

  constructor(parts: {
    readonly store: PictureStore;
    readonly random: (size: number) => Buffer;
    readonly log: Pick<Logger, 'warn'>;
  }) {
    this.#store = parts.store;
    this.#random = parts.random;
    this.#log = parts.log;
  }

  /**
   * Checks a picture, encodes it again and stores the result, under a name that nobody can guess.
   *
   * @returns The name, relative to the tenant's folder of blog pictures.
   * @throws PictureProblem, also when the picture is good and the store fails: a post never waits
   *   for its picture.
   */
  async add(tenant: string, bytes: Buffer): Promise<string> {
    const picture = await makePicture(tenant, bytes);
    const name = pictureName(this.#random, picture.extension);
    try {
      await this.#store.put(tenant, name, picture.bytes);
    } catch (error) {
      this.#log.warn({ err: error, client: tenant }, 'a picture could not be stored');
      throw new PictureProblem('The image could not be stored.', { cause: error });
    }
    return name;
  }

  /**
   * Removes a picture that nothing names any more. Files that this server did not make are left
   * alone. A failure is only logged, because it leaves a file that nobody needs.
   */
  async discard(tenant: string, name: string): Promise<void> {
    if (!isPictureName(name)) return;
    try {
      await this.#store.remove(tenant, name);
    } catch (error) {
      this.#log.warn({ err: error, client: tenant, name }, 'a picture could not be removed');
    }
  }

  /** The pictures of a tenant that websites have sent. */
  list(tenant: string): AsyncIterable<ListedPicture> {
    return this.#store.list(tenant);
  }

  /** Removes a picture. @throws the store's error */
  async remove(tenant: string, name: string): Promise<void> {
    await this.#store.remove(tenant, name);
  }

  /**
   * Removes all pictures of a tenant that is removed. Other files are not in the store.
   *
   * @returns How many there were.
   * @throws the store's error, as the tenant must not be gone while they are there.
   */
  async removeAll(tenant: string): Promise<number> {
    let removed = 0;
    for await (const { name } of this.#store.list(tenant)) {
      await this.remove(tenant, name);
      removed += 1;
    }
    return removed;
  }

  /** Opens a picture for a browser; undefined when it does not exist or its path is not valid. */
  async read(tenant: string, name: string): Promise<StoredPicture | undefined> {
    return isPicturePath(tenant, name) ? this.#store.read(tenant, name) : undefined;
  }
}
