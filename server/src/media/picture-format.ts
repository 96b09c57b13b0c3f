/** The kinds of picture that are taken. R133. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** Extensions of stored pictures, which decide what browsers are told that they are. */
export const EXTENSIONS: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
};

/** The content type of a stored picture, by its name. */
export function contentTypeOf(name: string): string {
  const found = Object.entries(EXTENSIONS).find(([, extension]) => name.endsWith(`.${extension}`));
  return found === undefined ? 'application/octet-stream' : `image/${found[0]}`;
}

/**
 * What a file begins like. Its name and the type that its sender declares are never asked, as either
 * can say anything (R133).
 *
 * @returns undefined when it begins like no picture of these kinds.
 */
export function formatOf(bytes: Buffer): PictureFormat | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp';
  return undefined;
}
