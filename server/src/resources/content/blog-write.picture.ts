import { PictureProblem } from 'portico-media/picture.js';
import type { Call } from '../../api/endpoint.js';
import { type Raw, valuesGiven } from '../../api/read-params.js';
import { Upload } from '../../api/upload.js';
import { decodeBase64 } from './base64.js';
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
