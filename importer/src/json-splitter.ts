import { FileProblem } from './errors.js';
import { type Piece, RecordBuffer, type RecordSplitter } from './splitter.js';
import { count } from './text.js';

const LF = 0x0a;
const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The token that may come next between two values; `tail` is everything after the array of records.
 */
type Expected =
  | 'value'
  | 'first key'
  | 'key'
  | 'colon'
  | 'member'
  | 'next member'
  | 'first item'
  | 'item'
  | 'next item'
  | 'first record'
  | 'record'
  | 'next record'
  | 'tail';

/**
 * The elements of one array in a JSON document: of the document itself, or of the array that a path
 * of names (and of positions in arrays) leads to. An object in that place is the only record. This class checks only the structure around the
 * elements. The caller parses each element, so that a faulty one costs only itself. FileProblem
 * names line and byte, both from 1, in the unpacked text.
 */
export class JsonArraySplitter implements RecordSplitter {
  readonly #path: readonly string[];
  readonly #record = new RecordBuffer();
  readonly #scanner = new ValueScanner();
  #expected: Expected = 'value';
  /** The use of the value that is being scanned. */
  #use: 'record' | 'key' | 'nothing' | null = null;
  /** The number of followed names of the path; in the tail, the number of open containers. */
  #level = 0;
  #position = 0;
  #keyMatches = false;
  #holdsOne = false;
  #line = 1;
  #startLine = 1;
  #before = 0;
  #fault: FileProblem | null = null;

  /** @param path Empty when the document itself is the array. */
  constructor(path: readonly string[]) {
    this.#path = path;
  }

  feed(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    try {
      if (this.#fault !== null) throw this.#fault;
      this.#pass(chunk, pieces);
    } catch (error) {
      // The records before an error are returned first; the next call throws the error.
      if (pieces.length === 0 || !(error instanceof FileProblem)) throw error;
      this.#fault = error;
    }
    return pieces;
  }

  #pass(chunk: Buffer, pieces: Piece[]): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#use !== null) {
        at = this.#passValue(chunk, at, pieces);
        continue;
      }
      const byte = chunk[at] as number;
      if (byte === LF) this.#line += 1;
      if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) at += 1;
      else at = this.#step(byte, at);
    }
    this.#before += chunk.length;
  }

  end(): Piece[] {
    if (this.#fault !== null) throw this.#fault;
    if (this.#use === 'record') {
      this.#fail(0, `the file ends inside the record that starts on line ${this.#startLine}`);
    }
    if (this.#expected !== 'tail' || this.#level > 0 || this.#use !== null) {
      const started = this.#before > 0;
      this.#fail(0, started ? 'the file ends before its JSON does' : 'the file is empty');
    }
    return [];
  }

  #passValue(chunk: Buffer, from: number, pieces: Piece[]): number {
    const end = this.#scanner.scan(chunk, from);
    this.#line += this.#scanner.lineBreaks;
    const part = chunk.subarray(from, end);
    if (!this.#scanner.done) {
      if (this.#use !== 'nothing') this.#record.append(part);
      return end;
    }
    if (this.#use === 'record') {
      pieces.push(this.#record.finish(part, this.#startLine));
    } else if (this.#use === 'key') {
      const { bytes } = this.#record.finish(part, this.#startLine);
      this.#keyMatches = bytes !== null && keyText(bytes) === this.#path[this.#level];
    }
    this.#use = null;
    return end;
  }

  /** Takes one byte between values; returns the position to read on from. */
  #step(byte: number, at: number): number {
    switch (this.#expected) {
      case 'value':
        return this.#enter(byte, at);
      case 'first key':
      case 'key':
        if (byte !== QUOTE) {
          if (byte === CLOSE_OBJECT) this.#notThere(at);
          this.#unexpected(at, byte, 'a name in quotation marks');
        }
        return this.#start(byte, at, 'key', 'colon');
      case 'colon':
        if (byte !== COLON) this.#unexpected(at, byte, '":"');
        if (this.#keyMatches) this.#level += 1;
        this.#expected = this.#keyMatches ? 'value' : 'member';
        return at + 1;
      case 'member':
        return this.#start(byte, at, 'nothing', 'next member');
      case 'next member':
        if (byte === CLOSE_OBJECT) this.#notThere(at);
        return this.#comma(byte, at, 'key', '"," or "}"');
      case 'first item':
      case 'item':
        if (byte === CLOSE_ARRAY) this.#notThere(at);
        if (this.#position === Number(this.#path[this.#level])) {
          this.#level += 1;
          this.#expected = 'value';
          return at;
        }
        return this.#start(byte, at, 'nothing', 'next item');
      case 'next item':
        if (byte === CLOSE_ARRAY) this.#notThere(at);
        this.#position += 1;
        return this.#comma(byte, at, 'item', '"," or "]"');
      case 'first record':
        if (byte === CLOSE_ARRAY) return this.#leaveArray(at);
        return this.#start(byte, at, 'record', 'next record');
      case 'record':
        return this.#start(byte, at, 'record', 'next record');
      case 'next record':
        if (byte === CLOSE_ARRAY) return this.#leaveArray(at);
        return this.#comma(byte, at, 'record', '"," or "]" after a record');
      case 'tail':
        return this.#passTail(byte, at);
    }
  }

  #enter(byte: number, at: number): number {
    const name = this.#path[this.#level];
    if (name === undefined) {
      if (byte === OPEN_OBJECT) {
        this.#holdsOne = true;
        return this.#start(byte, at, 'record', 'tail');
      }
      if (byte !== OPEN_ARRAY) {
        const place = this.#path.length > 0 ? ` at ${this.#path.join('.')}` : '';
        this.#unexpected(at, byte, `an array of records${place}`);
      }
      this.#expected = 'first record';
    } else if (byte === OPEN_OBJECT) {
      this.#expected = 'first key';
    } else if (byte === OPEN_ARRAY && /^\d+$/.test(name)) {
      this.#position = 0;
      this.#expected = 'first item';
    } else {
      this.#notThere(at);
    }
    return at + 1;
  }

  #start(byte: number, at: number, use: 'record' | 'key' | 'nothing', next: Expected): number {
    if (!this.#scanner.start(byte)) this.#unexpected(at, byte, 'a value');
    this.#use = use;
    this.#startLine = this.#line;
    this.#expected = next;
    return at;
  }

  #comma(byte: number, at: number, next: Expected, wanted: string): number {
    if (byte !== COMMA) this.#unexpected(at, byte, wanted);
    this.#expected = next;
    return at + 1;
  }

  #leaveArray(at: number): number {
    this.#expected = 'tail';
    return at + 1;
  }

  /**
   * After the records, only the balance of brackets is checked, which reveals a file that was cut
   * short.
   */
  #passTail(byte: number, at: number): number {
    if (this.#level === 0) {
      const what = this.#holdsOne
        ? 'object; a file with one object a line is named .ndjson'
        : 'array';
      this.#fail(at, `there is text after the end of the ${what}`);
    }
    if (byte === QUOTE || byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      return this.#start(byte, at, 'nothing', 'tail');
    }
    if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#level -= 1;
    return at + 1;
  }

  #notThere(at: number): never {
    this.#fail(at, `the document has no array at ${this.#path.join('.')}, which records: names`);
  }

  #unexpected(at: number, byte: number, wanted: string): never {
    const found = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    this.#fail(at, `expected ${wanted}, found ${found}`);
  }

  #fail(at: number, message: string): never {
    const byte = count(this.#before + at + 1);
    throw new FileProblem(`line ${this.#line}, byte ${byte}: ${message}`);
  }
}

function keyText(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

const BACKSLASH = 0x5c;

/** Finds the end of one JSON value, over any number of chunks, without checking the value. */
export class ValueScanner {
  /** Whether the last scan reached the value's end. */
  done = false;
  /** The line breaks within the last scan. */
  lineBreaks = 0;
  #scalar = false;
  #depth = 0;
  #inText = false;
  #escaped = false;

  /** Prepares for the value that begins with this byte; false when no value begins so. */
  start(byte: number): boolean {
    const nested = byte === OPEN_OBJECT || byte === OPEN_ARRAY || byte === QUOTE;
    this.#scalar = !nested;
    this.#depth = 0;
    this.#inText = false;
    this.#escaped = false;
    // The first letters of true, false and null; digits and the minus sign.
    const letters = byte === 0x74 || byte === 0x66 || byte === 0x6e;
    return nested || letters || byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
  }

  /**
   * Scans from `from`; returns the end of the value, or the chunk's length when the value goes on.
   */
  scan(chunk: Buffer, from: number): number {
    this.lineBreaks = 0;
    this.done = false;
    return this.#scalar ? this.#scanScalar(chunk, from) : this.#scanNested(chunk, from);
  }

  #scanScalar(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || byte <= 0x20) {
        this.done = true;
        return at;
      }
    }
    return chunk.length;
  }

  #scanNested(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) {
          this.#inText = false;
          if (this.#depth === 0) return this.#end(at + 1);
        } else if (byte === LF) this.lineBreaks += 1;
      } else if (byte === QUOTE) {
        this.#inText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        this.#depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        this.#depth -= 1;
        if (this.#depth === 0) return this.#end(at + 1);
      } else if (byte === LF) {
        this.lineBreaks += 1;
      }
    }
    return chunk.length;
  }

  #end(at: number): number {
    this.done = true;
    return at;
  }
}
