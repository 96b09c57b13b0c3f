import { createHash } from 'node:crypto';
import { JsonArraySplitter } from './json-splitter.js';
import { jsonItem, type SourceItem, sourceErrorAt } from './source-items.js';
import { LineSplitter, type Piece, type RecordSplitter } from './splitter.js';

/** How much one body may hold. */
export interface RecordBodyLimits {
  /** Bytes of the body, and of one record. */
  readonly bytes: number;
  readonly recordBytes: number;
  readonly records: number;
}

/** A body over a limit. The message is for the caller. */
export class RecordBodyTooLarge extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordBodyTooLarge';
  }
}

const MARK = Buffer.from('\ufeff');
const OPEN_ARRAY = 0x5b;

/**
 * The records of a body that came whole, cut apart and not read yet: their bytes take as much memory as
 * the body, where the objects that they spell may take ten times as much.
 */
export class RecordBody {
  readonly #pieces: readonly Piece[];
  readonly #isArray: boolean;
  readonly #recordBytes: number;
  /** Tells equal bodies, as SHA-256 in hexadecimal. */
  readonly digest: string;

  constructor(pieces: readonly Piece[], isArray: boolean, recordBytes: number, digest: string) {
    this.#pieces = pieces;
    this.#isArray = isArray;
    this.#recordBytes = recordBytes;
    this.digest = digest;
  }

  get records(): number {
    return this.#pieces.length;
  }

  /** Reads the records one by one, in the order of the body. */
  *items(): Generator<SourceItem, void, void> {
    for (const [index, piece] of this.#pieces.entries()) {
      const item =
        piece.size > this.#recordBytes
          ? sourceErrorAt(piece, `is longer than ${this.#recordBytes} bytes`, null)
          : jsonItem(piece);
      yield this.#isArray ? { ...item, element: index + 1 } : item;
    }
  }
}

/**
 * Cuts a body into records: the elements of a JSON array, if it begins with one, else its lines. Nothing
 * is read ahead of what the sender has sent, and no more is kept than the limits allow.
 *
 * @throws RecordBodyTooLarge
 * @throws FileProblem when an array is not one, or ends within a record.
 */
export async function readRecordBody(
  chunks: AsyncIterable<Buffer>,
  { bytes, recordBytes, records }: RecordBodyLimits,
): Promise<RecordBody> {
  const hash = createHash('sha256');
  const pieces: Piece[] = [];
  let splitter: RecordSplitter | undefined;
  let isArray = false;
  let size = 0;
  /** What came ahead of the first character of a record. */
  let head: Buffer = Buffer.alloc(0);
  const keep = (found: readonly Piece[]) => {
    for (const piece of found) {
      if (piece.bytes !== null && isBlank(piece.bytes)) continue;
      if (pieces.length === records) {
        throw new RecordBodyTooLarge(
          `The body has more than ${records} records: send them in several calls.`,
        );
      }
      // A long one is rejected, so that its bytes are of no use.
      pieces.push(piece.size > recordBytes ? { ...piece, bytes: null } : piece);
    }
  };
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > bytes) {
      throw new RecordBodyTooLarge(
        `The body is larger than ${bytes / 1024 / 1024} MB: send the records in several calls.`,
      );
    }
    hash.update(chunk);
    if (splitter !== undefined) {
      keep(splitter.feed(chunk));
      continue;
    }
    head = withoutMark(Buffer.concat([head, chunk]));
    const sign = head.find((byte) => byte > 0x20);
    const mayBeMark = head.length < MARK.length && head[0] === MARK[0];
    if (sign === undefined || mayBeMark) continue;
    isArray = sign === OPEN_ARRAY;
    splitter = isArray ? new JsonArraySplitter([]) : new LineSplitter(recordBytes);
    keep(splitter.feed(head));
  }
  if (splitter === undefined && !isBlank(head)) {
    splitter = new LineSplitter(recordBytes);
    keep(splitter.feed(head));
  }
  if (splitter !== undefined) keep(splitter.end());
  return new RecordBody(pieces, isArray, recordBytes, hash.digest('hex'));
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= 0x20);
}
