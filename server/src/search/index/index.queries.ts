import { fragment } from '../../store/engines/fragment.js';
import { inPortions } from '../../store/tenant/bulk.js';
import { type ChangeState, changePage } from '../../store/tenant/change-page.js';
import { CHANGE_KINDS } from '../../store/tenant/change-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { runPrepared } from '../../store/tenant/prepared.js';
import type { ListingSearchTable } from '../listing.search-row.js';

const COLUMNS = [
  'id',
  'status',
  'neighborhood_id',
  'price',
  'size',
  'type',
  'pets',
  'beds',
  'bath',
  'rooms',
  'category',
  'flags',
  'amenities_low',
  'amenities_high',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof ListingSearchTable)[];

export type IndexRow = Pick<ListingSearchTable, (typeof COLUMNS)[number]>;

/** A page of all listings, in the order of their ids. */
export function rowsAfter(
  database: TenantDatabase,
  after: number,
  limit: number,
): Promise<IndexRow[]> {
  const statement = fragment('index rows', [after, limit], (after, limit) =>
    database.db
      .selectFrom('listing_search')
      .select(COLUMNS)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  );
  return runPrepared<IndexRow>(database, statement);
}

/** The listings of these ids, as far as they are there. */
export function rowsOf(database: TenantDatabase, ids: readonly number[]): Promise<IndexRow[]> {
  return inPortions(ids, (portion) => {
    const statement = fragment('index rows by id', [portion], (portion) =>
      database.db.selectFrom('listing_search').select(COLUMNS).where('id', 'in', portion),
    );
    return runPrepared<IndexRow>(database, statement);
  });
}

/** What listings have changed after a revision, and how far the database is. */
export interface ChangedSince {
  readonly place: ChangeState;
  /** Ids, removed ones included. */
  readonly ids: readonly number[];
}

/** The listings that have changed after a revision, at most `most` of them; both of one moment. */
export async function changedSince(
  database: TenantDatabase,
  revision: number,
  most: number,
): Promise<ChangedSince> {
  const after = { seq: revision + 1, kind: 0, id: 0, begun: 0 };
  const kinds = [CHANGE_KINDS.listings.code];
  const { state, entries } = await changePage(database, after, kinds, most);
  return { place: state, ids: entries.map(({ record_id }) => record_id) };
}

/**
 * Whether the changes between two places are not known: after a restore, after writes of an earlier
 * program, or where removals in between are no longer known.
 */
export function isBroken(from: Pick<ChangeState, 'epoch' | 'number'>, to: ChangeState): boolean {
  if (to.epoch !== from.epoch || to.number < from.number) return true;
  return to.entries_seq !== to.number || to.floor_seq > from.number;
}
