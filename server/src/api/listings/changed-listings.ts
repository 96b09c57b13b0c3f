import type { TenantDatabase } from '../../data/tenant-database/open.js';
import { changedSince, isBroken, type Place, placeOf } from '../listing-index/index.queries.js';

/** With more changes than this since the last look, all listings count as changed. */
const MOST_FOLLOWED = 200;

/** The most listings that are noted for a database. With more, all of them count as changed. */
const MOST_NOTED = 2000;

/** Which listings of a database have changed, as far as a process has looked. */
export class KnownChanges {
  static #series = 0;
  /** Names this series of changes in this process: revisions of two series cannot be compared. */
  readonly series = ++KnownChanges.#series;
  readonly #changed = new Map<number, number>();
  #place: Place;
  /** All listings count as changed at this revision. */
  #all: number;

  constructor(place: Place) {
    this.#place = place;
    this.#all = place.number;
  }

  /** The revision up to which changes are known. */
  get revision(): number {
    return this.#place.number;
  }

  /** The revision at which a listing, or what it shows of others, changed last; or a later one. */
  changedAt(id: number): number {
    return this.#changed.get(id) ?? this.#all;
  }

  /** Looks at the changes since the last look. @returns These, or those of another series. */
  async followed(database: TenantDatabase): Promise<KnownChanges> {
    const { place, ids } = await changedSince(database, this.revision, MOST_FOLLOWED + 1);
    if (isBroken(this.#place, place)) return new KnownChanges(place);
    this.#place = place;
    if (ids.length <= MOST_FOLLOWED && this.#changed.size + ids.length <= MOST_NOTED) {
      for (const id of ids) this.#changed.set(id, place.number);
    } else {
      this.#changed.clear();
      this.#all = place.number;
    }
    return this;
  }
}

/**
 * Knows for each database which listings have changed since they were read, by following the entries of
 * changes, in which a listing changes with whatever it shows: its building, neighborhood, agents and
 * labels. So one write does not make copies of all other listings out of date.
 */
export class ChangedListings {
  readonly #known = new WeakMap<TenantDatabase, KnownChanges>();
  readonly #looks = new WeakMap<TenantDatabase, Promise<KnownChanges>>();

  /** The changes up to a revision that the caller has read, or to a later one. */
  async at(database: TenantDatabase, revision: number): Promise<KnownChanges> {
    const known = this.#known.get(database);
    if (known?.revision === revision) return known;
    // A look that began before this call may have passed a change that this call has to find.
    await this.#looks.get(database)?.catch(() => {});
    let look = this.#looks.get(database);
    if (look === undefined) {
      look = this.#look(database).finally(() => this.#looks.delete(database));
      this.#looks.set(database, look);
    }
    return look;
  }

  async #look(database: TenantDatabase): Promise<KnownChanges> {
    const known = this.#known.get(database);
    const changes = known
      ? await known.followed(database)
      : new KnownChanges(await placeOf(database));
    this.#known.set(database, changes);
    return changes;
  }
}
