/** A closed list: words by code, and codes by word in any letter case. */
export class Vocabulary {
  readonly #words: ReadonlyMap<number, string>;
  readonly #codes: ReadonlyMap<string, number>;

  constructor(entries: readonly (readonly [code: number, word: string])[]) {
    this.#words = new Map(entries);
    this.#codes = new Map(entries.map(([code, word]) => [word.toLowerCase(), code]));
  }

  /** The word of a code; the empty string for a code that has none. */
  word(code: number): string {
    return this.#words.get(code) ?? '';
  }

  /** The code of a word in any letter case. */
  code(word: string): number | undefined {
    return this.#codes.get(word.trim().toLowerCase());
  }

  /** All codes, in the order of the list. */
  get codes(): readonly number[] {
    return [...this.#words.keys()];
  }

  get entries(): readonly (readonly [code: number, word: string])[] {
    return [...this.#words.entries()];
  }

  get words(): readonly string[] {
    return [...this.#words.values()];
  }
}
