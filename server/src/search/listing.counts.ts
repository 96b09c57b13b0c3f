import type { Call } from '../api/endpoint.js';
import type { Tools } from '../api/tools.js';
import { shortHash } from '../lib/text.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { revisionOf } from '../store/tenant/write.js';
import { isTestable, type ListingIndex } from './index/listing-index.js';
import { conditionsIn, type Filter } from './listing.search.js';

type CountingTools = Pick<Tools, 'totals' | 'listingIndexes'>;

/** A search that finds nothing takes a database as long as to count so many listings. */
const ROWS_OF_A_SEARCH = 1000;

/** The longest values of a filter whose total is kept: the ids that `q` finds may be a hundred thousand. */
const MOST_CHARACTERS = 4000;

/**
 * What is known about how many listings of a database meet a filter, without a query.
 * What it says is true of the revision at which the call began, or of a later one, as an entity tag
 * requires.
 */
export class ListingCounts {
  /** All listings in memory; undefined where that does not pay, or is not ready. */
  readonly index: ListingIndex | undefined;
  readonly #database: TenantDatabase;
  readonly #tools: CountingTools;
  /** Undefined in a call that counts nothing. */
  readonly #revision: number | undefined;

  private constructor(
    database: TenantDatabase,
    tools: CountingTools,
    revision: number | undefined,
    index: ListingIndex | undefined,
  ) {
    this.#database = database;
    this.#tools = tools;
    this.#revision = revision;
    this.index = index;
  }

  /** The counts for one call. It reads the revision, unless the call has read it for its entity tag. */
  static async of(
    { tools, revisions }: Pick<Call<number | undefined>, 'tools' | 'revisions'>,
    database: TenantDatabase,
  ): Promise<ListingCounts> {
    const revision = revisions?.get(database) ?? (await revisionOf(database)).number;
    const index = await tools.listingIndexes.at(database, revision);
    return new ListingCounts(database, tools, revision, index);
  }

  /** For a call that counts nothing, such as a draw from one database: it is spared the look. */
  static none(
    { tools }: Pick<Call<number | undefined>, 'tools'>,
    database: TenantDatabase,
  ): ListingCounts {
    return new ListingCounts(database, tools, undefined, undefined);
  }

  /** How many listings meet a filter; undefined where the database has to be asked. */
  total(filter: Filter): number | undefined {
    const inMemory = this.index?.count(filter);
    if (inMemory !== undefined) return inMemory;
    const name = this.#nameOf(filter);
    const revision = this.#revision;
    if (name === undefined || revision === undefined) return undefined;
    return this.#tools.totals.get(name, revision);
  }

  /** Keeps a total that the database has counted during this call. */
  keep(filter: Filter, total: number): void {
    this.counted(filter, total);
    const name = this.#nameOf(filter);
    const revision = this.#revision;
    if (name !== undefined && revision !== undefined) {
      this.#tools.totals.keep(name, revision, total);
    }
  }

  /** Notes that the database has looked at so many listings, each time that it does. */
  counted(filter: Filter, listings: number): void {
    if (this.index !== undefined || !isTestable(filter)) return;
    this.#tools.listingIndexes.counted(this.#database, ROWS_OF_A_SEARCH + listings);
  }

  #nameOf(filter: Filter): string | undefined {
    let text = '';
    for (const { shape, parameters } of conditionsIn(filter)) {
      if (isLong(parameters)) return undefined;
      text += `${shape} ${JSON.stringify(parameters)}\n`;
      if (text.length > MOST_CHARACTERS) return undefined;
    }
    return `${this.#database.name} ${shortHash(text)}`;
  }
}

/** Whether values are too long to name a total by, found without writing them as text. */
function isLong(parameters: readonly unknown[]): boolean {
  let characters = 0;
  for (const value of parameters) {
    characters += typeof value === 'string' ? value.length : 1;
    if (characters > MOST_CHARACTERS) return true;
  }
  return false;
}
