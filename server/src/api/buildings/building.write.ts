import type { Selectable } from 'kysely';
import { storedById, upsert } from '../../data/bulk.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { BuildingTable } from '../../data/client-database/tables.js';
import { writeTo } from '../../data/client-database/write.js';
import { sameForSearch } from '../listings/listing.search-index.js';
import { refreshSearch } from '../listings/listing.search-refresh.js';
import type { BuildingImport } from './building.import.js';

type Building = Selectable<BuildingTable>;

/** A building of which nothing is told. */
export const EMPTY_BUILDING: Building = {
  id: 0,
  from_listings: 0,
  address: '',
  house: '',
  name: '',
  neighborhood_id: 0,
  city: '',
  state: '',
  zip: '',
  location: '',
  latitude: null,
  longitude: null,
  amenities_low: 0,
  amenities_high: 0,
  included: 0,
  beds: '',
  bldgsize: '',
  built: 0,
  category: 0,
  common: 0,
  concession: '',
  contact: 0,
  cooling: 0,
  deduct: 0,
  down: 0,
  era: 0,
  exp: 0,
  ext: '',
  families: 0,
  featured: 0,
  fee: 0,
  heating: 0,
  incrent: 0,
  keys: '',
  lotsize: '',
  maintanance: 0,
  is_new: 0,
  newdevelopment: 0,
  nofee: 0,
  op: 0,
  openhouse: '',
  openhouseend: '',
  openhouse2: '',
  openhouseend2: '',
  parking: 0,
  pets: 0,
  phone: '',
  price: 0,
  propertytype: '',
  public_note: '',
  status: 0,
  stories: 0,
  style: '',
  subwayline: '',
  taxes: 0,
  type: '',
  units: 0,
  website: '',
};

/** Every column of a building. */
export const BUILDING_COLUMNS = Object.keys(EMPTY_BUILDING) as (keyof Building)[];

/** Inserts or updates buildings in one transaction, and what their listings are found by with them. */
export async function writeBuildings(
  database: ClientDatabase,
  imports: readonly BuildingImport[],
): Promise<void> {
  await writeTo(database, async (transaction) => {
    const ids = imports.map((building) => building.id);
    const stored = await storedById(transaction, 'building', ids);
    const rows = imports.map((building) => {
      const before = stored.get(building.id) ?? EMPTY_BUILDING;
      return {
        ...before,
        ...building.values,
        ...building.flagsOver(before),
        id: building.id,
        from_listings: 0,
      };
    });
    await upsert(database, transaction, 'building', BUILDING_COLUMNS, ['id'], rows);
    // Most of what is told of a building is nothing that its listings are found by.
    const found = rows.filter((row) => !sameForSearch(stored.get(row.id), row));
    await refreshSearch(database, transaction, { buildings: found.map(({ id }) => id) });
  });
}
