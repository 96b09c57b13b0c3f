import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A stored picture on its way to a browser. */
export interface StoredPicture {
  readonly content: Readable;
  /** Bytes, if the store knows the number in advance. */
  readonly length: number | undefined;
  /** When it was stored or touched, in milliseconds since the epoch, if the store knows it. */
  readonly storedAt?: number | undefined;
}

export interface ListedPicture {
  readonly name: string;
  /** When it was stored or touched, in milliseconds since the epoch. */
  readonly storedAt: number;
  /** Bytes. */
  readonly size: number;
}

/** A part of a store: where its pictures are, and which names they have. */
export interface Section {
  /** What the path of a tenant's pictures ends with, or begins with, below the root of the store. */
  readonly folder: string;
  /** Whether the folder holds a folder for each tenant; else each tenant's folder holds this one. */
  readonly above: boolean;
  readonly names: RegExp;
}

/** Stores the pictures of a section, separately for each tenant, under names of this section only. */
export interface PictureStore {
  /** Stores a picture. When it returns, the picture outlives a power cut. */
  put(tenant: string, name: string, bytes: Buffer): Promise<void>;
  remove(tenant: string, name: string): Promise<void>;
  read(tenant: string, name: string): Promise<StoredPicture | undefined>;
  has(tenant: string, name: string): Promise<boolean>;
  /** Notes that a picture was used now, so that `storedAt` says so; succeeds if it does not exist. */
  touch(tenant: string, name: string): Promise<void>;
  /** The pictures of a tenant, whatever else is among them. */
  list(tenant: string): AsyncIterable<ListedPicture>;
}

/** The folder of blog pictures in a tenant's media folder, on disk and in URLs. */
export const BLOG_FOLDER = 'blog';

/** Random bytes in a picture's name: nobody can guess a name, and no two names are equal (R138). */
const NAME_BYTES = 16;

const NAME = /^[0-9a-f]{32}\.(?:jpg|png|gif|webp)$/;

/** The pictures that websites send, under names that nobody can guess. */
export const BLOG: Section = { folder: BLOG_FOLDER, above: false, names: NAME };

/** The folder of pictures that are named by their content, on disk and in URLs. */
export const CONTENT_FOLDER = 'p';

/** The pictures that imports fetch, named by their content (R288). */
export const ORIGINALS: Section = { folder: CONTENT_FOLDER, above: false, names: NAME };

/**
 * Pictures that are made of others, and can be made again. Backups and the server of files leave out
 * names with a dot in front.
 */
export const VARIANTS: Section = {
  folder: '.variants',
  above: true,
  names: /^[0-9a-f]{32}-(?:320|640|960|1280|1920)\.(?:avif|webp|jpg)$/,
};

/**
 * The form of a tenant's name, which `checkName` enforces; anything else in a URL is not a tenant.
 */
const CLIENT = /^[a-z][a-z0-9-]{0,39}$/;

/** Whether a name is one that a tenant can have. */
export function isPictureOwner(name: string): boolean {
  return CLIENT.test(name);
}

export function pictureName(random: (size: number) => Buffer, extension: string): string {
  return `${random(NAME_BYTES).toString('hex')}.${extension}`;
}

/** Whether `pictureName` made a name: the server may remove only such pictures. */
export function isPictureName(name: string): boolean {
  return NAME.test(name);
}

/** The path of a picture below a store's root, `<client>/blog/<name>`. @throws RangeError for any other text */
export function picturePath(tenant: string, name: string, section = BLOG): string {
  if (!section.names.test(name)) throw new RangeError('This is not a picture.');
  return `${picturesPath(tenant, section)}${name}`;
}

/** The path of a tenant's pictures below a store's root, with a slash at the end. @throws RangeError */
export function picturesPath(tenant: string, { folder, above } = BLOG): string {
  if (!CLIENT.test(tenant)) throw new RangeError('This is not a client.');
  return above ? `${folder}/${tenant}/` : `${tenant}/${folder}/`;
}

export function isPicturePath(tenant: string, name: string, section = BLOG): boolean {
  return CLIENT.test(tenant) && section.names.test(name);
}

/** The name of some content: half of its SHA-256, as 128 bits are more than anybody can make meet. */
export function contentHash(bytes: Uint8Array): string {
  return shortened(createHash('sha256').update(bytes).digest('hex'));
}

/** As `contentHash`, in parts, between which other calls have their turn: 20 MB take longer than a search. */
export async function contentHashOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) hash.update(part);
  return shortened(hash.digest('hex'));
}

function shortened(digits: string): string {
  return digits.slice(0, 32);
}
