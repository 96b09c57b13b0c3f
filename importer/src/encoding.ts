import { FileProblem } from './errors.js';

/** The encodings of text that an import reads. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** The encoding of a file's text. */
export type Encoding = (typeof ENCODINGS)[number];

/** What Windows-1252 has in place of the control characters 0x80 to 0x9f of Latin-1. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The encoding that a byte-order mark names, and the mark's length. */
export function encodingOfMark(
  head: Buffer,
): { readonly encoding: Encoding; readonly length: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) {
    return { encoding: 'utf-8', length: 3 };
  }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/**
 * Makes UTF-8 of the chunks of a text; `end` gives what is left. Undefined for UTF-8, which each record checks
 * for itself.
 */
export function utf8Of(
  encoding: Encoding,
): { feed(chunk: Buffer): Buffer; end(): Buffer } | undefined {
  if (encoding === 'utf-8') return undefined;
  if (encoding === 'windows-1252') {
    return { feed: (chunk) => Buffer.from(windowsText(chunk)), end: () => Buffer.alloc(0) };
  }
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Buffer) => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch (error) {
      throw new FileProblem(`is not text in ${encoding.toUpperCase()}`, { cause: error });
    }
  };
  return { feed: decode, end: decode };
}

/** Node 20 reads Windows-1252 as Latin-1, which has control characters in the place of quotation marks. */
function windowsText(chunk: Buffer): string {
  return chunk
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80] as string);
}
