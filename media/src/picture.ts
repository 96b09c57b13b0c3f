import type sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';

/**
 * A file that is not accepted as a picture. The message is for the caller. Where nothing is wrong with the
 * file, `cause` is what stood in its way: `QueueFull`, or the error of a process or of the store.
 */
export class PictureProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PictureProblem';
  }
}

/**
 * The work on a picture was ended from outside, as the system does where memory is short, and again when it was
 * repeated. It can be done later.
 */
export class PictureInterrupted extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`The process that worked on the picture was ended by ${signal}.`);
    this.name = 'PictureInterrupted';
  }
}

/** A newly encoded picture, which keeps nothing of the original file but the visible image. */
export interface Picture {
  readonly bytes: Buffer;
  /** The extension of a file name: `jpg`, `png`, `gif` or `webp`. */
  readonly extension: string;
}

/** The most bytes of a picture in a call: 5 MB in powers of two. R133. */
export const LARGEST_PICTURE = 5 * 1024 * 1024;

/** The most pixels of a picture, because a small file can be a very large picture. */
export const MOST_PIXELS = 40_000_000;

/**
 * The most pixels for each byte of a file, for a picture with more pixels than are always accepted.
 * Pictures that people send have far fewer: logos and flat screenshots at most some 700. A PNG of
 * one colour with one bit for each pixel has 8,256, and no JPEG or GIF comes near that; a lossless
 * WebP can have a million.
 */
const MOST_PIXELS_A_BYTE = 8_500;
const ALWAYS_TAKEN_PIXELS = 10_000_000;

/**
 * The most pixels of an animation, all its frames together, and of a GIF. Choosing the colours of
 * each frame takes half a second for each megapixel, so a larger one would keep a processor busy
 * for long. A larger one is still accepted, as a still picture.
 */
const MOST_ANIMATED_PIXELS = 10_000_000;

/** The timeout of one picture. A picture within the limits above takes a third of it. */
export const TIMEOUT_SECONDS = 30;

/** The answer where the work on a picture was interrupted. */
export const SHORT_OF_MEMORY =
  'The work on the image was ended from outside, as happens where memory is short: try again later.';

const NOT_A_PICTURE = 'The image is not a JPG, PNG, GIF or WEBP picture.';
export const BROKEN = 'The image is damaged or incomplete.';

export type Decoder = typeof sharp;

let loading: Promise<Decoder> | undefined;

/**
 * Loads the decoder with the first picture, because it takes a quarter of the start of a command.
 */
export function decoder(): Promise<Decoder> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    // The cache would keep unpacked pictures that nobody needs again.
    loaded.cache(false);
    return loaded;
  });
  return loading;
}

/** The most bytes of a picture that an operator brings, in a file or by a URL. */
export const LARGEST_ORIGINAL = 20 * 1024 * 1024;

/** @throws PictureProblem when the bytes are no picture of an accepted kind. */
export function formatIn(bytes: Buffer): PictureFormat {
  const format = formatOf(bytes);
  if (format === undefined) throw new PictureProblem(NOT_A_PICTURE);
  return format;
}

/** What the header of a picture says, where its pixels may be decoded. R133, R137. @throws PictureProblem */
export async function checkedHeader(
  load: Decoder,
  bytes: Buffer,
  format: PictureFormat,
): Promise<Metadata> {
  const seen = await load(bytes, { limitInputPixels: false }).metadata();
  // The decoder detects the format by itself, and must find the same one as above.
  if (seen.format !== format) throw new PictureProblem(NOT_A_PICTURE);
  const pixels = seen.width * seen.height;
  if (pixels > MOST_PIXELS) {
    throw new PictureProblem('The image has more than 40 megapixels.');
  }
  if (pixels > Math.max(ALWAYS_TAKEN_PIXELS, bytes.length * MOST_PIXELS_A_BYTE)) {
    throw new PictureProblem('The image has too many pixels for so small a file.');
  }
  return seen;
}

/**
 * Encodes a picture again from its pixels. This removes metadata (the place where it was taken included), anything hidden
 * after or within the picture, and the second meaning of a file that is a picture and something else at once. The pixels
 * are turned to the orientation that the metadata names. R133, R136.
 *
 * @throws PictureProblem, or the decoder's error for a damaged file.
 */
export async function remade(
  load: Decoder,
  bytes: Buffer,
  format: PictureFormat,
): Promise<Picture> {
  const seen = await checkedHeader(load, bytes, format);
  const pixels = seen.width * seen.height;
  const frames = seen.pages ?? 1;
  const small = pixels * frames <= MOST_ANIMATED_PIXELS;
  const decoded = load(bytes, {
    limitInputPixels: MOST_PIXELS,
    // Warnings do not count, because cameras write files that are a little odd.
    failOn: 'error',
    animated: small && frames > 1,
  })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient();
  const made = format === 'gif' && !small ? 'png' : format;
  return { bytes: await encoded(decoded, made), extension: EXTENSIONS[made] };
}

function encoded(decoded: Sharp, format: PictureFormat): Promise<Buffer> {
  switch (format) {
    case 'jpeg':
      return decoded.jpeg({ quality: 85 }).toBuffer();
    case 'png':
      return decoded.png({ compressionLevel: 6 }).toBuffer();
    case 'gif':
      return decoded.gif({ effort: 1, dither: 0 }).toBuffer();
    case 'webp':
      return decoded.webp({ quality: 85, effort: 1 }).toBuffer();
  }
}

/** The accepted kinds of pictures. R133. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** The extensions of stored pictures, which decide the content type that browsers get. */
export const EXTENSIONS: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
};

export function contentTypeOf(name: string): string {
  if (name.endsWith('.avif')) return 'image/avif';
  const found = Object.entries(EXTENSIONS).find(([, extension]) => name.endsWith(`.${extension}`));
  return found === undefined ? 'application/octet-stream' : `image/${found[0]}`;
}

/**
 * The format by the first bytes of a file. The file's name and declared type are ignored, because
 * either can be wrong (R133).
 *
 * @returns undefined when the file does not begin like any of these formats.
 */
export function formatOf(bytes: Buffer): PictureFormat | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp';
  return undefined;
}
