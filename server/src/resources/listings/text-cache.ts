import { LRUCache } from 'lru-cache';

/** A cached text, what it was made from, and how long it is valid. */
interface Kept {
  /** Identifies what it was made from besides the data, and the series of revisions. */
  readonly madeFrom: string;
  /** The revision of the data that it was made from, or an earlier one. */
  readonly revision: number;
  /** The last valid minute, YYYYMMDDHHMM on the clock of the database that answers. */
  readonly until: number;
  readonly text: string;
}

/**
 * The bytes of texts that one process caches, by where the installation has its database. On PostgreSQL a text
 * that is not here costs a wide read from another process, and few installations have SQLite files open besides.
 */
export const MOST_BYTES = { sqlite: 24_000_000, postgres: 100_000_000 } as const;

/**
 * The JSON texts of recently found records, for the next search that finds them. Reading a wide row
 * with its joins and writing its seventy fields takes longer than many a search.
 *
 * A text is valid until its record changes, and the caller knows at each read when that was. Nothing is
 * ever cleared.
 */
export class TextCache {
  readonly #texts: LRUCache<string, Kept>;

  constructor(mostBytes: number = MOST_BYTES.sqlite) {
    this.#texts = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ text }) => bytesOf(text),
    });
  }

  get bytes(): number {
    return this.#texts.calculatedSize;
  }

  /**
   * @param name Names one record of one tenant.
   * @param madeFrom What the answer is made from, in the same form.
   * @param changedAt The revision at which the record changed last: an older text is not valid.
   * @param minute The current minute, in the form of `until`.
   */
  get(name: string, madeFrom: string, changedAt: number, minute: number): string | undefined {
    const kept = this.#texts.get(name);
    if (kept === undefined || kept.madeFrom !== madeFrom) return undefined;
    return kept.revision < changedAt || kept.until < minute ? undefined : kept.text;
  }

  keep(name: string, kept: Kept): void {
    this.#texts.set(name, kept);
  }
}

/** V8 takes a byte for each character of Latin-1, and two for each where a text has any other. */
function bytesOf(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}
