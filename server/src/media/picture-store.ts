import type { Readable } from 'node:stream';

/** A stored picture on its way to a browser. */
export interface StoredPicture {
  readonly content: Readable;
  /** Bytes, if the store knows the number in advance. */
  readonly length: number | undefined;
}

/** A picture in a store. */
export interface ListedPicture {
  readonly name: string;
  /** When it was stored, in milliseconds since the epoch. */
  readonly storedAt: number;
}

/**
 * Stores the pictures that websites send, separately for each tenant. Their names come from
 * `pictureName`; a store accepts no others.
 */
export interface PictureStore {
  /** Stores a picture. When it returns, the picture outlives a power cut. */
  put(tenant: string, name: string, bytes: Buffer): Promise<void>;
  /** Removes a picture; succeeds if it does not exist. */
  remove(tenant: string, name: string): Promise<void>;
  /** Opens a picture for reading; undefined when it does not exist. */
  read(tenant: string, name: string): Promise<StoredPicture | undefined>;
  /** The pictures of a tenant, whatever else is among them. */
  list(tenant: string): AsyncIterable<ListedPicture>;
}

/** The folder of blog pictures in a tenant's media folder, on disk and in URLs. */
export const BLOG_FOLDER = 'blog';

/** Random bytes in a picture's name: nobody can guess a name, and no two names are equal (R138). */
const NAME_BYTES = 16;

const NAME = /^[0-9a-f]{32}\.(?:jpg|png|gif|webp)$/;

/**
 * The form of a tenant's name, which `checkName` enforces; anything else in a URL is not a tenant.
 */
const CLIENT = /^[a-z][a-z0-9-]{0,39}$/;

/** A new picture's name. @param random Returns random bytes. */
export function pictureName(random: (size: number) => Buffer, extension: string): string {
  return `${random(NAME_BYTES).toString('hex')}.${extension}`;
}

/** Whether `pictureName` made a name: the server may remove only such pictures. */
export function isPictureName(name: string): boolean {
  return NAME.test(name);
}

/**
 * The path of a picture below a store's root: `<client>/blog/<name>`. Nothing else ever becomes
 * part of a path or of a store's key.
 *
 * @throws RangeError for a text that is not a tenant's or not a picture's name.
 */
export function picturePath(tenant: string, name: string): string {
  if (!NAME.test(name)) throw new RangeError('This is no picture.');
  return `${picturesPath(tenant)}${name}`;
}

/**
 * The path of a tenant's pictures below a store's root, with a slash at the end.
 *
 * @throws RangeError for a text that is not a tenant's name.
 */
export function picturesPath(tenant: string): string {
  if (!CLIENT.test(tenant)) throw new RangeError('This is no client.');
  return `${tenant}/${BLOG_FOLDER}/`;
}

/** Whether a picture can have this path. */
export function isPicturePath(tenant: string, name: string): boolean {
  return CLIENT.test(tenant) && NAME.test(name);
}
