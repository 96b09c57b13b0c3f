import type { Selectable } from 'kysely';
import { BUILDING_FLAGS, flag } from '../../search/params/amenity.vocabulary.js';
import type { BuildingTable } from '../../store/tenant/tables.js';
import { INCLUDED_IN_RENT } from './building.import.js';

/** The export record of a building. */
export function exportedBuilding(row: Selectable<BuildingTable>): Record<string, unknown> {
  const {
    amenities_low,
    amenities_high,
    included,
    neighborhood_id,
    is_new,
    latitude,
    longitude,
    from_listings: _,
    ...same
  } = row;
  const bits = { low: amenities_low, high: amenities_high };
  const record: Record<string, unknown> = { ...same, cat: neighborhood_id, new: is_new };
  if (latitude !== null) record.latitude = latitude;
  if (longitude !== null) record.longitude = longitude;
  for (const name of BUILDING_FLAGS) record[name] = flag(bits, name);
  for (const [position, name] of INCLUDED_IN_RENT.entries())
    record[name] = (included >> position) & 1;
  return record;
}
