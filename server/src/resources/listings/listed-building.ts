import type { Kysely, Selectable } from 'kysely';
import { idsOf } from '../../lib/grouped.js';
import { type ChangedBuildings, changedForSearch } from '../../search/listing.search-row.js';
import { storedById, upsert } from '../../store/tenant/bulk.js';
import type { Changes } from '../../store/tenant/changes.js';
import { columnsOf } from '../../store/tenant/columns.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { building } from '../kinds/building.fields.js';

export type Building = Selectable<TenantTables['building']>;
type Listing = Selectable<TenantTables['listing']>;

const COLUMNS = columnsOf(building.defaults);

/**
 * Makes buildings that listings name and that have no record of their own, from the values of their
 * listings, and updates them with each listing. A building that came as a record of its own is left
 * alone. R107.
 *
 * @param seen The buildings that this transaction has read or written so far, which keeps them locked.
 *   Listings of one building come in many portions, and it is read once.
 * @returns The buildings that searches for their listings now see differently.
 */
export async function ensureBuildings(
  database: TenantDatabase,
  transaction: Kysely<TenantTables>,
  listings: readonly Listing[],
  changes: Changes,
  seen: Map<number, Building>,
): Promise<ChangedBuildings> {
  const inBuildings = listings.filter((listing) => listing.building_id !== 0);
  if (inBuildings.length === 0) return { buildings: [], addresses: [] };
  const ids = [...new Set(inBuildings.map((listing) => listing.building_id))];
  const stored = await buildingsOf(transaction, ids, seen);
  const buildings = new Map(stored);
  const changed = new Map<number, Building>();
  for (const listing of inBuildings) {
    const before = buildings.get(listing.building_id);
    if (before?.from_listings === 0) continue;
    const after = updatedBy(
      listing,
      before ?? { ...building.defaults, from_listings: 1, status: 1 },
    );
    if (before !== undefined && sameBuilding(before, after)) continue;
    buildings.set(after.id, after);
    changed.set(after.id, after);
  }
  // Listings that say different things of a building change it in turn, and often back to what is stored.
  const rows = [...changed.values()].filter((row) => {
    const before = stored.get(row.id);
    return before === undefined || !sameBuilding(before, row);
  });
  await upsert(database, transaction, 'building', COLUMNS, ['id'], rows);
  for (const row of rows) seen.set(row.id, row);
  const changedIds = idsOf(rows);
  changes.wrote('buildings', changedIds);
  changes.shown('buildings', changedIds);
  return changedForSearch(stored, rows);
}

/** The buildings as they are stored, by id; reads those that were not seen yet. */
async function buildingsOf(
  transaction: Kysely<TenantTables>,
  ids: readonly number[],
  seen: Map<number, Building>,
): Promise<ReadonlyMap<number, Building>> {
  const unseen = ids.filter((id) => !seen.has(id));
  for (const row of (await storedById(transaction, 'building', unseen)).values()) {
    seen.set(row.id, row);
  }
  const stored = new Map<number, Building>();
  for (const id of ids) {
    const row = seen.get(id);
    if (row !== undefined) stored.set(id, row);
  }
  return stored;
}

/**
 * The building with this listing's values; where the listing has none, the building keeps its own.
 */
function updatedBy(listing: Listing, before: Building): Building {
  return {
    ...before,
    ...publicAddress(listing, before),
    id: listing.building_id,
    location: listing.cross_streets || before.location,
    neighborhood_id: listing.neighborhood_id || before.neighborhood_id,
    zip: listing.zip || before.zip,
    latitude: listing.latitude ?? before.latitude,
    longitude: listing.longitude ?? before.longitude,
    units: listing.units || before.units,
    subwayline: (listing.subway.match(/[a-z0-9]/gi) ?? []).join(',') || before.subwayline,
    city: listing.city || before.city,
    state: listing.state || before.state,
    built: listing.built || before.built,
    families: listing.families || before.families,
  };
}

/**
 * The street alone and the number (R102). A listing that hides its address must not reveal it through
 * its building, now or from an earlier import.
 */
function publicAddress(listing: Listing, before: Building): Pick<Building, 'address' | 'house'> {
  const { house, address } = before;
  if (listing.hide_address !== 1) {
    return { address: listing.street || address, house: listing.house || house };
  }
  const revealed =
    house === listing.house || line(house, address) === line(listing.house, listing.street);
  return revealed ? { address: '', house: '' } : { address, house };
}

function line(house: string, street: string): string {
  return `${house} ${street}`.trim();
}

function sameBuilding(one: Building, other: Building): boolean {
  return COLUMNS.every((column) => one[column] === other[column]);
}
