import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { FileProblem, messageOf } from './errors.js';
import type { Pipe } from './pipe.js';

const CHUNK = 128 * 1024;
const HEAD = 1024;

/** A file's text as UTF-8 bytes, and the progress of reading the file. */
export interface ByteSource {
  /**
   * Unpacked, without a byte-order mark. The file is read only as fast as the chunks are consumed.
   */
  readonly chunks: AsyncGenerator<Buffer, void, void>;
  /** Bytes read from the file, before unpacking; grows up to the file's size. */
  bytesRead(): number;
}

/** A file, or a pipe in its place. */
export interface ByteInput {
  readonly path: string;
  readonly pipe?: Pipe | undefined;
}

/** How to read a file's bytes. */
export interface ByteOptions {
  /** The encoding of the text; a byte-order mark says more. By default UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** Whether only to look at the begin: a pipe gives the same bytes again. */
  readonly look?: boolean;
}

/**
 * Reads a file, gzip or plain, which its first bytes decide. It opens the file at the first request
 * for a chunk, and closes it after the last chunk or when the consumer stops. Chunks throw
 * FileProblem when the begin of the file shows that it is not text in its encoding, or when its gzip data
 * is cut or damaged. A pipe may not be packed, because nothing can check the data before it is used.
 */
export function readBytes(
  { path, pipe }: ByteInput,
  { encoding = 'utf-8', look = false }: ByteOptions = {},
): ByteSource {
  let bytesRead = () => pipe?.bytesRead ?? 0;
  async function* chunks(): AsyncGenerator<Buffer, void, void> {
    if (pipe !== undefined) {
      yield* decoded(look ? pipe.look() : pipe.take(), encoding, true);
      return;
    }
    const { handle, packed } = await openFile(path);
    const file = handle.createReadStream({ start: 0, highWaterMark: CHUNK });
    bytesRead = () => file.bytesRead;
    yield* decoded(packed ? unpack(file) : file, encoding);
  }
  return { chunks: chunks(), bytesRead: () => bytesRead() };
}

/**
 * Reads a packed file to its end, and checks its checksum; of a plain file only the first bytes. Damage
 * inside packed data can look like other data, and only the checksum behind it shows. Memory holds one
 * chunk.
 *
 * @param signal Ends the reading early, without a word about the file.
 * @throws FileProblem when the packed data is cut or damaged.
 */
export async function checkPacked(path: string, signal?: AbortSignal): Promise<void> {
  const { handle, packed } = await openFile(path);
  if (!packed) return handle.close();
  const file = handle.createReadStream({ start: 0, highWaterMark: CHUNK });
  for await (const _ of unpack(file)) if (signal?.aborted === true) break;
}

async function openFile(path: string) {
  const handle = await open(path, 'r');
  try {
    return { handle, packed: isGzip(await firstBytes(handle), path) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function firstBytes(handle: Awaited<ReturnType<typeof open>>): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.subarray(0, bytesRead);
}

function isGzip(head: Buffer, path: string): boolean {
  if (head[0] === 0x1f && head[1] === 0x8b) return true;
  if (path.toLowerCase().endsWith('.gz')) {
    throw new FileProblem('is named .gz, but does not hold gzip data');
  }
  if (head.toString('latin1') === 'PK\x03\x04') {
    throw new FileProblem('is a ZIP archive or a workbook (.xlsx); save it as CSV in UTF-8');
  }
  return false;
}

async function* unpack(file: NodeJS.ReadableStream): AsyncGenerator<Buffer, void, void> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // The consumer of the unpacked side receives an error of the file or of the data.
  pipeline(file, gunzip, () => {});
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'Z_BUF_ERROR') {
      throw new FileProblem('the gzip data ends early: the file is cut off', { cause: error });
    }
    if (typeof code === 'string' && code.startsWith('Z_')) {
      throw new FileProblem(`the gzip data is damaged (${messageOf(error)})`, { cause: error });
    }
    throw error;
  }
}

/** The text in UTF-8, without its byte-order mark. */
async function* decoded(
  chunks: AsyncIterable<unknown>,
  encoding: Encoding,
  fromPipe = false,
): AsyncGenerator<Buffer, void, void> {
  let head: Buffer | null = Buffer.alloc(0);
  let text: ReturnType<typeof utf8Of>;
  const begin = (first: Buffer): Buffer => {
    if (fromPipe && isGzip(first, '')) throw new FileProblem(PACKED_PIPE);
    const mark = encodingOfMark(first);
    if (mark === undefined && encoding === 'utf-8') refuseUtf16(first);
    text = utf8Of(mark?.encoding ?? encoding);
    const rest = first.subarray(mark?.length ?? 0);
    return text?.feed(rest) ?? rest;
  };
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    if (head === null) {
      yield text?.feed(chunk) ?? chunk;
    } else {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD) continue;
      yield begin(head);
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield begin(head);
  const rest = text?.end();
  if (rest !== undefined && rest.length > 0) yield rest;
}

const PACKED_PIPE =
  'holds gzip data, which cannot be checked before it is used; unpack it first, as in zcat FILE | portico import …';

/** @throws FileProblem of a text without a mark in which every other byte is 0, which UTF-8 text never has. */
function refuseUtf16(head: Buffer): void {
  const pairs = Math.floor(Math.min(head.length, HEAD) / 2);
  const zeros = [0, 0] as [number, number];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[2 * pair] === 0) zeros[0] += 1;
    if (head[2 * pair + 1] === 0) zeros[1] += 1;
  }
  const [first, second] = zeros.map((count) => count / Math.max(pairs, 4)) as [number, number];
  if (Math.max(first, second) < 0.6 || Math.min(first, second) > 0.1) return;
  const [encoding, name] =
    second > first ? ['utf-16le', 'little-endian'] : ['utf-16be', 'big-endian'];
  throw new FileProblem(
    `is encoded in UTF-16 (${name}); save it in UTF-8, or name it in a mapping, as format: { encoding: ${encoding} }`,
  );
}

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

const PORTION = 64 * 1024;

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
