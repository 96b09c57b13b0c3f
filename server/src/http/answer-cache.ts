import { dropOldest, dropOldestOf } from '../lib/drop-oldest.js';

/** The bytes of answers that one process caches. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What an entry takes besides the bytes of its answer. */
const ENTRY_BYTES = 250;

/** The questions that one process remembers: some three megabytes. */
const MOST_QUESTIONS = 20_000;

/** Larger answers are rarely asked for twice, and would push out many others. */
const LARGEST_SHARE = 1 / 32;

/**
 * The bodies of recent answers to questions that come again, by their entity tags. A tag names everything that an answer is made
 * from: the tenant and its settings, the revision of the data, the minute where the answer turns with
 * it, and the request. So an answer under a tag is never stale, and nothing has to be cleared. A full
 * cache drops what was not asked for longest.
 */
export class AnswerCache {
  readonly #mostBytes: number;
  readonly #mostQuestions: number;
  readonly #bodies = new Map<string, Buffer>();
  readonly #questions = new Set<string>();
  #bytes = 0;

  constructor(mostBytes = MOST_BYTES, mostQuestions = MOST_QUESTIONS) {
    this.#mostBytes = mostBytes;
    this.#mostQuestions = mostQuestions;
  }

  /** The bytes in the cache now. */
  get bytes(): number {
    return this.#bytes;
  }

  get(tag: string): Buffer | undefined {
    const body = this.#bodies.get(tag);
    if (body === undefined) return undefined;
    // A map keeps the order of insertion: what is asked for moves to the end.
    this.#bodies.delete(tag);
    this.#bodies.set(tag, body);
    return body;
  }

  /**
   * Notes a question. Most questions come once, and a copy of their answers takes up to a quarter of the time of a
   * search.
   *
   * @param question Names it whatever its answer, in a few characters.
   * @returns Whether it has come before, as far as is remembered.
   */
  noteQuestion(question: string): boolean {
    const hasCome = this.#questions.delete(question);
    this.#questions.add(question);
    dropOldestOf(this.#questions, this.#mostQuestions);
    return hasCome;
  }

  keep(tag: string, body: Buffer): void {
    if (body.length > this.#mostBytes * LARGEST_SHARE) return;
    this.#drop(tag);
    this.#bodies.set(tag, body);
    this.#bytes += body.length + ENTRY_BYTES;
    dropOldest(
      this.#bodies,
      this.#mostBytes,
      () => this.#bytes,
      (oldest) => this.#drop(oldest),
    );
  }

  #drop(tag: string): void {
    const body = this.#bodies.get(tag);
    if (body === undefined) return;
    this.#bodies.delete(tag);
    this.#bytes -= body.length + ENTRY_BYTES;
  }
}
