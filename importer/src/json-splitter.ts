import { FileProblem } from './errors.js';
import { type Piece, RecordBuffer, type RecordSplitter } from './splitter.js';
import { count } from './text.js';

const LF = 0x0a;
const BACKSLASH = 0x5c;
const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A part of the way through a document, which yields where it needs the next chunk. */
type Walk<Result = void> = Generator<void, Result, void>;

/**
 * The elements of one array in a JSON document: of the document itself, or of the array that a path
 * of names (and of positions in arrays) leads to. An object in that place is the only record. This class checks only
 * the structure around the elements. The caller parses each element, so that a faulty one costs only itself.
 * FileProblem names line and byte, both from 1, in the unpacked text.
 */
export class JsonArraySplitter implements RecordSplitter {
  readonly #path: readonly string[];
  readonly #record = new RecordBuffer();
  readonly #scanner = new ValueScanner();
  readonly #walk: Walk;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  /** The bytes of the chunks before. */
  #before = 0;
  #line = 1;
  /** The line of a record that has begun and not ended. */
  #openRecord: number | undefined;
  #isWhole = false;
  #pieces: Piece[] = [];
  #fault: unknown;

  /** @param path Empty when the document itself is the array. */
  constructor(path: readonly string[]) {
    this.#path = path;
    this.#walk = this.#document();
  }

  feed(chunk: Buffer): Piece[] {
    if (this.#fault !== undefined) throw this.#fault;
    this.#chunk = chunk;
    this.#at = 0;
    try {
      this.#walk.next();
    } catch (error) {
      // The records before an error are returned first; the next call throws the error.
      this.#fault = error;
      if (this.#pieces.length === 0) throw error;
    }
    this.#before += chunk.length;
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  end(): Piece[] {
    if (this.#fault !== undefined) throw this.#fault;
    this.#at = 0;
    if (this.#openRecord !== undefined) {
      this.#fail(`the file ends inside the record that starts on line ${this.#openRecord}`);
    }
    if (!this.#isWhole) {
      this.#fail(this.#before > 0 ? 'the file ends before its JSON does' : 'the file is empty');
    }
    return [];
  }

  *#document(): Walk {
    for (const name of this.#path) yield* this.#follow(name);
    const sign = yield* this.#next();
    if (sign === OPEN_ARRAY) yield* this.#elements();
    else if (sign === OPEN_OBJECT) yield* this.#value('record');
    else {
      const place = this.#path.length > 0 ? ` at ${this.#path.join('.')}` : '';
      this.#unexpected(sign, `an array of records${place}`);
    }
    yield* this.#rest();
    this.#isWhole = true;
    yield* this.#next();
    const what =
      sign === OPEN_ARRAY ? 'array' : 'object; a file with one object a line is named .ndjson';
    this.#fail(`there is text after the end of the ${what}`);
  }

  /** Goes on to the value of this name in an object, or at this position in an array. */
  *#follow(name: string): Walk {
    const sign = yield* this.#next();
    if (sign === OPEN_OBJECT) yield* this.#toMember(name);
    else if (sign === OPEN_ARRAY && /^\d+$/.test(name)) yield* this.#toItem(Number(name));
    else this.#notThere();
  }

  *#toMember(name: string): Walk {
    this.#at += 1;
    for (;;) {
      const sign = yield* this.#next();
      if (sign === CLOSE_OBJECT) this.#notThere();
      if (sign !== QUOTE) this.#unexpected(sign, 'a name in quotation marks');
      const key = yield* this.#value('key');
      this.#pass(yield* this.#next(), COLON, '":"');
      if (keyText(key) === name) return;
      yield* this.#value('nothing');
      const end = yield* this.#next();
      if (end === CLOSE_OBJECT) this.#notThere();
      this.#pass(end, COMMA, '"," or "}"');
    }
  }

  *#toItem(position: number): Walk {
    this.#at += 1;
    for (let passed = 0; ; passed += 1) {
      if ((yield* this.#next()) === CLOSE_ARRAY) this.#notThere();
      if (passed === position) return;
      yield* this.#value('nothing');
      const end = yield* this.#next();
      if (end === CLOSE_ARRAY) this.#notThere();
      this.#pass(end, COMMA, '"," or "]"');
    }
  }

  *#elements(): Walk {
    this.#at += 1;
    let sign = yield* this.#next();
    while (sign !== CLOSE_ARRAY) {
      yield* this.#value('record');
      sign = this.#ahead() ?? (yield* this.#next());
      if (sign === CLOSE_ARRAY) break;
      this.#pass(sign, COMMA, '"," or "]" after a record');
    }
    this.#at += 1;
  }

  /** Behind the records only the balance of brackets is checked, which reveals a file that was cut short. */
  *#rest(): Walk {
    let open = this.#path.length;
    while (open > 0) {
      const sign = yield* this.#next();
      if (sign === QUOTE || sign === OPEN_OBJECT || sign === OPEN_ARRAY) {
        yield* this.#value('nothing');
        continue;
      }
      if (sign === CLOSE_OBJECT || sign === CLOSE_ARRAY) open -= 1;
      this.#at += 1;
    }
  }

  /** Passes the value ahead, without checking it. Returns a key, and puts a record to the others. */
  *#value(use: 'record' | 'key' | 'nothing'): Walk<Piece | undefined> {
    const sign = this.#ahead() ?? (yield* this.#next());
    if (!this.#scanner.start(sign)) this.#unexpected(sign, 'a value');
    const line = this.#line;
    if (use === 'record') this.#openRecord = line;
    for (;;) {
      const end = this.#scanner.scan(this.#chunk, this.#at);
      const part = this.#chunk.subarray(this.#at, end);
      this.#at = end;
      this.#line += this.#scanner.lineBreaks;
      if (this.#scanner.done) {
        this.#openRecord = undefined;
        if (use === 'nothing') return undefined;
        const piece = this.#record.finish(part, line);
        if (use === 'key') return piece;
        this.#pieces.push(piece);
        return undefined;
      }
      if (use !== 'nothing') this.#record.append(part);
      yield;
    }
  }

  /** Passes a sign, which has to be the wanted one. */
  #pass(sign: number, wanted: number, words: string): void {
    if (sign !== wanted) this.#unexpected(sign, words);
    this.#at += 1;
  }

  /** The byte ahead, behind any white space. */
  *#next(): Walk<number> {
    for (;;) {
      const byte = this.#ahead();
      if (byte !== undefined) return byte;
      yield;
    }
  }

  /** The same, where it is in this chunk. */
  #ahead(): number | undefined {
    for (; this.#at < this.#chunk.length; this.#at += 1) {
      const byte = this.#chunk[this.#at] as number;
      if (byte === LF) this.#line += 1;
      else if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return byte;
    }
    return undefined;
  }

  #notThere(): never {
    this.#fail(`the document has no array at ${this.#path.join('.')}, which records: names`);
  }

  #unexpected(byte: number, wanted: string): never {
    const found = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    this.#fail(`expected ${wanted}, found ${found}`);
  }

  #fail(message: string): never {
    const byte = count(this.#before + this.#at + 1);
    throw new FileProblem(`line ${this.#line}, byte ${byte}: ${message}`);
  }
}

/** The text of a key; undefined where it is not JSON, or too long to be kept. */
function keyText(key: Piece | undefined): unknown {
  try {
    return JSON.parse(String(key?.bytes));
  } catch {
    return undefined;
  }
}

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
