import type { Clock } from '../../lib/clock.js';
import { IdleCache } from '../../lib/idle-cache.js';
import { SharedRuns } from '../../lib/queues.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { UnindexableValue } from './columns.js';
import { ListingIndex } from './listing-index.js';

/** The memory of one process for the indexes of all tenants, in bytes: a million listings or some more. */
const MOST_BYTES = 64_000_000;

/** The changes that a call follows by itself; with more, it is answered by the database until it has caught up. */
const FEW_CHANGES = 200;

/** With more changes than this, all is read again. */
const MOST_CHANGES = 5000;

/**
 * An index is made when so many rows were counted by the database since a tenant has begun to search: by
 * some eight views of a map with facets, or eighty plain searches, of 6,500 rentals; or 500 searches that find
 * next to nothing. To read a listing takes five microseconds and to count one far less than one, so that a visit now
 * and then makes no index.
 */
const WORTH_ROWS = 500_000;

/**
 * An index that was read lately and is gone, as after thousands of writes or for those of other tenants, is
 * read again when the database has counted so many rows for each of its listings. Otherwise a large tenant
 * would be read over and over while it is imported.
 */
const ROWS_FOR_EACH = 20;

/** The most databases of which the rows are noted. */
const MOST_NOTED = 10_000;

interface Noted {
  rows: number;
}

/**
 * The indexes of the tenants whose websites search much. A small or quiet one has none, and is answered
 * by its database. Nothing waits for an index: while it is made or brought up, the database answers.
 */
export class ListingIndexes {
  readonly #indexes: IdleCache<ListingIndex>;
  readonly #noted: IdleCache<Noted>;
  readonly #mostBytes: number;
  readonly #worthRows: number;
  /** The following that is under way, by database: calls of one process wait for one. */
  readonly #following = new SharedRuns<TenantDatabase, void>();
  /** What is made or brought up in the background. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Whether an index is read: one at a time, as each may take all of the memory. */
  #isReading = false;

  constructor(clock: Clock, { mostBytes = MOST_BYTES, worthRows = WORTH_ROWS } = {}) {
    this.#indexes = new IdleCache(clock, mostBytes);
    this.#noted = new IdleCache(clock, MOST_NOTED);
    this.#mostBytes = mostBytes;
    this.#worthRows = worthRows;
  }

  get bytes(): number {
    return this.#indexes.size;
  }

  /**
   * The index of a database, with the data of a revision that the caller has read, or of a later one;
   * undefined if there is none now.
   */
  async at(database: TenantDatabase, revision: number): Promise<ListingIndex | undefined> {
    const { name } = database;
    let index = this.#indexes.get(name);
    if (index === undefined) return undefined;
    if (index.revision === revision) {
      // It grows by the names of neighborhoods when these are asked for.
      this.#indexes.keep(name, index, index.bytes);
      return index;
    }
    if (this.#busy.has(name)) return undefined;
    // A look that began before this call may have passed a change that this call has to find.
    await this.#following.ended(database);
    index = this.#indexes.get(name);
    if (index === undefined || index.revision === revision) return index;
    // That look may have found too many changes.
    if (this.#busy.has(name)) return undefined;
    const behind = index;
    await this.#following.join(database, () => this.#follow(database, behind, FEW_CHANGES));
    // Dropped, or brought up in the background, or the changes could not be read.
    if (this.#indexes.get(name) !== index || this.#busy.has(name)) return undefined;
    return index.revision >= revision ? index : undefined;
  }

  counted(database: TenantDatabase, rows: number): void {
    const { name } = database;
    if (this.#busy.has(name)) return;
    const noted = this.#noted.get(name) ?? { rows: 0 };
    noted.rows += rows;
    this.#noted.keep(name, noted, 1);
    if (noted.rows < this.#worthRows || this.#isReading) return;
    // Where no index can be made, it is not tried again until as much has been counted as often.
    noted.rows = 0;
    this.#inBackground(database, () => this.#read(database, noted));
  }

  /** Resolves when nothing is made or brought up. */
  async settled(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values());
  }

  async #read(database: TenantDatabase, noted: Noted): Promise<void> {
    this.#isReading = true;
    try {
      const index = await ListingIndex.load(database, this.#mostBytes);
      noted.rows = index === undefined ? -100 * this.#worthRows : -ROWS_FOR_EACH * index.listings;
      if (index !== undefined) this.#indexes.keep(database.name, index, index.bytes);
    } finally {
      this.#isReading = false;
    }
  }

  async #follow(database: TenantDatabase, index: ListingIndex, most: number): Promise<void> {
    const { name } = database;
    try {
      const followed = await index.follow(database, most);
      if (followed === 'current') {
        this.#indexes.keep(name, index, index.bytes);
      } else if (followed === 'behind' && most < MOST_CHANGES) {
        this.#inBackground(database, () => this.#follow(database, index, MOST_CHANGES));
      } else {
        this.#indexes.drop(name);
      }
    } catch {
      // A listing that no index can hold. Where the database has not answered, nothing was changed, and the
      // next call follows again.
      if (index.isBroken) this.#indexes.drop(name);
    }
  }

  #inBackground(database: TenantDatabase, work: () => Promise<void>): void {
    const { name } = database;
    if (this.#busy.has(name)) return;
    const run = work()
      .catch((error: unknown) => {
        // Where the database has not answered, as much has to be counted again, and no more.
        const isHopeless = error instanceof UnindexableValue;
        if (isHopeless) this.#noted.keep(name, { rows: -100 * this.#worthRows }, 1);
      })
      .finally(() => this.#busy.delete(name));
    this.#busy.set(name, run);
  }
}
