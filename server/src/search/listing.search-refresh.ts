import { type Kysely, sql } from 'kysely';
import { mapInTurns } from '../lib/queues.js';
import { inPortions, upsert } from '../store/tenant/bulk.js';
import { columnsOf } from '../store/tenant/columns.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { TenantTables } from '../store/tenant/tables.js';
import {
  LISTING_SEARCH_DEFAULTS,
  SEARCH_ADDRESS_COLUMNS,
  SEARCH_BUILDING_COLUMNS,
  SEARCH_LISTING_COLUMNS,
  type SearchSource,
  searchRow,
} from './listing.search-row.js';

const COLUMNS = columnsOf(LISTING_SEARCH_DEFAULTS);

/** What `String.trim` takes away; the trim of SQL takes only spaces. */
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The listings whose narrow twins are out of date. */
export interface Stale {
  readonly listings?: readonly number[];
  /** Listings as this transaction has stored them: their rows are wide, and are not read again. */
  readonly written?: readonly SearchSource[];
  /** All listings of these buildings. */
  readonly buildings?: readonly number[];
  /** The listings of these buildings that have no street of their own (R175). */
  readonly addresses?: readonly number[];
  /** All listings in these neighborhoods; searches look at the neighborhood's name. */
  readonly neighborhoods?: readonly number[];
}

/**
 * Makes the narrow twins of listings again from the stored rows. Code that changes a listing, a
 * building or a neighborhood calls it in the same transaction, so that a search never sees one
 * change without the other.
 */
export async function refreshSearch(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  stale: Stale,
): Promise<void> {
  const listings = new Set(stale.listings);
  const ofBuildings = await inPortions(stale.buildings ?? [], (ids) =>
    transaction.selectFrom('listing').select('id').where('building_id', 'in', ids).execute(),
  );
  const streetless = await inPortions(stale.addresses ?? [], (ids) =>
    transaction
      .selectFrom('listing')
      .select('id')
      .where('building_id', 'in', ids)
      .where('hide_address', '=', 0)
      .where(sql<boolean>`ltrim(street, ${BLANKS}) = ''`)
      .execute(),
  );
  const ofNeighborhoods = await inPortions(stale.neighborhoods ?? [], (ids) =>
    transaction
      .selectFrom('listing_search')
      .select('id')
      .where('neighborhood_id', 'in', ids)
      .execute(),
  );
  for (const { id } of [...ofBuildings, ...streetless, ...ofNeighborhoods]) listings.add(id);
  const written = stale.written ?? [];
  for (const { id } of written) listings.delete(id);
  await inPortions([...listings], async (ids) => {
    const rows = await transaction
      .selectFrom('listing')
      .select(SEARCH_LISTING_COLUMNS)
      .where('id', 'in', ids)
      .execute();
    await refreshRows(database, transaction, rows);
    return [];
  });
  await inPortions(written, async (rows) => {
    await refreshRows(database, transaction, rows);
    return [];
  });
}

async function refreshRows(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly SearchSource[],
): Promise<void> {
  const buildingIds = new Set(listings.map((listing) => listing.building_id));
  const buildings = await transaction
    .selectFrom('building')
    .select(['id', ...SEARCH_BUILDING_COLUMNS, ...SEARCH_ADDRESS_COLUMNS])
    .where('id', 'in', [...buildingIds])
    .execute();
  const neighborhoodIds = new Set(listings.map((listing) => listing.neighborhood_id));
  const neighborhoods = await transaction
    .selectFrom('neighborhood')
    .select(['id', 'name'])
    .where('id', 'in', [...neighborhoodIds])
    .execute();
  const buildingById = new Map(buildings.map((building) => [building.id, building]));
  const nameById = new Map(neighborhoods.map(({ id, name }) => [id, name]));
  const rows = await mapInTurns(listings, (listing) =>
    searchRow(
      listing,
      buildingById.get(listing.building_id),
      nameById.get(listing.neighborhood_id) ?? '',
    ),
  );
  await upsert(database, transaction, 'listing_search', COLUMNS, ['id'], rows);
}
