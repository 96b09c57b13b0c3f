import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { FileProblem } from './errors.js';

/** The most bytes that may be looked at before the reading: a header that is longer is none. */
const MOST_KEPT = 16 * 1024 * 1024;

/** A stream that comes only once: standard input, or a named pipe. What was looked at first is read again. */
export class Pipe {
  readonly #open: () => Readable;
  #stream: Readable | undefined;
  #chunks: AsyncIterator<Buffer> | undefined;
  #kept: Buffer[] = [];
  #bytes = 0;

  /** @param source A stream, or the path of a named pipe. Opening one waits for its writer. */
  constructor(source: Readable | string) {
    this.#open = () => (typeof source === 'string' ? createReadStream(source) : source);
  }

  get bytesRead(): number {
    return this.#bytes;
  }

  /** The chunks from the first one on, which stay there for `take`. @throws FileProblem after 16 MiB. */
  async *look(): AsyncGenerator<Buffer, void, void> {
    for (let index = 0; ; index += 1) {
      if (index === this.#kept.length) {
        if (this.#bytes > MOST_KEPT) throw new FileProblem('has no end of its first row');
        const chunk = await this.#next();
        if (chunk === undefined) return;
        this.#kept.push(chunk);
      }
      yield this.#kept[index] as Buffer;
    }
  }

  /** All chunks, once. */
  async *take(): AsyncGenerator<Buffer, void, void> {
    try {
      const kept = this.#kept;
      this.#kept = [];
      yield* kept;
      for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) {
        yield chunk;
      }
    } finally {
      this.close();
    }
  }

  /** Ends the stream, so that nothing waits for its writer. */
  close(): void {
    this.#stream?.destroy();
  }

  async #next(): Promise<Buffer | undefined> {
    this.#stream ??= this.#open();
    this.#chunks ??= this.#stream[Symbol.asyncIterator]();
    const { done, value } = await this.#chunks.next();
    if (done === true) return undefined;
    this.#bytes += value.length;
    return value;
  }
}
