/** The accepted kinds of pictures. R133. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** The extensions of stored pictures, which decide the content type that browsers get. */
export const EXTENSIONS: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
};

/** The content type of a stored picture, by its name. */
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
