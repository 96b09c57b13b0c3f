import type { Clock } from '../lib/clock.js';
import { IdleCache } from '../lib/idle-cache.js';
import { SharedRuns } from '../lib/queues.js';
import { type ChangeState, changeState } from '../store/tenant/change-page.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { changedSince, isBroken } from './index/index.queries.js';

/** With more changes than this since the last look, all listings count as changed. */
const MOST_FOLLOWED = 200;

/** The most listings that are noted for a database. With more, all of them count as changed. */
const MOST_NOTED = 2000;

/** The most that are noted for all databases together: some two megabytes. */
const MOST_IN_ALL = 50_000;

/**
 * How long a series lasts. Where a standby takes over that lacks the last transactions, or a file is put back under a
 * running server, later revisions look like a continuation: then texts are wrong for so long at most.
 */
const SERIES_MS = 5 * 60_000;

/** Which listings of a database have changed, as far as a process has looked. */
export class KnownChanges {
  static #series = 0;
  /** Names this series of changes in this process: revisions of two series cannot be compared. */
  readonly series = ++KnownChanges.#series;
  readonly #changed = new Map<number, number>();
  #place: ChangeState;
  /** All listings count as changed at this revision. */
  #all: number;

  /** @param endsAt When another series begins, on the monotonic clock. */
  constructor(
    place: ChangeState,
    readonly endsAt: number,
  ) {
    this.#place = place;
    this.#all = place.number;
  }

  /** The revision up to which changes are known. */
  get revision(): number {
    return this.#place.number;
  }

  /** How many listings are noted, and one for all of it. */
  get size(): number {
    return this.#changed.size + 1;
  }

  /** The revision at which a listing, or what it shows of others, changed last; or a later one. */
  changedAt(id: number): number {
    return this.#changed.get(id) ?? this.#all;
  }

  /** Looks at the changes since the last look. @returns False where they are of another series. */
  async follow(database: TenantDatabase): Promise<boolean> {
    const { place, ids } = await changedSince(database, this.revision, MOST_FOLLOWED + 1);
    if (isBroken(this.#place, place)) return false;
    this.#place = place;
    if (ids.length <= MOST_FOLLOWED && this.#changed.size + ids.length <= MOST_NOTED) {
      for (const id of ids) this.#changed.set(id, place.number);
    } else {
      this.#changed.clear();
      this.#all = place.number;
    }
    return true;
  }
}

/**
 * Knows for each database which listings have changed since they were read, by following the entries of
 * changes, in which a listing changes with whatever it shows: its building, neighborhood, agents and
 * labels. So one write does not make copies of all other listings out of date.
 */
export class ChangedListings {
  readonly #clock: Clock;
  readonly #known: IdleCache<KnownChanges>;
  readonly #looks = new SharedRuns<TenantDatabase, KnownChanges>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#known = new IdleCache(clock, MOST_IN_ALL);
  }

  /** The changes up to a revision that the caller has read, or to a later one. */
  async at(database: TenantDatabase, revision: number): Promise<KnownChanges> {
    const known = this.#lasting(database);
    if (known?.revision === revision) return known;
    return this.#looks.joinNext(database, () => this.#look(database));
  }

  async #look(database: TenantDatabase): Promise<KnownChanges> {
    let changes = this.#lasting(database);
    if (changes === undefined || !(await changes.follow(database))) {
      const endsAt = this.#clock.monotonic() + SERIES_MS;
      changes = new KnownChanges(await changeState(database.db), endsAt);
    }
    this.#known.keep(database.name, changes, changes.size);
    return changes;
  }

  #lasting({ name }: TenantDatabase): KnownChanges | undefined {
    const known = this.#known.get(name);
    return known !== undefined && this.#clock.monotonic() < known.endsAt ? known : undefined;
  }
}
