/** Bytes that one record may have. A longer one is passed over without being kept. */
export const RECORD_LIMIT = 8 * 1024 * 1024;

/** The bytes of one record. */
export interface Piece {
  /** Line of the file on which it starts, from 1. */
  readonly line: number;
  /** Its length in bytes. */
  readonly size: number;
  /** Null when it is longer than it may be. */
  readonly bytes: Buffer | null;
}

/** Finds where records begin and end in a run of chunks, without reading what they hold. */
export interface RecordSplitter {
  /** The records that this chunk completes. */
  feed(chunk: Buffer): Piece[];
  /** What is left when the text has ended. @throws FileProblem when it ends inside a record. */
  end(): Piece[];
}

/** Collects the bytes of a record over several chunks, and lets go of them past the limit. */
export class RecordBuffer {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(limit = RECORD_LIMIT) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  append(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#limit) this.#parts = [];
    else this.#parts.push(part);
  }

  /** Ends the record with its last bytes, and is empty again. */
  finish(last: Buffer, line: number): Piece {
    if (this.#size === 0) {
      const kept = last.length > this.#limit ? null : last;
      return { line, size: last.length, bytes: kept };
    }
    this.append(last);
    const bytes = this.#size > this.#limit ? null : Buffer.concat(this.#parts, this.#size);
    const piece = { line, size: this.#size, bytes };
    this.#parts = [];
    this.#size = 0;
    return piece;
  }
}

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);

/** One record a line. */
export class LineSplitter implements RecordSplitter {
  readonly #record: RecordBuffer;
  #line = 1;

  /** @param limit Bytes that a line may have. */
  constructor(limit = RECORD_LIMIT) {
    this.#record = new RecordBuffer(limit);
  }

  /** Bytes of the line that has begun and not ended. */
  get pending(): number {
    return this.#record.size;
  }

  feed(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      pieces.push(this.#record.finish(chunk.subarray(start, end), this.#line));
      this.#line += 1;
      start = end + 1;
    }
    if (start < chunk.length) this.#record.append(chunk.subarray(start));
    return pieces;
  }

  end(): Piece[] {
    return this.#record.size === 0 ? [] : [this.#record.finish(NOTHING, this.#line)];
  }
}
