import type { Readable } from 'node:stream';

/** A stored picture on its way to a browser. */
export interface StoredPicture {
  readonly content: Readable;
  /** Bytes, where the store knows beforehand. */
  readonly length: number | undefined;
}

/**
 * Where pictures that websites send are kept, each client's apart. Names are those that
 * `pictureName` makes; a store takes no others.
 */
export interface PictureStore {
  /** Stores a picture. When it returns, the picture outlives a power cut. */
  put(client: string, name: string, bytes: Buffer): Promise<void>;
  /** Removes a picture; one that is not there is as good as removed. */
  remove(client: string, name: string): Promise<void>;
  /** Opens a picture for reading; undefined when it is not there. */
  read(client: string, name: string): Promise<StoredPicture | undefined>;
}

/** The folder of blog pictures in a client's folder of media, on disk and in addresses. */
export const BLOG_FOLDER = 'blog';

/** Bytes of chance in a picture's name: nobody guesses one, and no two are the same (R138). */
const NAME_BYTES = 16;

const NAME = /^[0-9a-f]{32}\.(?:jpg|png|gif|webp)$/;

/** Clients are named when they are made (`checkName`); what else stands in an address is no client. */
const CLIENT = /^[a-z][a-z0-9-]{0,39}$/;

/** A name for a new picture. @param random Random bytes. */
export function pictureName(random: (size: number) => Buffer, extension: string): string {
  return `${random(NAME_BYTES).toString('hex')}.${extension}`;
}

/** Whether a name is one that `pictureName` makes: only such pictures are ours to remove. */
export function isPictureName(name: string): boolean {
  return NAME.test(name);
}

/**
 * The path of a picture below a store's root: `<client>/blog/<name>`. Nothing else ever becomes
 * part of a path or of a store's key.
 *
 * @throws RangeError for what is no client's or no picture's name.
 */
export function picturePath(client: string, name: string): string {
  if (!CLIENT.test(client) || !NAME.test(name)) throw new RangeError('This is no picture.');
  return `${client}/${BLOG_FOLDER}/${name}`;
}

/** Whether there can be a picture of this name. */
export function isPicturePath(client: string, name: string): boolean {
  return CLIENT.test(client) && NAME.test(name);
}
