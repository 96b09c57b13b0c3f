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
  return {
    ...same,
    cat: neighborhood_id,
    new: is_new,
    ...(latitude === null ? {} : { latitude }),
    ...(longitude === null ? {} : { longitude }),
    ...Object.fromEntries(BUILDING_FLAGS.map((name) => [name, flag(bits, name)])),
    ...Object.fromEntries(
      INCLUDED_IN_RENT.map((name, position) => [name, (included >> position) & 1]),
    ),
  };
}
