import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FileProblem, messageOf } from './errors.js';

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

/**
 * Reads a file, gzip or plain, which its first bytes decide. It opens the file at the first request
 * for a chunk, and closes it after the last chunk or when the consumer stops. Chunks throw
 * FileProblem when the begin of the file shows that it is not text in UTF-8, or when its gzip data
 * is cut or damaged.
 */
export function readBytes(path: string): ByteSource {
  let bytesRead = () => 0;
  async function* chunks(): AsyncGenerator<Buffer, void, void> {
    const { handle, packed } = await openFile(path);
    const file = handle.createReadStream({ start: 0, highWaterMark: CHUNK });
    bytesRead = () => file.bytesRead;
    if (packed) yield* checked(unpack(file));
    else yield* checked(file);
  }
  return { chunks: chunks(), bytesRead: () => bytesRead() };
}

/**
 * Reads a packed file to its end, and checks its checksum; of a plain file only the first bytes. Damage
 * inside packed data can look like other data, and only the checksum behind it tells. Memory holds one
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

async function* checked(chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer, void, void> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    if (head === null) {
      yield chunk;
    } else {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD) continue;
      yield withoutMark(head);
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield withoutMark(head);
}

function withoutMark(head: Buffer): Buffer {
  const encoding = foreignEncoding(head);
  if (encoding !== null) {
    throw new FileProblem(`is encoded in ${encoding}; save it in UTF-8`);
  }
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return marked ? head.subarray(3) : head;
}

/** Detects UTF-16 by its mark, or by every other byte being 0, which UTF-8 text never has. */
function foreignEncoding(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16 (little-endian)';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16 (big-endian)';
  const pairs = Math.floor(Math.min(head.length, HEAD) / 2);
  const zeros = [0, 0] as [number, number];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[2 * pair] === 0) zeros[0] += 1;
    if (head[2 * pair + 1] === 0) zeros[1] += 1;
  }
  if (pairs >= 4 && zeros[1] > pairs * 0.6 && zeros[0] < pairs * 0.1) {
    return 'UTF-16 (little-endian)';
  }
  if (pairs >= 4 && zeros[0] > pairs * 0.6 && zeros[1] < pairs * 0.1) return 'UTF-16 (big-endian)';
  return null;
}
