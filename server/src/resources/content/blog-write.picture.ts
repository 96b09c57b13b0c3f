import { PictureProblem } from 'portico-media/picture.js';
import type { Call } from '../../api/endpoint.js';
import { type Raw, Upload, valuesGiven } from '../../api/read-params.js';
import { isPictureOfPost, type WrittenPost } from './blog-write.queries.js';

/**
 * The picture of a blog write: a file of a multipart form, or Base64 in any kind of body. R135.
 *
 * @returns undefined when the call has no picture.
 * @throws PictureProblem when the value cannot be a picture.
 */
export function pictureOf(raw: Raw): Buffer | undefined {
  const files = valuesGiven(raw, 'image');
  const [value] = files.length > 0 ? files : valuesGiven(raw, 'image_base64');
  if (value === undefined) return undefined;
  if (files.length > 1) throw new PictureProblem('There is more than one image: send one.');
  if (value instanceof Upload) return value.bytes;
  if (files.length > 0) {
    throw new PictureProblem(
      'image is not a file: send it as a file of a multipart form, or as Base64 in image_base64.',
    );
  }
  const bytes = typeof value === 'string' ? decodeBase64(value) : undefined;
  if (bytes === undefined) throw new PictureProblem('image_base64 is not Base64.');
  return bytes;
}

/**
 * Writes a post with the call's picture. The picture is stored before the post names it, and the
 * replaced picture is removed afterwards, so a post never names a picture that does not exist. A
 * picture that is not accepted does not stop the post (R134, R138).
 *
 * @param write Writes the post, in one transaction; `image` is the name of the new picture.
 */
export async function writeWithPicture(
  call: Call,
  write: (image: string | undefined) => Promise<WrittenPost | undefined>,
): Promise<{ readonly post: WrittenPost | undefined; readonly imageError: string | undefined }> {
  const { tenant, tools } = call;
  const { image, imageError } = await takePicture(call);
  let post: WrittenPost | undefined;
  try {
    post = await write(image);
  } finally {
    if (image !== undefined && post === undefined) {
      // A commit may have succeeded although its answer was lost. In doubt the file stays, because
      // a spare file harms nobody.
      const isUsed = await isPictureOfPost(tenant.database, image).catch(() => true);
      if (!isUsed) await tools.pictures.discard(tenant.settings.name, image);
    }
  }
  const orphan = post?.orphan;
  if (orphan !== undefined) {
    await call.afterCommit(() => tools.pictures.discard(tenant.settings.name, orphan));
  }
  return { post, imageError };
}

async function takePicture({ tenant, raw, tools }: Call): Promise<{
  readonly image?: string;
  readonly imageError?: string;
}> {
  try {
    const bytes = pictureOf(raw);
    return bytes === undefined
      ? {}
      : { image: await tools.pictures.add(tenant.settings.name, bytes) };
  } catch (error) {
    if (error instanceof PictureProblem) return { imageError: error.message };
    throw error;
  }
}

/** The start of a data URI whose content is Base64. Its content type is ignored. */
const DATA_URI = /^data:[^,]{0,200};base64,/i;

/** A bounded run of blanks: a match needs stack for each character that it may have to give back. */
const BLANKS = /\s{1,999}/g;

/**
 * Decodes Base64 as websites send it: bare or as a data URI, in the standard alphabet or the one
 * for URLs, with or without padding, with or without line breaks. R135.
 *
 * @returns undefined for text that is not Base64.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(BLANKS, '').replace(DATA_URI, '');
  // The decoder would read a letter beyond ASCII as the one of its last eight bits.
  if (Buffer.byteLength(compact) !== compact.length) return undefined;
  const padding = compact.endsWith('==') ? 2 : Number(compact.endsWith('='));
  const digits = compact.length - padding;
  // Padding is absent, or completes the last four. One digit left over is six bits, which is less
  // than a byte.
  if (digits % 4 === 1 || (padding > 0 && compact.length % 4 !== 0)) return undefined;
  const bytes = Buffer.from(compact.slice(0, digits), 'base64');
  // The decoder skips characters that are not digits, which makes the result shorter. Checking
  // every character of a large picture takes ten times as long.
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}
