import { LRUCache } from 'lru-cache';

/** The bytes of answers that one process caches. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What an entry takes besides the bytes of its answer. */
const ENTRY_BYTES = 250;

/** The questions that one process remembers: some three megabytes. */
const MOST_QUESTIONS = 20_000;

/** Larger answers are rarely requested twice, and would push out many others. */
const LARGEST_SHARE = 1 / 32;

/**
 * The bodies of recent answers to questions that come again, by their entity tags. A tag names everything that an answer is made
 * from: the tenant and its settings, the revision of the data, the minute where the answer turns with
 * it, and the request. So an answer under a tag is never stale, and nothing has to be cleared.
 */
export class AnswerCache {
  readonly #bodies: LRUCache<string, Buffer>;
  readonly #questions: LRUCache<string, true>;

  constructor(mostBytes = MOST_BYTES, mostQuestions = MOST_QUESTIONS) {
    this.#bodies = new LRUCache({
      maxSize: mostBytes,
      maxEntrySize: Math.floor(mostBytes * LARGEST_SHARE) + ENTRY_BYTES,
      sizeCalculation: (body) => body.length + ENTRY_BYTES,
    });
    this.#questions = new LRUCache({ max: mostQuestions });
  }

  /** The bytes in the cache now. */
  get bytes(): number {
    return this.#bodies.calculatedSize;
  }

  get(tag: string): Buffer | undefined {
    return this.#bodies.get(tag);
  }

  /**
   * Notes a question. Most questions come once, and a copy of their answers takes up to a quarter of the time of a
   * search.
   *
   * @param question Names it whatever its answer, in a few characters.
   * @returns Whether it has come before, as far as is remembered.
   */
  noteQuestion(question: string): boolean {
    const hasCome = this.#questions.get(question) === true;
    if (!hasCome) this.#questions.set(question, true);
    return hasCome;
  }

  keep(tag: string, body: Buffer): void {
    this.#bodies.set(tag, body);
  }
}
