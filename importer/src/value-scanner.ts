const LF = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const COMMA = 0x2c;

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
