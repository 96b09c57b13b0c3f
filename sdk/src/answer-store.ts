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
 * the API key: answers of two keys never meet, even in a store that several processes share. Where it fails, or takes
 * longer than a second, the read goes on without it, and nothing is thrown: a store notes its own failures.
 */
export interface AnswerStore {
  get(name: string): StoredAnswer | undefined | Promise<StoredAnswer | undefined>;
  set(name: string, answer: StoredAnswer): void | Promise<void>;
}

/** Keeps the answers that were used last, in this process. */
export class MemoryStore implements AnswerStore {
  readonly #answers = new Map<string, StoredAnswer>();
  readonly #entries: number;
  readonly #bytes: number;
  #held = 0;

  /**
   * @param entries How many answers are kept at most.
   * @param bytes How much memory they may take, counted as two bytes a character; 32 MiB by default.
   */
  constructor(entries = 200, bytes = 32 * 1024 * 1024) {
    this.#entries = entries;
    this.#bytes = bytes;
  }

  get(name: string): StoredAnswer | undefined {
    const answer = this.#answers.get(name);
    if (answer !== undefined) this.set(name, answer);
    return answer;
  }

  set(name: string, answer: StoredAnswer): void {
    this.#delete(name);
    const bytes = bytesOf(name, answer);
    // An answer that is too large alone would only drive out all others.
    if (bytes > this.#bytes) return;
    this.#answers.set(name, answer);
    this.#held += bytes;
    // A map keeps the order of insertion, so the first entry is the one that was not used for longest.
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#entries && this.#held <= this.#bytes) return;
      this.#delete(oldest);
    }
  }

  #delete(name: string): void {
    const answer = this.#answers.get(name);
    if (answer === undefined) return;
    this.#answers.delete(name);
    this.#held -= bytesOf(name, answer);
  }
}

/** A character takes one byte or two in memory, by the others of its text: two are on the safe side. */
function bytesOf(name: string, { etag, text }: StoredAnswer): number {
  return 2 * (name.length + etag.length + text.length);
}

/** Milliseconds after which a read goes on without its store. */
const STORE_TIMEOUT = 1000;

/** The same store, which keeps nothing where it fails or takes too long. */
export function forgiving(store: AnswerStore): AnswerStore {
  return {
    // Stores say `null` where they have nothing, whatever their type says.
    get: async (name) => (await forgiven(() => store.get(name))) ?? undefined,
    set: (name, answer) => forgiven(() => store.set(name, answer)),
  };
}

/** What the work gives; undefined where it fails or takes too long. */
async function forgiven<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), STORE_TIMEOUT);
  });
  try {
    return await Promise.race([work(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
