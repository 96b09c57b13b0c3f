import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import {
  BROKEN,
  checkedHeader,
  type Decoder,
  decoder,
  formatIn,
  LARGEST_ORIGINAL,
  MOST_PIXELS,
  type Picture,
  PictureProblem,
  remade,
  TIMEOUT_SECONDS,
} from './picture.js';
import { contentHash } from './picture-store.js';
import { type Size, sizeOfVariant, type VariantFormat, widthsOf } from './variant.js';

/** What is known of a picture by its content. */
export interface MeasuredPicture extends Size {
  /** The beginning of the SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string;
  /** A blurred likeness of some 25 bytes, as Base64 (https://evanw.github.io/thumbhash/). */
  readonly thumbhash: string;
}

/** Work that a process of `picture-process.ts` does. */
export type PictureWork =
  | { readonly kind: 'measure'; readonly bytes: Uint8Array }
  | { readonly kind: 'remake'; readonly bytes: Uint8Array }
  | { readonly kind: 'keep'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'variant';
      readonly bytes: Uint8Array;
      /** That of the original's bytes. */
      readonly hash: string;
      readonly width: number;
      readonly format: VariantFormat;
    };

export interface PictureResults {
  readonly measure: MeasuredPicture;
  /** A picture that a website sends, encoded again from its pixels. */
  readonly remake: Picture;
  /** A picture from elsewhere, encoded again from its pixels, and measured as such. */
  readonly keep: Picture & MeasuredPicture;
  /** Undefined where the original is another picture by now, or smaller. */
  readonly variant: { readonly bytes: Uint8Array } | undefined;
}

/** The most pixels of a side of the picture that a thumbhash is made of. */
const THUMB_SIDE = 100;

/** Quality and effort by format: what looks alike, in a tenth of a second to a second. */
const ENCODERS: Readonly<Record<VariantFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 75 }),
  // A JPEG has no transparency: what shows through is white.
  jpeg: (picture) =>
    picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }),
};

/** Does a piece of work. Whatever the bytes are called, they are judged by what they are (R133). @throws PictureProblem */
export async function doPictureWork<Kind extends PictureWork['kind']>(
  work: Extract<PictureWork, { kind: Kind }>,
): Promise<PictureResults[Kind]>;
export async function doPictureWork(work: PictureWork): Promise<unknown> {
  const bytes = Buffer.from(work.bytes.buffer, work.bytes.byteOffset, work.bytes.byteLength);
  if (bytes.length > LARGEST_ORIGINAL) throw new PictureProblem('The image is larger than 20 MB.');
  const load = await decoder();
  load.concurrency(1);
  try {
    if (work.kind === 'variant') return await variant(load, bytes, work);
    if (work.kind === 'measure') return await measured(load, bytes);
    const kept = await remade(load, bytes, formatIn(bytes));
    if (work.kind === 'remake') return kept;
    return { ...kept, ...(await measured(load, kept.bytes)) };
  } catch (error) {
    // The decoder's own message is about the inside of the file, or of the decoder.
    if (error instanceof PictureProblem) throw error;
    throw new PictureProblem(BROKEN);
  }
}

async function measured(load: Decoder, bytes: Buffer): Promise<MeasuredPicture> {
  const { autoOrient } = await checkedHeader(load, bytes, formatIn(bytes));
  const { data, info } = await opened(load, bytes)
    .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  const { width, height } = autoOrient;
  return { hash: contentHash(bytes), width, height, thumbhash };
}

async function variant(
  load: Decoder,
  bytes: Buffer,
  work: Extract<PictureWork, { kind: 'variant' }>,
): Promise<PictureResults['variant']> {
  // A file that was overwritten is another picture, and gets another name.
  if (contentHash(bytes) !== work.hash) return undefined;
  const { autoOrient } = await checkedHeader(load, bytes, formatIn(bytes));
  if (!widthsOf(autoOrient).includes(work.width)) return undefined;
  const size = sizeOfVariant(autoOrient, work.width);
  const picture = opened(load, bytes).resize({ ...size, fit: 'fill' });
  return { bytes: await ENCODERS[work.format](picture).toBuffer() };
}

/** The first frame, turned as its metadata says, which goes with all other metadata (R136). */
function opened(load: Decoder, bytes: Buffer): Sharp {
  return load(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient();
}
