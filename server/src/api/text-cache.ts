/** A cached text, the version it was made from, and how long it is valid. */
interface Kept {
  readonly version: string;
  /** The last valid minute, YYYYMMDDHHMM on the clock of the database that answers. */
  readonly until: number;
  readonly text: string;
}

/** The characters that one process caches; V8 takes a byte for most of them. */
const MOST_CHARACTERS = 24_000_000;

/**
 * The JSON texts of recently found records, for the next search that finds them. Reading a wide row
 * with its joins and writing its seventy fields takes longer than many a search.
 *
 * A text is valid for one version of its data, which the caller names at each read. Nothing is ever
 * cleared, and an answer is never older than the version. A full cache drops the texts that were
 * made first.
 */
export class TextCache {
  readonly #mostCharacters: number;
  readonly #texts = new Map<string, Kept>();
  #characters = 0;

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#mostCharacters = mostCharacters;
  }

  /** The characters in the cache now. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * @param name Names one record of one tenant.
   * @param version The version of the data and settings that the answer is made from.
   * @param minute The current minute, in the form of `until`.
   */
  get(name: string, version: string, minute: number): string | undefined {
    const kept = this.#texts.get(name);
    if (kept === undefined || kept.version !== version || kept.until < minute) return undefined;
    return kept.text;
  }

  /** Caches a text, in place of an earlier one under this name. */
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
