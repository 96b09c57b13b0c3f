import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

const PORTION = 64 * 1024;

/** Packs bytes with gzip. */
export function packed(portions: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gzip = createGzip();
  // An error of the records reaches whoever iterates the packed side.
  pipeline(Readable.from(portions, { objectMode: false }), gzip, () => {});
  return gzip;
}

/** Joins lines, as writing costs about as much for a line as for a portion of them. */
export async function* inPortions(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < PORTION) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
