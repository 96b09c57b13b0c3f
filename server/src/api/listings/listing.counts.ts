import { hash } from 'node:crypto';
import type { TenantDatabase } from '../../data/tenant-database/open.js';
import { revisionOf } from '../../data/tenant-database/write.js';
import type { Call } from '../endpoint.js';
import type { TotalCache } from '../total-cache.js';
import { conditionsIn, type Filter } from './listing.search.js';

/** The longest values of a filter whose total is kept: the ids that `q` finds may be a hundred thousand. */
const MOST_CHARACTERS = 4000;

/**
 * What is known about how many listings of a database meet a filter, without a look into the database.
 * What it says is true of the revision at which the call began, or of a later one, as an entity tag
 * requires.
 */
export class ListingCounts {
  readonly #database: TenantDatabase;
  readonly #totals: TotalCache;
  readonly #revision: number;

  private constructor(database: TenantDatabase, totals: TotalCache, revision: number) {
    this.#database = database;
    this.#totals = totals;
    this.#revision = revision;
  }

  /** The counts for one call. It reads the revision, unless the call has read it for its entity tag. */
  static async of(
    { tools, revisions }: Pick<Call<number | undefined>, 'tools' | 'revisions'>,
    database: TenantDatabase,
  ): Promise<ListingCounts> {
    const revision = revisions?.get(database) ?? (await revisionOf(database)).number;
    return new ListingCounts(database, tools.totals, revision);
  }

  /** How many listings meet a filter; undefined where the database has to be asked. */
  total(filter: Filter): number | undefined {
    const name = this.#nameOf(filter);
    return name === undefined ? undefined : this.#totals.get(name, this.#revision);
  }

  /** Keeps a total that was counted during this call. */
  keep(filter: Filter, total: number): void {
    const name = this.#nameOf(filter);
    if (name !== undefined) this.#totals.keep(name, this.#revision, total);
  }

  #nameOf(filter: Filter): string | undefined {
    let text = '';
    for (const { shape, parameters } of conditionsIn(filter)) {
      text += `${shape} ${JSON.stringify(parameters)}\n`;
      if (text.length > MOST_CHARACTERS) return undefined;
    }
    return `${this.#database.name} ${hash('sha256', text, 'base64url').slice(0, 27)}`;
  }
}
