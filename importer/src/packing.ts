import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

const PORTION = 64 * 1024;

/** Packs bytes with gzip. */
export function packed(portions: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gzip = createGzip();
  // The consumer of the packed side receives an error of the records.
  pipeline(Readable.from(portions, { objectMode: false }), gzip, () => {});
  return gzip;
}

/** Joins lines into portions, because writing a line costs about as much as writing a portion. */
export async function* inPortions(
  lines: AsyncIterable<string>,
): AsyncGenerator<Buffer, void, void> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < PORTION) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
