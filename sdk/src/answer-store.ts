/** An answer as it came, with the tag by which the server knows it again. */
export interface StoredAnswer {
  readonly etag: string;
  /** The body, as text. */
  readonly text: string;
  /** When it was last known to be current, in milliseconds since the epoch. */
  readonly checkedAt: number;
}

/**
 * Keeps answers of open reads, so that what has not changed costs a 304. Names begin with a digest of
 * the API key: answers of two keys never meet, even in a store that several processes share.
 */
export interface AnswerStore {
  get(name: string): StoredAnswer | undefined | Promise<StoredAnswer | undefined>;
  set(name: string, answer: StoredAnswer): void | Promise<void>;
}

/** Keeps the answers that were used last, in this process. */
export class MemoryStore implements AnswerStore {
  readonly #answers = new Map<string, StoredAnswer>();
  readonly #entries: number;

  constructor(entries = 200) {
    this.#entries = entries;
  }

  get(name: string): StoredAnswer | undefined {
    const answer = this.#answers.get(name);
    if (answer !== undefined) this.set(name, answer);
    return answer;
  }

  set(name: string, answer: StoredAnswer): void {
    // A map keeps the order of insertion, so the first entry is the one that was not used for longest.
    this.#answers.delete(name);
    this.#answers.set(name, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#entries && oldest !== undefined) this.#answers.delete(oldest);
  }
}
