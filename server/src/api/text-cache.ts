/** What a kept text was made from, and until when it is right. */
interface Kept {
  readonly version: string;
  /** The last minute, YYYYMMDDHHMM on the clock of the answering database, at which it is. */
  readonly until: number;
  readonly text: string;
}

/** Characters kept in one process; V8 takes a byte for most of them. */
const MOST_CHARACTERS = 24_000_000;

/**
 * Records that were put into words lately, for the searches that find them again. To read a wide row
 * with what it joins and to write its seventy fields takes longer than many a search.
 *
 * A text is good for one version of what it was made from, which the caller names with each look:
 * nothing is ever cleared, and an answer is never older than the version. When there are too many,
 * those go that were made first.
 */
export class TextCache {
  readonly #mostCharacters: number;
  readonly #texts = new Map<string, Kept>();
  #characters = 0;

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#mostCharacters = mostCharacters;
  }

  /** Characters that are kept at present. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * @param name Names the record among those of all clients.
   * @param version Of the data and settings that the answer is made from.
   * @param minute The minute now, as `until` has it.
   */
  get(name: string, version: string, minute: number): string | undefined {
    const kept = this.#texts.get(name);
    if (kept === undefined || kept.version !== version || kept.until < minute) return undefined;
    return kept.text;
  }

  /** Keeps a text in place of the one that was kept under this name. */
  keep(name: string, version: string, until: number, text: string): void {
    this.#drop(name);
    this.#texts.set(name, { version, until, text });
    this.#characters += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#characters <= this.#mostCharacters) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#characters -= this.#texts.get(name)?.text.length ?? 0;
    this.#texts.delete(name);
  }
}
