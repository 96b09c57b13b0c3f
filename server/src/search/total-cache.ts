import { LRUCache } from 'lru-cache';

interface Kept {
  readonly revision: number;
  readonly total: number;
}

/** The totals that one process caches: some four megabytes. */
const MOST_TOTALS = 20_000;

/**
 * The totals that databases have counted for recent searches, so that all pages of one search count once. A total is
 * good for the revision that the caller read ahead of the count, and for no other. Nothing has to be cleared.
 */
export class TotalCache {
  readonly #totals: LRUCache<string, Kept>;

  constructor(most = MOST_TOTALS) {
    this.#totals = new LRUCache({ max: most });
  }

  get size(): number {
    return this.#totals.size;
  }

  /** @param name Names one question to one database, in some 40 characters. */
  get(name: string, revision: number): number | undefined {
    const kept = this.#totals.get(name);
    return kept?.revision === revision ? kept.total : undefined;
  }

  keep(name: string, revision: number, total: number): void {
    this.#totals.set(name, { revision, total });
  }
}
