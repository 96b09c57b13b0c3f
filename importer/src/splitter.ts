/** The most bytes of one record. A longer record is skipped and not kept in memory. */
export const RECORD_LIMIT = 8 * 1024 * 1024;

/** The bytes of one record. */
export interface Piece {
  /** Line of the file on which it starts, from 1. */
  readonly line: number;
  /** Its length in bytes. */
  readonly size: number;
  /** Null for a record over the limit. */
  readonly bytes: Buffer | null;
}

/** Finds the begin and end of records in a sequence of chunks, without reading their content. */
export interface RecordSplitter {
  /** The records that this chunk completes. */
  feed(chunk: Buffer): Piece[];
  /** The rest after the end of the text. @throws FileProblem when the text ends inside a record. */
  end(): Piece[];
}

/** Collects the bytes of a record over several chunks, and drops them beyond the limit. */
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

  /** Ends the record with its last bytes and empties the buffer. */
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

/** Splits text with one record on each line. */
export class LineSplitter implements RecordSplitter {
  readonly #record: RecordBuffer;
  #line = 1;

  /** @param limit The most bytes of a line. */
  constructor(limit = RECORD_LIMIT) {
    this.#record = new RecordBuffer(limit);
  }

  /** The bytes of the unfinished line. */
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
