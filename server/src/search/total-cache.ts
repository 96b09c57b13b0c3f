import { dropOldestOf } from '../lib/drop-oldest.js';

/** A cached total, and the revision of the data that it was counted at. */
interface Kept {
  readonly revision: number;
  readonly total: number;
}

/** The totals that one process caches: some four megabytes. */
const MOST_TOTALS = 20_000;

/**
 * The totals of recent searches, so that all pages of one search count once. A total is good for the
 * revision that the caller read ahead of the count, and for no other. Nothing has to be cleared. A full
 * cache drops what was not asked for longest.
 */
export class TotalCache {
  readonly #most: number;
  readonly #totals = new Map<string, Kept>();

  constructor(most = MOST_TOTALS) {
    this.#most = most;
  }

  /** The totals in the cache now. */
  get size(): number {
    return this.#totals.size;
  }

  /** @param name Names one question to one database, in some 40 characters. */
  get(name: string, revision: number): number | undefined {
    const kept = this.#totals.get(name);
    if (kept === undefined || kept.revision !== revision) return undefined;
    this.#totals.delete(name);
    this.#totals.set(name, kept);
    return kept.total;
  }

  /** Caches a total, in place of an earlier one under this name. */
  keep(name: string, revision: number, total: number): void {
    this.#totals.delete(name);
    this.#totals.set(name, { revision, total });
    dropOldestOf(this.#totals, this.#most);
  }
}
