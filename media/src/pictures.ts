import type { Logger } from 'pino';
import { FairQueue, QueueFull } from 'portico/lib/queues.js';
import {
  BROKEN,
  formatIn,
  LARGEST_PICTURE,
  type Picture,
  PictureInterrupted,
  PictureProblem,
  SHORT_OF_MEMORY,
} from './picture.js';
import type { PictureProcesses } from './picture-processes.js';
import {
  isPictureName,
  isPicturePath,
  type ListedPicture,
  type PictureStore,
  pictureName,
  type StoredPicture,
} from './picture-store.js';

/** The most waiting pictures, each with its body: of one tenant, and in all, which is some 300 MB. */
const MOST_WAITING = { each: 3, inAll: 20 } as const;

const TOO_MANY = 'Too many images are being worked on: send it again later.';

/** Accepts pictures from websites, and returns them. */
export class Pictures {
  readonly #processes: PictureProcesses;
  /** Runs one picture at a time, because the largest takes some 500 MB while it is encoded. */
  readonly #queue = new FairQueue(MOST_WAITING.each, MOST_WAITING.inAll);
  readonly #store: PictureStore;
  readonly #random: (size: number) => Buffer;
  readonly #log: Pick<Logger, 'warn'>;

  constructor(parts: {
    readonly processes: PictureProcesses;
    readonly store: PictureStore;
    readonly random: (size: number) => Buffer;
    readonly log: Pick<Logger, 'warn'>;
  }) {
    this.#processes = parts.processes;
    this.#store = parts.store;
    this.#random = parts.random;
    this.#log = parts.log;
  }

  /**
   * Checks that bytes are a picture, and has a process encode it again (`remade`): one picture at a time, for one
   * tenant after the other (R137). A picture that would wait behind too many others is refused, because the caller may
   * be gone by then and the file would stay in memory until then.
   *
   * @param tenant The name of the tenant that sends it.
   * @throws PictureProblem
   */
  async remake(tenant: string, bytes: Buffer): Promise<Picture> {
    if (bytes.length > LARGEST_PICTURE) throw new PictureProblem('The image is larger than 5 MB.');
    formatIn(bytes);
    try {
      return await this.#queue.run(tenant, () => this.#processes.run({ kind: 'remake', bytes }));
    } catch (error) {
      if (error instanceof PictureProblem) throw error;
      if (error instanceof QueueFull) throw new PictureProblem(TOO_MANY, { cause: error });
      if (error instanceof PictureInterrupted) {
        throw new PictureProblem(SHORT_OF_MEMORY, { cause: new QueueFull() });
      }
      this.#log.warn({ err: error, client: tenant }, 'a picture could not be worked on');
      throw new PictureProblem(BROKEN, { cause: error });
    }
  }

  /**
   * Checks a picture, encodes it again and stores the result, under a name that nobody can guess.
   *
   * @returns The name, relative to the tenant's folder of blog pictures.
   * @throws PictureProblem, also when the picture is good and the store fails: a post never waits
   *   for its picture.
   */
  async add(tenant: string, bytes: Buffer): Promise<string> {
    const picture = await this.remake(tenant, bytes);
    const name = pictureName(this.#random, picture.extension);
    try {
      await this.#store.put(tenant, name, Buffer.from(picture.bytes));
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

  /** Removes all pictures of a tenant that is removed, and returns how many. @throws the store's error. */
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
