import { FileProblem } from './errors.js';

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

const CR = 0x0d;
const QUOTE = 0x22;

/**
 * The rows of a CSV file, with quoted line breaks inside them. A quotation mark opens a quoted cell
 * only at the begin of a cell, which is the rule of the parser of cells too. The first line break
 * outside quotation marks decides what ends a row: LF (with or without CR before it), or CR alone.
 *
 * This class finds the rows, and not the parser, so that a row over the limit costs no memory, and
 * so that a faulty row does not spoil its neighbours.
 */
export class CsvSplitter implements RecordSplitter {
  readonly #record = new RecordBuffer();
  readonly #delimiter: number;
  #line = 1;
  #startLine = 1;
  #lineEnd = 0;
  #undecidedCr = false;
  #cellStart = true;
  #quoted = false;
  /** True after a quotation mark inside quotes: it ends the cell or is the first of a pair. */
  #afterQuote = false;

  /** @param delimiter One ASCII character. */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  feed(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    if (this.#undecidedCr) {
      this.#undecidedCr = false;
      this.#lineEnd = chunk[0] === LF ? LF : CR;
      if (this.#lineEnd === CR) this.#finish(NOTHING, pieces);
    }
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#quoted) {
        if (byte === QUOTE) {
          this.#afterQuote = !this.#afterQuote;
          continue;
        }
        if (!this.#afterQuote) {
          if (byte === (this.#lineEnd === CR ? CR : LF)) this.#line += 1;
          continue;
        }
        this.#quoted = false;
        this.#afterQuote = false;
      }
      if (byte === this.#delimiter) {
        this.#cellStart = true;
      } else if (byte === LF || byte === CR) {
        if (this.#lineEnd === 0) this.#decide(chunk, at);
        if (byte === this.#lineEnd) {
          this.#finish(chunk.subarray(start, at), pieces);
          start = at + 1;
        }
      } else {
        if (byte === QUOTE && this.#cellStart) this.#quoted = true;
        this.#cellStart = false;
      }
    }
    if (start < chunk.length) this.#record.append(chunk.subarray(start));
    return pieces;
  }

  end(): Piece[] {
    if (this.#quoted && !this.#afterQuote) {
      throw new FileProblem(
        `line ${this.#startLine}: a quotation mark of the row that starts here is not closed before the end of the file (line ${this.#line})`,
      );
    }
    const pieces: Piece[] = [];
    if (this.#record.size > 0) this.#finish(NOTHING, pieces);
    return pieces;
  }

  #decide(chunk: Buffer, at: number): void {
    if (chunk[at] === LF) this.#lineEnd = LF;
    else if (at + 1 < chunk.length) this.#lineEnd = chunk[at + 1] === LF ? LF : CR;
    else this.#undecidedCr = true;
  }

  #finish(last: Buffer, pieces: Piece[]): void {
    const { line, size, bytes } = this.#record.finish(last, this.#startLine);
    const text = bytes !== null && bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
    if (text === null || text.length > 0) pieces.push({ line, size, bytes: text });
    this.#line += 1;
    this.#startLine = this.#line;
    this.#cellStart = true;
  }
}
